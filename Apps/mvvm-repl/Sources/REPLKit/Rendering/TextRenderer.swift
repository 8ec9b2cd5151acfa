import DisplayWidth
import ViewModels

/// Turns records into lines of text; a pure function.
public struct TextRenderer: Sendable {
  /// The language of messages and labels.
  public var language: HelpLanguage
  /// The width of the window in columns; `nil` if there is no window, as for a file.
  public var columns: Int?
  /// Whether graphs are drawn with boxes and lines; otherwise they are drawn as trees, which can be read aloud.
  public var drawsBoxes = true
  /// Whether prose without colours keeps the backticks around code and the asterisks around words, as a file does; read
  /// aloud, they are in the way.
  public var keepsMarkup = true
  /// The width in columns of characters that Unicode calls ambiguous; with 2, pictures are drawn in ASCII.
  public var ambiguousCells = 1
  var cells: CellWidth { CellWidth(ambiguous: ambiguousCells) }
  let paint: Paint

  /// Creates a renderer.
  public init(style: Style, language: HelpLanguage = .english, columns: Int? = nil) {
    paint = Paint(style)
    self.language = language
    self.columns = columns
  }

  /// Returns a text of the program itself, such as a file name, escaped for a terminal.
  public static func printable(_ text: String) -> String { text.printable }

  /// Returns the record as one or more lines, without a line break at the end.
  ///
  /// Characters that a terminal would interpret are escaped, as in `\u{1B}`. Only the renderer adds escape sequences.
  public func text(_ record: Record) -> String {
    let text = rawText(record)
    return switch record {
    // Prose is broken between words. Pictures and text that users may copy stay unchanged.
    case .value, .secret, .table, .drawing, .output, .formatted, .viewModel, .graph,
      .screen, .liveGraph, .waterfall, .heat, .marbles:
      text
    // Paragraphs are indented like their first line.
    case .text: wrapped(text, indentation: nil)
    default: wrapped(text, indentation: 4)
    }
  }

  private func wrapped(_ text: String, indentation: Int?) -> String {
    guard let columns else { return text }
    return withOldValuesBelow(text, indentation ?? 0)
      .withCodeInOnePiece(within: columns - (indentation ?? 0), cells)
      .wrapped(to: columns, indentation: indentation, cells: cells).withoutFixedSpaces
  }

  private func rawText(_ record: Record) -> String {
    switch record.printable {
    case .value(let value, let type): answer(value, type)
    case .secret: paint.quiet(Self.mask)
    case .viewModel(let snapshot): table(snapshot)
    case .completed(_, let call): "\(paint.good("✓")) \(call)"
    case .change(_, let path, let value, let previous): change(path, value, previous)
    case .table(_, let path, let table): listTable(path, table)
    case .drawing(_, let path, let drawing, _): self.drawing(path, drawing)
    case .marbles(let drawing):
      drawing.lines(width: columns, paint, cells).joined(separator: "\n")
    case .screen(_, let picture):
      ScreenRenderer(
        style: paint.style, language: language, columns: columns ?? 80,
        ambiguousCells: ambiguousCells
      )
      .lines(picture).joined(separator: "\n")
    case .bound(let number, let description):
      "\(paint.quiet("\(told(.binding)) #\(number)\(colon)"))\(description)"
    case .ended(let description):
      paint.quiet("\(told(.ended))\(colon)\(description.clipped(to: 120))")
    case .started(let job, _, let call):
      paint.quiet("\(told(.job)) #\(job)\(colon)\(call) \(told(.runsInBackground))")
    case .finished(let job, _, let call, let value):
      "\(paint.good("✓")) \(told(.job)) #\(job)\(colon)\(call)"
        + (value.map { "  \($0)".printable } ?? "")
    case .diagnostic(let diagnostic, let source): self.text(diagnostic, in: source)
    case .explanation(let lines):
      lines.enumerated().map { $0 == 0 ? paint.strong(told($1)) : told($1) }
        .joined(separator: "\n")
    case .note(let message): told(message)
    case .output(let text): text
    case .listing(let lines): lines.joined(separator: "\n")
    case .formatted(let value, let format):
      format.lines(of: value, paint: paint, columns: columns, in: language, cells).joined(
        separator: "\n")
    case .graph(let graph), .liveGraph(let graph): drawn(graph)
    case .waterfall(let waterfall):
      (waterfall.lines(width: columns ?? 120, in: language, cells)
        + legend(waterfall.marks(cells), columns ?? 120)).joined(separator: "\n")
    case .heat(let table):
      (told(table.heading).lines(within: columns, cells).map { paint.strong($0) }
        + table.lines(width: columns ?? 120, cells) + legend(table.marks, columns ?? 120))
        .joined(separator: "\n")
    case .text(let title, let lines): prose(title.map(told), lines)
    case .check(let text, let isMet):
      "\(isMet ? paint.good("✓") : paint.mark("▸")) \(prose(text))"
    case .page(let title, let rows): page(told(title), rows)
    }
  }

