/// A part of a long list, as a service gives it, and where the next one begins.
///
/// ```swift
/// Page(answer.articles, next: answer.hasMore ? answer.articles.last?.cursor : nil)
/// Page(rows, next: rows.isEmpty ? nil : number + 1)  // numbered pages
/// ```
/// A cursor is whatever the service understands: a number, a key, a token.
public struct Page<Item, Cursor> {
  /// The rows, in their order.
  public var items: [Item]
  /// The cursor of the page after this one; `nil` when this is the last.
  public var next: Cursor?

  /// Makes a page.
  public init(_ items: [Item], next: Cursor?) {
    self.items = items
    self.next = next
  }
}

extension Page: Sendable where Item: Sendable, Cursor: Sendable {}
