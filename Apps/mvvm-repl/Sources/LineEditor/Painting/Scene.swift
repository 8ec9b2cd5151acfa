/// The input of the painter: the entry and what surrounds it.
struct Scene: Equatable, Sendable {
  var panel: [String] = []
  /// Whether a person is in the panel, which then takes all available rows.
  var isInPanel = false
  var prompt = ""
  var continuation = ""
  var entry = EntryText()
  var highlights: [Highlight] = []
  var ghost = ""
  var menu: Menu?
  /// Dim rows below the entry: a signature or a hint.
  var notes: [String] = []
  var page: Page?
  var search: Search?

  /// The rows of the completion menu.
  struct Menu: Equatable, Sendable {
    var items: [Completion]
    var selection: Int?
  }

  /// Lines to read below the entry, which may be more than fit.
  struct Page: Equatable, Sendable {
    var lines: [String]
    /// The first row to show; the end of the page limits it.
    var first = 0
  }

  /// A search through the history.
  struct Search: Equatable, Sendable {
    var pattern: String
    /// The matching entries, the newest first, without duplicates.
    var matches: [String]
    /// The match that Enter takes.
    var selection: Int?

    var match: String? { selection.map { matches[$0] } }
  }
}

/// A text and a cursor in it.
struct EntryText: Equatable, Sendable {
  var text = ""
  /// An offset into the text's UTF-8 bytes, on a scalar boundary.
  var cursor = 0
}
