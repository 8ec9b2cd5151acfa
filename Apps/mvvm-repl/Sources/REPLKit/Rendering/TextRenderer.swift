import DisplayWidth
import ViewModels

/// Turns records into lines of text; a pure function.
public struct TextRenderer: Sendable {
  /// Whether and how the lines carry colours; every meaning is also in the words.
  public enum Style: Sendable, Hashable, CaseIterable {
    /// Text alone.
    case plain
    /// Text with ANSI colours.
    case coloured
    /// Bold and high in contrast, with nothing dim, for a projector.
    case presenter
    /// Weight and underlines, no colours.
    case mono
  }

  /// Where a line belongs.
  public enum Channel: Sendable, Hashable {
    /// Results: standard output.
    case results
    /// Diagnostics: standard error.
    case diagnostics
  }

  /// The language of the words beside values; what a record says is in the session's already.
  public var language: HelpLanguage
  private let paint: Paint

  /// Creates a renderer.
  public init(style: Style, language: HelpLanguage = .english) {
    paint = Paint(style)
    self.language = language
  }

  /// Where a record's text belongs.
  public func channel(of record: Record) -> Channel {
    if case .diagnostic = record { .diagnostics } else { .results }
  }

  /// A text of the program itself, such as the name of a file, as a terminal may be given it.
  public static func printable(_ text: String) -> String { text.printable }

  /// The record as one or more lines, without a line break at the end.
  ///
  /// What a terminal would obey is spelt out, `\u{1B}`; the only escape sequences are the renderer's own.
  public func text(_ record: Record) -> String {
    switch record.printable {
    case .value(let value, let type): self.value(value, type)
    case .secret: paint.quiet(Self.mask)
    case .viewModel(let snapshot): table(snapshot)
    case .completed(let path): "\(paint.good("✓")) \(path)()"
    case .change(_, let path, let value, let previous): change(path, value, previous)
    case .table(_, let path, let table): listTable(path, table)
    case .drawing(_, let path, let lines, _): drawing(path, lines)
    case .bound(let number, let description):
      "\(paint.quiet("\(word("binding")) #\(number):")) \(description)"
    case .ended(let description): paint.quiet("\(word("ended")): \(description)")
    case .started(let job, let path):
      paint.quiet("\(word("job")) #\(job): \(path)() \(word("runs in the background"))")
    case .finished(let job, let path, let value):
      "\(paint.good("✓")) \(word("job")) #\(job): \(path)()"
        + (value.map { "  \($0)".printable } ?? "")
    case .diagnostic(let diagnostic, let source):
      DiagnosticRenderer(paint: paint).text(diagnostic, in: source)
    case .explanation(let lines):
      ([paint.strong(lines.first ?? "")] + lines.dropFirst()).joined(separator: "\n")
    case .note(let text), .output(let text): text
    case .text(let title, let lines): prose(title, lines)
    case .check(let text, let isMet):
      "\(isMet ? paint.good("✓") : paint.mark("▸")) \(paint.prose(text))"
    case .page(let title, let rows): page(title, rows)
    }
  }

  /// Text to be read stands apart from what the prompt said before.
  private func prose(_ title: String, _ lines: [String]) -> String {
    ((title.isEmpty ? [] : ["", paint.strong(title)]) + lines.map(paint.prose))
      .joined(separator: "\n")
  }

  static let mask = "\"••••••••\""

  private func value(_ value: DynamicValue, _ type: ValueType) -> String {
    if let date = type.dateText(of: value) { return date }
    if type.hasCases, case .string(let name) = value {
      return paint.named(name.printableLine)
    }
    if TableText.suits(value) {
      return TableText(value).lines(mostRows: 20).joined(separator: "\n")
    }
    return "\(value)".printable
  }

  private func shown(_ value: Record.ShownValue) -> String {
    switch value {
    case .plain(let value, let type): self.value(value, type)
    case .secret: paint.quiet(Self.mask)
    case .unreadable(let reason): paint.bad(reason.printableLine)
    }
  }

  private func change(
    _ path: String, _ value: Record.ShownValue, _ previous: Record.ShownValue?
  ) -> String {
    let before = previous.map { paint.quiet("  ⟵ \(shown($0))") } ?? ""
    return "\(paint.mark("◉")) \(path)  \(shown(value))\(before)"
  }

  private func drawing(_ path: String, _ lines: [String]) -> String {
    let head = "\(paint.mark("◉")) \(path)"
    if lines.count == 1 { return "\(head)  \(lines[0])" }
    return ([head] + lines.map { "  \($0)" }).joined(separator: "\n")
  }

  private func listTable(_ path: String, _ table: ListTable) -> String {
    let change = table.change.map { ["  \(paint.quiet("⟵ \($0)"))"] } ?? []
    let lines = ["\(paint.mark("◉")) \(path)"] + table.lines(path: path) + change
    return lines.joined(separator: "\n")
  }

  private func table(_ snapshot: ViewModelSnapshot) -> String {
    let names = snapshot.rows.map { row in
      row.member.kind == .command ? row.member.callText : row.member.name
    }
    let width = names.map(\.displayWidth).max() ?? 0
    var lines = [paint.strong(snapshot.typeName)]
    for (name, row) in zip(names, snapshot.rows) {
      let sign = row.previous == nil ? " " : paint.mark("~")
      let before = row.previous.map { previous in
        paint.quiet("  ⟵ ") + detail(previous.value, previous.disabledReasons)
      }
      lines.append(
        "\(sign) \(name.padded(to: width))  \(detail(row.value, row.disabledReasons))"
          + (before ?? ""))
    }
    return lines.joined(separator: "\n")
  }

  private func detail(_ value: Record.ShownValue?, _ disabledReasons: [String]?) -> String {
    value.map(shown)
      ?? disabledReasons.map { paint.quiet(language.stateText($0).printableLine) }
      ?? paint.good(language.stateText(nil))
  }

  private func word(_ english: String) -> String { language.label(english) }

  private func page(_ title: String, _ rows: [(word: String, text: String)]) -> String {
    let width = rows.map(\.word.displayWidth).max() ?? 0
    let lines = rows.map { "  \($0.word.padded(to: width))  \(paint.quiet($0.text))" }
    return ([paint.strong(title)] + lines).joined(separator: "\n")
  }
}

extension Member {
  /// How a call of the command begins and ends: `clear()`, `get(…)`.
  fileprivate var callText: String { name + (parameters.isEmpty ? "()" : "(…)") }
}

extension String {
  /// The text followed by spaces up to a width in terminal columns.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - displayWidth))
  }
}
