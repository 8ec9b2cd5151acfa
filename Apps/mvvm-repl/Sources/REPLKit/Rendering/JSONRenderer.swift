import Bindings
import ViewModels

/// Turns records into JSON lines for other programs, one object per line.
///
/// Every line has `v` (the version of this format, 1), `id` (1, 2, 3, …), `t` (seconds on the session's clock) and
/// `kind`. The first line of each statement has the kind `statement`, and all lines that follow from the statement have
/// its `id` as `cause`. A line of the kind `done` ends the answer, with the `status` of the statement. Both lines come
/// even if the statement prints nothing; programs use them to pair their input with answers. Later output of a
/// background command has the same `cause`. Text that cannot be parsed is not a statement, and its error has no
/// `cause`. Messages have their text in `language`, and the `key` and `arguments` of their
/// ``Message``; those of an error's help are in `advice`. Readers ignore unknown kinds and members. The version grows
/// only when a member changes its meaning.
///
/// ```swift
/// var renderer = JSONRenderer()
/// for line in renderer.lines(record, from: session.origin, at: .zero) { print(line) }
/// ```
public struct JSONRenderer: Sendable {
  /// The version of the format.
  public static let version = 1

  /// The language of messages.
  public var language: HelpLanguage

  private var lastID = 0
  /// The identifiers of the newest statement lines, by statement number.
  private var statements: [Int: Int] = [:]
  private static let mostStatements = 10_000

  /// Creates a renderer at the start of a stream.
  public init(language: HelpLanguage = .english) { self.language = language }

  /// Returns the lines of a record; two lines if the record is the first output of its statement.
  ///
  /// - Parameters:
  ///   - record: A record that the session has emitted.
  ///   - origin: The statement that caused the record, if any.
  ///   - time: The time on the session's clock.
  /// - Returns: The lines, without line breaks.
  public mutating func lines(
    _ record: Record, from origin: Session.Origin?, at time: Duration
  ) -> [String] {
    var lines = origin.map { begin($0, at: time) } ?? []
    let cause = origin.flatMap { statements[$0.number] }
    lines.append(line(content(record), cause: cause, time))
    return lines
  }

  /// Returns the lines for the start or end of a statement, as ``HostSettings/onStatement`` reports them.
  public mutating func lines(
    _ progress: HostSettings.StatementProgress, at time: Duration
  ) -> [String] {
    switch progress {
    case .began(let origin): return begin(origin, at: time)
    case .ended(let origin, let status):
      let lines = begin(origin, at: time)
      let cause = statements[origin.number]
      return lines
        + [line(["kind": "done", "status": .int(Int(status.rawValue))], cause: cause, time)]
    }
  }

  private mutating func begin(_ origin: Session.Origin, at time: Duration) -> [String] {
    guard statements[origin.number] == nil else { return [] }
    if statements.count >= 2 * Self.mostStatements {
      let oldest = statements.keys.sorted().dropLast(Self.mostStatements)
      for number in oldest { statements[number] = nil }
    }
    let line = line(["kind": "statement", "text": .string(origin.text)], cause: nil, time)
    statements[origin.number] = lastID
    return [line]
  }

  /// Returns a record as an object with its `kind`, without the members that belong to a stream, such as `id`.
  public func object(_ record: Record) -> DynamicValue {
    DynamicValue(members: content(record))
  }

  /// Returns a value as JSON on one line with sorted keys; numbers that JSON cannot represent become `null`.
  public static func line(_ value: DynamicValue) -> String { JSONText.compact(value) }

  fileprivate typealias Members = KeyValuePairs<String, DynamicValue?>

  private mutating func line(_ members: Members, cause: Int?, _ time: Duration) -> String {
    lastID += 1
    var parts = ["\"v\":\(Self.version)", "\"id\":\(lastID)"]
    if let cause { parts.append("\"cause\":\(cause)") }
    parts.append("\"t\":\(time.seconds)")
    for (name, value) in members {
      if let value { parts.append("\(JSONText.quoted(name)):\(JSONText.compact(value))") }
    }
    return "{\(parts.joined(separator: ","))}"
  }