  private var colon: String { told(.colon) }

  /// Returns prose, with a blank line that separates its title from earlier output.
  private func prose(_ title: String?, _ lines: [String]) -> String {
    // Without a window, lines are not reflowed: they stay as the author has written them.
    let lines = columns == nil ? lines : lines.paragraphs
    return ((title.map { ["", paint.strong($0)] } ?? []) + lines.map(prose))
      .joined(separator: "\n")
  }

  /// Paints a line of prose; its code gets non-breaking spaces before colours replace the backticks.
  private func prose(_ line: String) -> String {
    paint.prose(
      columns.map { line.withCodeInOnePiece(within: $0 - 4, cells) } ?? line, isKept: keepsMarkup)
  }

  static let mask = "\"••••••••\""

  func value(_ value: DynamicValue, _ type: ValueType) -> String {
    if let date = type.dateText(of: value) { return date }
    if case .string(let name) = value, type.isCase(name) {
      return paint.painted(".\(name.printableLine)", .type)
    }
    if TableText.suits(value) {
      return TableText(value, in: language, mostRows: 20)
        .lines(paint: paint, columns: columns, in: language, cells)
        .joined(separator: "\n")
    }
    return paint.value(value)
  }

  private func shown(_ value: Record.ShownValue) -> String {
    switch value {
    case .plain(let value, let type): self.value(value, type)
    case .secret: paint.quiet(Self.mask)
    case .unreadable(let reason): paint.bad(told(reason).printableLine)
    }
  }

  /// Returns a previous value without colours, so that the current value stands out.
  private func old(_ text: (TextRenderer) -> String) -> String {
    "  " + paint.quiet("⟵ \(text(TextRenderer(style: .plain, language: language)))")
  }

