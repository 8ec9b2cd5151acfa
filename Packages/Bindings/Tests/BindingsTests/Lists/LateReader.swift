@testable import Bindings

/// A reader of a list that looks when a test says so, as a derived list that nobody asks for long.
@MainActor
final class LateReader<Element: Identifiable> {
  private let list: LiveList<Element>
  private let cursor: VersionCursor
  private let body: @MainActor (ListUpdate<Element>) -> Void

  /// Looks for the first time.
  init(_ list: LiveList<Element>, _ body: @escaping @MainActor (ListUpdate<Element>) -> Void) {
    self.list = list
    self.body = body
    cursor = list.contents.follow()
    look()
  }

  /// Takes what has happened since the last look, if anything has.
  func look() {
    _ = list.version
    list.contents.advance(cursor) { step in
      let changes = step?.changes
      if changes?.isEmpty != true { body(ListUpdate(changes: changes, of: list.contents)) }
    }
  }
}
