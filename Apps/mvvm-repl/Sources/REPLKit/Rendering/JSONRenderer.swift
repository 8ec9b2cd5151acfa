import Bindings
public import ViewModels

/// Turns records into lines of JSON, one object a line, for other programs.
///
/// Every line has `v` (the version of this format, 1), `id` (1, 2, 3, …), `t` (seconds on the
/// session's clock) and `kind`. What follows from a statement has its `id` as `cause`; the line of
/// the statement comes first. Each statement has such a line, also one that says nothing, and a line of the kind `done`
/// when all that it says has been said, with its `status`: a program pairs what it has sent with answers by them. What
/// a command in the background says later has the same `cause`. A text that cannot be parsed has no statement, and its
/// error no `cause`. What is told of has, beside its text in the language, the `key` and the
/// `arguments` of its ``Message``; the advice of a mistake has them in `advice`. A reader ignores kinds and members that it does not know; the version
/// grows only when a member changes its meaning.
///
/// ```swift
/// var renderer = JSONRenderer()
/// for line in renderer.lines(record, from: session.origin, at: .zero) { print(line) }
/// ```
public struct JSONRenderer: Sendable {
  /// The version of the format.
  public static let version = 1

  /// The language in which messages are told.
  public var language: HelpLanguage

  private var lastID = 0
  /// The identifiers of the lines of statements, by the numbers of these; the newest ones.
  private var statements: [Int: Int] = [:]
  private static let mostStatements = 10_000

  /// Creates a renderer at the start of a stream.
  public init(language: HelpLanguage = .english) { self.language = language }

  /// The lines of a record; two when it is the first that follows from its statement.
  ///
  /// - Parameters:
  ///   - record: What the session has to say.
  ///   - origin: The statement that it follows from, if it does from one.
  ///   - time: The time on the session's clock.
  /// - Returns: The lines, without line breaks.
  public mutating func lines(
    _ record: Record, from origin: Session.Origin?, at time: Duration
  ) -> [String] {
    var lines = origin.map { begin($0, at: time) } ?? []
    let (kind, members) = content(record)
    lines.append(line(kind, members, cause: origin.flatMap { statements[$0.number] }, time))
    return lines
  }

  /// The line of a statement, as its beginning or its end is told by ``HostSettings/onStatement``.
  public mutating func lines(
    _ progress: HostSettings.StatementProgress, at time: Duration
  ) -> [String] {
    switch progress {
    case .began(let origin): return begin(origin, at: time)
    case .ended(let origin, let status):
      let lines = begin(origin, at: time)
      let cause = statements[origin.number]
      return lines + [line("done", ["status": .int(Int(status.rawValue))], cause: cause, time)]
    }
  }

  private mutating func begin(_ origin: Session.Origin, at time: Duration) -> [String] {
    guard statements[origin.number] == nil else { return [] }
    if statements.count >= 2 * Self.mostStatements {
      let oldest = statements.keys.sorted().dropLast(Self.mostStatements)
      for number in oldest { statements[number] = nil }
    }
    let line = line("statement", ["text": .string(origin.text)], cause: nil, time)
    statements[origin.number] = lastID
    return [line]
  }

  /// A record as an object with its `kind`, without the members that say where it stands in a stream.
  public func object(_ record: Record) -> DynamicValue {
    let (kind, members) = content(record)
    var object: [String: DynamicValue] = ["kind": .string(kind)]
    for (name, value) in members { object[name] = value }
    return .object(object)
  }

  /// A value as JSON on one line, with sorted keys; a number that JSON cannot hold is its text.
  public static func line(_ value: DynamicValue) -> String { JSONText.compact(value) }

  private mutating func line(
    _ kind: String, _ members: KeyValuePairs<String, DynamicValue?>, cause: Int?, _ time: Duration
  ) -> String {
    lastID += 1
    let seconds = (time / .milliseconds(1)).rounded() / 1_000
    var parts = ["\"v\":\(Self.version)", "\"id\":\(lastID)"]
    if let cause { parts.append("\"cause\":\(cause)") }
    parts += ["\"t\":\(seconds)", "\"kind\":\(JSONText.quoted(kind))"]
    for (name, value) in members {
      if let value { parts.append("\(JSONText.quoted(name)):\(JSONText.compact(value))") }
    }
    return "{\(parts.joined(separator: ","))}"
  }

