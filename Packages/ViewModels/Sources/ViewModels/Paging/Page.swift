/// A part of a long list, as returned by a service, with the cursor of the next part.
///
/// ```swift
/// Page(answer.articles, next: answer.hasMore ? answer.articles.last?.cursor : nil)
/// Page(rows, next: rows.isEmpty ? nil : number + 1)  // numbered pages
/// ```
/// A cursor has the type that the service expects: a number, a key, a token.
public struct Page<Item, Cursor> {
  /// The rows, in their order.
  public var items: [Item]
  /// The cursor of the next page; `nil` for the last page.
  public var next: Cursor?

  /// Makes a page.
  public init(_ items: [Item], next: Cursor?) {
    self.items = items
    self.next = next
  }
}

extension Page: Sendable where Item: Sendable, Cursor: Sendable {}
