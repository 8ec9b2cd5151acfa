import DisplayWidth
import LineEditor
import REPLKit

/// Prints through the editor as soon as an editor exists.
@MainActor
final class Printer {
  weak var editor: LineEditor?
  /// The session, which decides the language of the words beside values.
  weak var session: Session?
  /// The language of the words beside values.
  var language: HelpLanguage { session?.language ?? .english }
  /// The cells that a person has set for characters of ambiguous width; `nil` uses the measured cells.
  var ambiguousCells: Int?
  /// The cells of a character of ambiguous width, as set or else as measured.
  var cells: Int { ambiguousCells ?? editor?.ambiguousCells ?? 1 }
  /// The number of the next result to show.
  var number: Int?
  /// Whether results are shown with their numbers.
  var showsNumbers = false
  /// The renderer of records as text; replaced when the theme changes.
  var renderer: TextRenderer
  /// Called when a command has ended, with or without a mistake.
  var onFinished: @MainActor () -> Void = {}

  init(_ renderer: TextRenderer) { self.renderer = renderer }

  func print(_ text: String) { editor?.print(text) }

  /// Prints a message, wrapped to the width of the window.
  func printWrapped(_ message: Message) {
    print(
      message.text(in: language).wrapped(
        to: Terminal.standard.size.columns, indentation: 2, cells: CellWidth(ambiguous: cells)))
  }

  /// Returns a record as text; a result has its number in front, as in `$4 = 12`.
  func numbered(_ record: Record) -> String {
    let text = text(record)
    defer { number = nil }
    guard showsNumbers, let number else { return text }
    switch record {
    case .value, .secret, .viewModel, .formatted, .output: break
    default: return text
    }
    return "$\(number) =\(text.contains("\n") ? "\n" : " ")\(text)"
  }

  /// Returns a record as rows beside the entry, where the editor leaves the last column empty.
  func panelRows(_ record: Record) -> String {
    text(record, columns: Terminal.standard.size.columns - 1)
  }

  func text(_ record: Record, columns: Int = Terminal.standard.size.columns) -> String {
    if let session { renderer.language = session.language }
    renderer.columns = columns
    renderer.ambiguousCells = cells
    return renderer.text(record)
  }
}

/// The last mistake: its position, and what did not run because of it, corrected, which is offered once.
@MainActor
final class Correction {
  private var line: String?
  private var mistake: (text: String, offset: Int)?

  func take(_ diagnostic: Diagnostic, in source: SourceText) {
    // The text of a file was not entered.
    let rest = source.name == nil ? diagnostic.correctedRest(of: source) : nil
    // Statements behind a secret would be lost.
    line = rest?.goesOnBehindSecret == true ? nil : rest?.untilSecret
    mistake = diagnostic.span.map { (source.text, $0.start) }
  }

  /// Returns the offset of the mistake in the entry; nil when the mistake is in another text.
  func place(in entry: String) -> Int? {
    defer { mistake = nil }
    return mistake?.text == entry ? mistake?.offset : nil
  }

  func take() -> String? {
    defer { line = nil }
    return line
  }
}
