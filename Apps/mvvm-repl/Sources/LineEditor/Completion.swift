/// One thing that can be inserted at the cursor, as a row of the completion menu.
public struct Completion: Sendable, Equatable {
  /// The text that replaces the completed range.
  public var text: String
  /// The kind of thing that the text names, as a short word such as `var` or `cmd`.
  public var kind: String
  /// The type, current value or documentation, in one line.
  public var detail: String

  /// Makes one row of the menu.
  public init(_ text: String, kind: String = "", detail: String = "") {
    self.text = text
    self.kind = kind
    self.detail = detail
  }
}

/// The completions at the cursor: a range of the entry and the texts that may replace it.
///
/// ```swift
/// Completions(replacing: 5..<7, with: [Completion("phone", kind: "var", detail: "String")])
/// ```
public struct Completions: Sendable, Equatable {
  /// The part of the entry that a completion replaces, as offsets into its UTF-8 bytes.
  public var range: Range<Int>
  /// The candidates, best first.
  public var items: [Completion]

  /// Makes an answer for the UTF-8 offsets `range`.
  public init(replacing range: Range<Int>, with items: [Completion]) {
    self.range = range
    self.items = items
  }

  /// An answer without candidates.
  public static let none = Completions(replacing: 0..<0, with: [])

  /// The longest text with which every candidate starts.
  var commonPrefix: String {
    guard var prefix = items.first.map({ Substring($0.text) }) else { return "" }
    for item in items.dropFirst() {
      while !item.text.hasPrefix(prefix) { prefix = prefix.dropLast() }
    }
    return String(prefix)
  }
}