  private func content(
    _ record: Record
  ) -> (kind: String, members: KeyValuePairs<String, DynamicValue?>) {
    switch record {
    case .value(let value, let type):
      ("value", ["value": value, "type": .string("\(type)")])
    case .secret: ("value", ["secret": true])
    case .viewModel(let snapshot):
      (
        "viewModel",
        ["type": .string(snapshot.typeName), "members": Self.members(of: snapshot, in: language)]
      )
    case .completed(let path, let call):
      ("completed", ["path": .string(path), "call": .string(call)])
    case .change(let watch, let path, let value, let previous):
      (
        "change",
        [
          "watch": .int(watch), "path": .string(path), "old": previous.flatMap(\.plain),
          "new": value.plain, "secret": value == .secret ? true : nil,
          "problem": value.problem(in: language),
        ]
      )
    case .table(let watch, let path, let table):
      (
        "table",
        [
          "watch": .int(watch), "path": .string(path),
          "change": table.change.map { .string("\($0)") },
          "sections": .array(table.sections.map(Self.section)), "page": table.page.map(Self.page),
        ]
      )
    case .drawing(let watch, let path, let drawing, _):
      (
        "drawing",
        [
          "watch": .int(watch), "path": .string(path),
          "lines": .array(drawing.lines.map { .string($0) }),
        ]
      )
    case .marbles(let drawing):
      ("output", ["text": .string(drawing.lines.joined(separator: "\n"))])
    case .screen(let path, let picture):
      ("screen", ["path": .string(path), "picture": try? DynamicValue(encoding: picture)])
    case .bound(let number, let description):
      ("bound", ["binding": .int(number), "text": .string(description)])
    case .ended(let description): ("ended", ["text": .string(description)])
    case .started(let job, let path, let call):
      ("started", ["job": .int(job), "path": .string(path), "call": .string(call)])
    case .finished(let job, let path, let call, let value):
      (
        "finished",
        ["job": .int(job), "path": .string(path), "call": .string(call), "value": value]
      )
    case .diagnostic(let diagnostic, let source): ("error", error(diagnostic, source))
    case .explanation(let lines):
      (
        "explanation",
        ["lines": .array(lines.map(text)), "messages": .array(lines.map(\.keyAndArguments))]
      )
    case .note(let message):
      (
        "note",
        ["text": text(message), "key": .string(message.key), "arguments": message.argumentValues]
      )
    case .output(let text): ("output", ["text": .string(text)])
    case .listing(let lines): ("output", ["text": .string(lines.joined(separator: "\n"))])
    case .formatted(let value, let format): ("output", ["text": .string(format.text(of: value))])
    case .graph(let graph), .liveGraph(let graph):
      (
        "graph",
        [
          "title": .string(graph.title), "live": record.isLive ? true : nil,
          "nodes": .array(graph.nodes.map { Self.node($0, graph.nodes) }),
        ]
      )
    case .waterfall(let waterfall):
      ("waterfall", ["rows": .array(waterfall.rows.map(\.json))])
    case .heat(let table):
      (
        "heat",
        [
          "nodes": .int(table.nodes), "runs": .int(table.runs),
          "rows": .array(table.rows.map(\.json)),
        ]
      )
    case .text(let title, let lines):
      ("text", ["title": title.map(text), "lines": .array(lines.map { .string($0) })])
    case .check(let text, let isMet): ("check", ["text": .string(text), "met": .bool(isMet)])
    case .page(let title, let rows):
      (
        "page",
        [
          "title": text(title),
          "rows": .array(rows.map { ["word": .string($0.word), "text": .string($0.text)] }),
        ]
      )
    }
  }

  private static func node(_ node: DrawnNode, _ nodes: [DrawnNode]) -> DynamicValue {
    var members: [String: DynamicValue] = [
      "name": .string(node.name), "kind": .string(node.kind.rawValue),
      "reads": .array(node.reads.map { .string(nodes[$0].name) }),
    ]
    members["value"] = node.value.map { .string($0) }
    members["previous"] = node.previous.map { .string($0) }
    members["mark"] = node.mark.map { .string($0) }
    if !node.mentions.isEmpty {
      members["mentions"] = .array(node.mentions.map { .string(nodes[$0].name) })
    }
    return .object(members)
  }

  private static func page(_ page: ListTable.Page) -> DynamicValue {
    ["number": .int(page.number), "count": .int(page.count), "rows": .int(page.rowCount)]
  }

  private static func section(_ section: ListTable.Section) -> DynamicValue {
    var members: [String: DynamicValue] = [
      "start": .string("\(section.start)"),
      "rows": .array(section.rows.map { .array($0.map { .string($0) }) }),
    ]
    members["header"] = section.header.map { .string($0) }
    members["footer"] = section.footer.map { .string($0) }
    return .object(members)
  }

  private static func members(
    of snapshot: ViewModelSnapshot, in language: HelpLanguage
  ) -> DynamicValue {
    .array(
      snapshot.rows.map { row in
        var member: [String: DynamicValue] = [
          "name": .string(row.member.name), "kind": .string(row.member.kind.rawValue),
        ]
        if let value = row.value {
          member["value"] = value.plain
          if value == .secret { member["secret"] = true }
        } else {
          member["enabled"] = .bool(row.disabledReasons == nil)
          if let reasons = row.disabledReasons {
            member["reasons"] = .array(reasons.map { .string($0.text(in: language)) })
          }
        }
        if let previous = row.previous {
          member["changed"] = true
          member["old"] = previous.value?.plain
        }
        return .object(member)
      })
  }

  /// The place is a line, counted from 1, and a column, counted from 1 in characters.
  private func text(_ message: Message) -> DynamicValue { .string(message.text(in: language)) }

  private func error(
    _ diagnostic: Diagnostic, _ source: SourceText
  ) -> KeyValuePairs<String, DynamicValue?> {
    let place = diagnostic.span.map { span in
      let line = source.line(at: span.start)
      let before = line.text.utf8.prefix(span.start - line.start)
      return (line: line.number, column: String(decoding: Array(before), as: UTF8.self).count + 1)
    }
    return [
      "code": .string(diagnostic.code.rawValue), "message": text(diagnostic.message),
      "key": .string(diagnostic.message.key), "arguments": diagnostic.message.argumentValues,
      "file": source.name.map { .string($0) }, "line": place.map { .int($0.line) },
      "column": place.map { .int($0.column) }, "help": diagnostic.help.map(text),
      "advice": diagnostic.help?.keyAndArguments,
      "correction": diagnostic.correctedLine(in: source).map { .string($0) },
    ]
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