  private func content(_ record: Record) -> Members {
    switch record {
    case .value(let value, let type):
      ["kind": "value", "value": value, "type": .string("\(type)")]
    case .secret: ["kind": "value", "secret": true]
    case .viewModel(let snapshot):
      [
        "kind": "viewModel", "type": .string(snapshot.typeName),
        "members": .array(snapshot.rows.map(member)),
      ]
    case .completed(let path, let call):
      ["kind": "completed", "path": .string(path), "call": .string(call)]
    case .change(let watch, let path, let value, let previous):
      [
        "kind": "change", "watch": .int(watch), "path": .string(path),
        "old": previous.flatMap(\.plain), "new": value.plain,
        "secret": value == .secret ? true : nil, "problem": value.problem(in: language),
      ]
    case .table(let watch, let path, let table):
      [
        "kind": "table", "watch": .int(watch), "path": .string(path),
        "change": table.change.map { .string("\($0)") },
        "sections": .array(table.sections.map(Self.section)), "page": table.page.map(Self.page),
      ]
    case .drawing(let watch, let path, let drawing, _):
      [
        "kind": "drawing", "watch": .int(watch), "path": .string(path),
        "lines": .array(drawing.lines.map { .string($0) }),
      ]
    case .marbles(let drawing): output(drawing.lines.joined(separator: "\n"))
    case .screen(let path, let picture):
      [
        "kind": "screen", "path": .string(path), "picture": try? DynamicValue(encoding: picture),
      ]
    case .bound(let number, let description):
      ["kind": "bound", "binding": .int(number), "text": .string(description)]
    case .ended(let description): ["kind": "ended", "text": .string(description)]
    case .started(let job, let path, let call):
      ["kind": "started", "job": .int(job), "path": .string(path), "call": .string(call)]
    case .finished(let job, let path, let call, let value):
      [
        "kind": "finished", "job": .int(job), "path": .string(path), "call": .string(call),
        "value": value,
      ]
    case .diagnostic(let diagnostic, let source): error(diagnostic, source)
    case .explanation(let lines):
      [
        "kind": "explanation", "lines": .array(lines.map(text)),
        "messages": .array(lines.map(\.keyAndArguments)),
      ]
    case .note(let message):
      [
        "kind": "note", "text": text(message), "key": .string(message.key),
        "arguments": message.argumentValues,
      ]
    case .output(let text): output(text)
    case .listing(let lines): output(lines.joined(separator: "\n"))
    case .formatted(let value, let format): output(format.text(of: value))
    case .graph(let graph), .liveGraph(let graph):
      [
        "kind": "graph", "title": .string(graph.title), "live": record.isLive ? true : nil,
        "nodes": .array(graph.nodes.map { Self.node($0, graph.nodes) }),
      ]
    case .waterfall(let waterfall):
      ["kind": "waterfall", "rows": .array(waterfall.rows.map(\.json))]
    case .heat(let table):
      [
        "kind": "heat", "nodes": .int(table.nodes), "runs": .int(table.runs),
        "rows": .array(table.rows.map(\.json)),
      ]
    case .text(let title, let lines):
      ["kind": "text", "title": title.map(text), "lines": .array(lines.map { .string($0) })]
    case .check(let text, let isMet):
      ["kind": "check", "text": .string(text), "met": .bool(isMet)]
    case .page(let title, let rows):
      [
        "kind": "page", "title": text(title),
        "rows": .array(rows.map { ["word": .string($0.word), "text": .string($0.text)] }),
      ]
    }
  }

  private func output(_ text: String) -> Members { ["kind": "output", "text": .string(text)] }

  private static func node(_ node: DrawnNode, _ nodes: [DrawnNode]) -> DynamicValue {
    func names(_ numbers: [Int]) -> DynamicValue { .array(numbers.map { .string(nodes[$0].name) }) }
    return DynamicValue(members: [
      "name": .string(node.name), "kind": .string(node.kind.rawValue), "reads": names(node.reads),
      "value": node.value.map { .string($0) }, "previous": node.previous.map { .string($0) },
      "mark": node.mark.map { .string($0) },
      "mentions": node.mentions.isEmpty ? DynamicValue?.none : names(node.mentions),
    ])
  }

  private static func page(_ page: ListTable.Page) -> DynamicValue {
    ["number": .int(page.number), "count": .int(page.count), "rows": .int(page.rowCount)]
  }

  private static func section(_ section: ListTable.Section) -> DynamicValue {
    DynamicValue(members: [
      "start": .string("\(section.start)"),
      "rows": .array(section.rows.map { .array($0.map { .string($0) }) }),
      "header": section.header.map { .string($0) }, "footer": section.footer.map { .string($0) },
    ])
  }

  private func member(_ row: ViewModelSnapshot.Row) -> DynamicValue {
    DynamicValue(members: [
      "name": .string(row.member.name), "kind": .string(row.member.kind.rawValue),
      "value": row.value?.plain, "secret": row.value == .secret ? true : nil,
      "enabled": row.value == nil ? .bool(row.disabledReasons == nil) : nil,
      "reasons": row.disabledReasons.map { .array($0.map(text)) },
      "changed": row.previous.map { _ in true }, "old": row.previous?.value?.plain,
    ])
  }

  private func text(_ message: Message) -> DynamicValue { .string(message.text(in: language)) }

  /// Returns the members of an error; lines and columns are counted from 1, columns in characters.
  private func error(_ diagnostic: Diagnostic, _ source: SourceText) -> Members {
    let place = diagnostic.span.map { span in
      let line = source.line(at: span.start)
      let before = line.text.utf8.prefix(span.start - line.start)
      return (line: line.number, column: String(decoding: Array(before), as: UTF8.self).count + 1)
    }
    return [
      "kind": "error", "code": .string(diagnostic.code.rawValue),
      "message": text(diagnostic.message),
      "key": .string(diagnostic.message.key), "arguments": diagnostic.message.argumentValues,
      "file": source.name.map { .string($0) }, "line": place.map { .int($0.line) },
      "column": place.map { .int($0.column) }, "help": diagnostic.help.map(text),
      "advice": diagnostic.help?.keyAndArguments,
      "correction": diagnostic.correctedLine(in: source).map { .string($0) },
    ]
  }
}

extension DynamicValue {
  /// Creates an object of the members that have a value.
  fileprivate init(members: JSONRenderer.Members) {
    self = .object(
      Dictionary(members.compactMap { name, value in value.map { (name, $0) } }) { $1 })
  }
}

extension Record.ShownValue {
  fileprivate var plain: DynamicValue? {
    if case .plain(let value, _) = self { value } else { nil }
  }

  fileprivate func problem(in language: HelpLanguage) -> DynamicValue? {
    if case .unreadable(let reason) = self { .string(reason.text(in: language)) } else { nil }
  }
}

extension Message {
  fileprivate var keyAndArguments: DynamicValue {
    ["key": .string(key), "arguments": argumentValues]
  }

  fileprivate var argumentValues: DynamicValue {
    .array(
      arguments.map { argument in
        switch argument {
        case .text(let text): .string(text)
        case .number(let number): .int(number)
        case .list(let names): .array(names.map { .string($0) })
        case .messages(let messages): .array(messages.map(\.keyAndArguments))
        }
      })
  }
}
