/// A part of a long list, as a service gives it, and where the parts beside it begin.
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
  /// The cursor of the page before this one; `nil` when this is the first.
  public var previous: Cursor?

  /// Makes a page.
  public init(_ items: [Item], next: Cursor?, previous: Cursor? = nil) {
    self.items = items
    self.next = next
    self.previous = previous
  }
}

extension Page: Sendable where Item: Sendable, Cursor: Sendable {}