  /// Returns lines in which each one that is too long is broken before its previous value.
  private func withOldValuesBelow(_ text: String, _ indentation: Int) -> String {
    guard let columns, text.contains("⟵ ") else { return text }
    let style = paint.style[.quiet].map { "\u{1B}[\($0)m" } ?? ""
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let arrow = [style, ""].lazy.compactMap { line.firstRange(of: "  \($0)⟵ ") }.first
      guard let arrow, String(line).wrapped(to: columns, cells: cells).contains("\n") else {
        return String(line)
      }
      let below =
        String(repeating: " ", count: indentation) + line[arrow.lowerBound...].dropFirst(2)
      return "\(line[..<arrow.lowerBound])\n\(below)"
    }.joined(separator: "\n")
  }

  /// Returns a line in lines of the window's width, the later ones behind a margin.
  private func folded(_ line: String, _ indentation: Int) -> String {
    guard let columns else { return line }
    return withOldValuesBelow(line, indentation)
      .wrapped(to: columns, indentation: indentation, cells: cells)
  }

  private func change(
    _ path: String, _ value: Record.ShownValue, _ previous: Record.ShownValue?
  ) -> String {
    let before = previous.map { previous in
      old { if case .unreadable = previous { $0.told(.nothingThere) } else { $0.shown(previous) } }
    }
    let reason = if case .unreadable = value { paint.bad(told(.nothingThere) + colon) } else { "" }
    return "\(paint.mark("◉")) \(path)  \(reason)\(shown(value))\(before ?? "")"
  }

  private func drawing(_ path: String, _ drawing: Drawing) -> String {
    let head = "\(paint.mark("◉")) \(path)"
    let lines = drawing.lines(width: columns.map { $0 - 2 }, paint, cells)
    if lines.count == 1 { return "\(head)  \(lines[0])" }
    return ([head] + lines.map { "  \($0)" }).joined(separator: "\n")
  }

  private func listTable(_ path: String, _ table: ListTable) -> String {
    let change = table.change.map { ["  \(paint.quiet("⟵ \(told($0))"))"] } ?? []
    let lines =
      ["\(paint.mark("◉")) \(path)"] + table.lines(path: path, in: language, cells) + change
    return lines.joined(separator: "\n")
  }

  /// Returns a view-model as text in groups: inputs, outputs, commands and parts.
  private func table(_ snapshot: ViewModelSnapshot) -> String {
    let groups: [(title: Message, rows: [ViewModelSnapshot.Row])] = [
      (.inputs, [Member.Kind.property]), (.outputs, [.derived]), (.commands, [.command]),
      (.parts, [.child, .list]),
    ].compactMap { title, kinds in
      let rows = snapshot.rows.filter { kinds.contains($0.member.kind) }
      return rows.isEmpty ? nil : (title, rows)
    }
    let width =
      snapshot.rows.filter { $0.member.kind != .command }
      .map { cells.of($0.member.name) }.max() ?? 0
    let lines = groups.flatMap { title, rows in
      (groups.count > 1 ? [" \(paint.quiet(told(title)))"] : [])
        + (title == .commands ? commands(rows) : rows.map { line($0, width) })
    }
    return ([paint.strong(snapshot.typeName)] + lines).joined(separator: "\n")
  }

  private func line(_ row: ViewModelSnapshot.Row, _ width: Int) -> String {
    let name = row.member.name.padded(to: width, cells)
    let head =
      row.previous == nil ? "  \(paint.quiet(name))" : "\(paint.mark("~")) \(paint.strong(name))"
    let kind = row.member.kind
    let before = row.previous?.value.map { value in old { $0.part(value, kind, nil) } } ?? ""
    let room = (columns ?? 200) - width - 4
    return folded("\(head)  \(row.value.map { part($0, kind, max(20, room)) } ?? "")\(before)", 4)
  }

  /// Returns a value in the list of members; a long value is cut, and a statement with its path shows all of it.
  private func part(_ value: Record.ShownValue, _ kind: Member.Kind, _ room: Int?) -> String {
    let room = room ?? 60
    // A child view-model is shown by its bare name, not as a string.
    if kind == .child, case .plain(.string(let name), _) = value {
      return name.printableLine.fitted(to: room, cells)
    }
    if case .plain(let plain, let type) = value, !type.hasCases, !type.isDate {
      let text = plain.description.printableLine
      if cells.of(text) > room { return text.fitted(to: room, cells) }
      return paint.value(plain)
    }
    return shown(value)
  }

  /// Returns the enabled commands on one line, then a line with the reason for each other command.
  private func commands(_ rows: [ViewModelSnapshot.Row]) -> [String] {
    let told = rows.filter { $0.disabledReasons != nil || $0.previous != nil }
    let ready = rows.filter { $0.disabledReasons == nil && $0.previous == nil }
    let line = "  \(paint.good("●")) " + ready.map(\.member.callText).joined(separator: "  ")
    let width = told.map { cells.of($0.member.callText) }.max() ?? 0
    let others = told.map { row in
      let sign = row.previous == nil ? " " : paint.mark("~")
      let call = " \(row.member.callText.padded(to: width, cells))  "
      let state =
        row.disabledReasons.map {
          paint.quiet("○") + call + paint.quiet(self.told(.notEnabled($0)).printableLine)
        } ?? paint.good("●") + call + paint.good(self.told(.ready))
      let before = row.previous.map { previous in
        old { $0.told(previous.disabledReasons.map { .reasons($0) } ?? .ready).printableLine }
      }
      return folded("\(sign) \(state)\(before ?? "")", 6)
    }
    return (ready.isEmpty ? [] : [line.wrapped(to: columns ?? 76, indentation: 4, cells: cells)])
      + others
  }

  func told(_ message: Message) -> String { message.text(in: language) }

  /// Returns words and their explanations in two columns; a long word has a line for itself.
  private func page(_ title: String, _ rows: [(word: String, text: String)]) -> String {
    let widest = columns.map { max(12, $0 * 2 / 5) } ?? .max
    let width = rows.map { cells.of($0.word) }.filter { $0 <= widest }.max() ?? 0
    let lines = rows.map { row in
      let text = paint.beside(row.text)
      let isBeside = cells.of(row.word) <= widest
      if row.text.isEmpty { return "  \(row.word)" }
      let line =
        isBeside
        ? "  \(row.word.padded(to: width, cells))  \(text)"
        : "  \(row.word)\n\(String(repeating: " ", count: width + 4))\(text)"
      let margin = width + 4
      let code = columns.map { line.withCodeInOnePiece(within: $0 - margin, cells) }
      return folded(code ?? line, margin)
    }
    return ([paint.strong(title)] + lines).joined(separator: "\n")
  }
}

extension Member {
  /// The short form of a call of the command: `clear()`, `get(…)`.
  fileprivate var callText: String { name + (parameters.isEmpty ? "()" : "(…)") }
}
