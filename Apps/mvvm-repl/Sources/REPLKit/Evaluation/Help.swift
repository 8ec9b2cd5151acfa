import ViewModels

/// The texts of `:help`.
@MainActor
enum Help {
  static func overview(_ tools: [ToolCommand]) -> [Record] {
    [
      .note("Swift for values, verbs for time, colon for the tool."),
      .page(
        title: "Swift",
        rows: [
          ("let form = LoginForm()", "create a view-model and name it"),
          ("form", "see all of it"),
          ("form.phone", "read a value"),
          ("form.phone = \"186\"", "set an input"),
          ("form.clear()", "execute a command; with & behind it, in the background"),
        ]),
      .page(title: "Verbs", rows: verbs.map { ($0.example, $0.text) }),
      .page(
        title: "Tool",
        rows: MetaCommand.allCases.map { (":\($0.rawValue)", $0.explanation) }
          + tools.map { (":\($0.name)", $0.explanation) }),
      .page(
        title: "Keys",
        rows: [
          ("Tab", "complete a name, or show what fits"),
          ("Up, Down", "earlier entries; they are kept between runs"),
          ("Ctrl-C", "drop the line; cancel a running command"),
          ("Ctrl-D", "leave, on an empty line"),
        ]),
    ]
  }

  private static let verbs = [
    (name: "watch", example: "watch form.output", text: "show a value now and whenever it changes"),
    (name: "unwatch", example: "unwatch form.output", text: "stop that; also #1, all"),
    (name: "bind", example: "bind a.phone <-> b.phone", text: "keep two members equal; -> one way"),
    (name: "unbind", example: "unbind #1", text: "end a binding; also a.phone, all"),
    (
      name: "decode", example: "decode CarHome from \"news.json\"",
      text: "a document as a model; lossy before from drops what does not fit"
    ),
    (
      name: "expect", example: "expect form.canClear within 2s",
      text: "stop a script unless it is so, or becomes so in time"
    ),
    (
      name: "why", example: "why form.canClear",
      text: "what it follows from, down to what you typed"
    ),
    (
      name: "whatif", example: "whatif form.phone = \"\"",
      text: "what would change, without changing it"
    ),
    (name: "undo", example: "undo", text: "take the last change back; undo 3, redo"),
    (name: "redo", example: "redo", text: "do again what was undone"),
    (name: "wait", example: "wait until form.canClear", text: "until it is so; wait 2s"),
    (name: "advance", example: "advance 300ms", text: "move the clock after :clock manual"),
  ]

  static var topics: [String] { verbs.map(\.name) + MetaCommand.allCases.map(\.rawValue) }

  static func page(of topic: String, _ tools: [ToolCommand]) -> Record? {
    if let verb = verbs.first(where: { $0.name == topic }) {
      return .page(title: verb.name, rows: [(verb.example, verb.text)])
    }
    let word = topic.first == ":" ? String(topic.dropFirst()) : topic
    if let tool = tools.first(where: { $0.name == word }) {
      return .page(
        title: "Tool",
        rows: [(":\(tool.name) \(tool.words.joined(separator: "|"))", tool.explanation)])
    }
    return MetaCommand(word: word).map {
      .page(title: "Tool", rows: [(":\($0.rawValue)", $0.explanation)])
    }
  }

  static func page(of schema: ViewModelSchema) -> Record {
    .page(
      title: "\(schema.typeName) — \(schema.documentation)",
      rows: schema.members.map { ($0.signature, $0.documentation) })
  }

  static func page(of member: Member, in viewModel: any ViewModel, path: String) -> Record {
    var rows = [(member.signature, member.documentation)]
    switch member.kind {
    case .property: rows.append(("set it", "\(path) = \(member.type.example)"))
    case .derived, .child, .list: rows.append(("watch it", "watch \(path)"))
    case .command:
      rows.append(("execute it", "\(path)()"))
      if let command = member.command(in: viewModel), !command.isEnabled {
        rows.append(("not enabled now", command.whyDisabled.joined(separator: "; ")))
      }
    }
    return .page(title: path, rows: rows)
  }
}

extension Member {
  /// The member as a declaration: `phone: String`, `clear()`.
  var signature: String {
    guard kind == .command else { return "\(name): \(type)" }
    let list = parameters.map { parameter in
      (parameter.label.map { "\($0): " } ?? "") + "\(parameter.type)"
    }
    return "\(name)(\(list.joined(separator: ", ")))" + (type == .void ? "" : " -> \(type)")
  }
}

extension ValueType {
  /// A literal of the type, to show how one is written.
  var example: String {
    switch self {
    case .string, .named: "\"…\""
    case .int: "1"
    case .double: "1.5"
    case .bool: "true"
    case .array: "[…]"
    case .dictionary: "[\"…\": …]"
    case .optional, .any, .void: "nil"
    }
  }
}
