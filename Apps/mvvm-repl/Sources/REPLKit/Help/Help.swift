import ViewModels

/// The texts of `:help`.
@MainActor
struct Help {
  let language: HelpLanguage
  let tools: [ToolCommand]

  /// Something to type, and its meaning.
  typealias Row = (word: String, text: String)

  var swift: [Row] { Self.swift.map { ($0.example, language.text("swift.\($0.key)", $0.text)) } }
  var filters: [Row] { Filters.names.map { ("| \($0)", text(ofFilter: $0)) } }
  var hostWords: [Row] { tools.map { (":\($0.name)", $0.explanation(in: language)) } }

  private static let swift = [
    (key: "create", example: "let form = LoginForm()", text: "create a view-model and name it"),
    (key: "see", example: "form", text: "see all of it"),
    (key: "read", example: "form.phone", text: "read a value"),
    (key: "set", example: "form.phone = \"186\"", text: "set an input"),
    (
      key: "call", example: "form.clear()",
      text: "execute a command; with & behind it, in the background"
    ),
    (
      key: "derive", example: "let n = { form.phone.count }",
      text: "a value that follows from others"
    ),
    (key: "results", example: "$3, _", text: "the third result, the last result"),
    (key: "help", example: "form.clear?", text: "explain a name"),
  ]

  static let verbs = [
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
    (name: "undo", example: "undo", text: "take the last change back; undo 3"),
    (name: "redo", example: "redo", text: "do again what was undone"),
    (
      name: "wait", example: "wait until form.canClear",
      text: "until it is so; wait 2s; wait #1 for a job"
    ),
    (name: "advance", example: "advance 300ms", text: "move the clock after :clock manual"),
  ]

  /// More ways to write a verb, shown on its own page.
  static let verbDetails: [String: [(key: String, example: String, text: String)]] = [
    "watch": [
      ("table", "watch a.phone, a.output as table", "together, with the values before"),
      ("marbles", "watch a.phone, a.output as marbles", "each value as a letter along the time"),
      ("spark", "watch a.count as spark", "the last numbers as bars"),
      ("when", "watch a.phone when a.isPhoneValid", "only while a condition holds"),
      ("every", "watch a.count every 1s", "no oftener than that"),
      ("list", "watch", "what is watched, by number"),
    ],
    "bind": [
      ("list", "bind", "what is bound, by number"),
      ("derived", "bind total -> a.count", "a value that follows from others, or a var"),
      ("via", "bind a.phone -> b.phone via trimmed", "changed on its way, by one of these:"),
    ],
    "expect": [
      (
        "emits", "expect a.phone emits [\"1\", \"18\"] within 2s",
        "the changes since it was asked last"
      ),
      ("marbles", "expect a.phone marbles \"a-b\" every 100ms", "the picture that :marbles draws"),
    ],
    "whatif": [
      ("command", "whatif form.signIn()", "runs on a copy of form; nothing is sent or kept")
    ],
    "why": [("at", "why a.phone at #12", "how one change came about; :log has the numbers")],
    "wait": [
      ("job", "wait #1", "until a command in the background has ended; wait all"),
      ("time", "wait 2s", "for a time"),
    ],
  ]

  static var topics: [String] { verbs.map(\.name) + MetaCommand.allCases.map(\.rawValue) }

  /// A verb with all ways to write it.
  func rows(ofVerb name: String) -> [Row] {
    Self.verbs.filter { $0.name == name }
      .map { ($0.example, language.text("verb.\(name)", $0.text)) }
      + Self.verbDetails[name, default: []].map { detail in
        (detail.example, language.text("verb.\(name).\(detail.key)", detail.text))
      }
  }

  var converters: [(String, String)] {
    Converter.allCases.map { converter in
      (
        "  \(converter.rawValue)",
        language.text("converter.\(converter.rawValue)", converter.explanation)
      )
    }
  }

  func row(_ command: MetaCommand) -> Row {
    (":\(command.rawValue)", language.text("meta.\(command.rawValue)", command.explanation))
  }

  func page(of topic: String) -> Record? {
    if Self.verbs.contains(where: { $0.name == topic }) {
      return .page(title: topic, rows: rows(ofVerb: topic))
    }
    if Filters.names.contains(topic) {
      return .page(
        title: language.text("title.filters", "Filters"),
        rows: [("| \(topic)", text(ofFilter: topic))])
    }
    let title = language.text("title.tool", "Tool")
    let word = topic.first == ":" ? String(topic.dropFirst()) : topic
    if let tool = tools.first(where: { $0.name == word }) {
      return .page(
        title: title,
        rows: [
          (":\(tool.name) \(tool.words.joined(separator: "|"))", tool.explanation(in: language))
        ])
    }
    return MetaCommand(word: word).map { .page(title: title, rows: [row($0)]) }
  }

  func page(of code: Diagnostic.Code) -> Record {
    .page(
      title: code.rawValue,
      rows: [("", language.text("code.\(code.rawValue)", code.explanation))])
  }

  func page(of schema: ViewModelSchema) -> Record {
    .page(
      title: "\(schema.typeName) — \(schema.documentation)",
      rows: schema.members.map { ($0.signature, $0.documentation) })
  }

  func page(of member: Member, in viewModel: any ViewModel, path: String) -> Record {
    var rows = [(member.signature, member.documentation)]
    switch member.kind {
    case .property: rows.append((language.label("set it"), "\(path) = \(member.type.example)"))
    case .derived, .child, .list: rows.append((language.label("watch it"), "watch \(path)"))
    case .command:
      let arguments = member.parameters.filter { $0.defaultValue == nil }.map { parameter in
        (parameter.label.map { "\($0): " } ?? "") + parameter.type.example
      }
      rows.append((language.label("execute it"), "\(path)(\(arguments.joined(separator: ", ")))"))
      if let command = member.command(in: viewModel), !command.isEnabled {
        rows.append(
          (language.label("not enabled"), command.disabledReasons.joined(separator: "; ")))
      }
    }
    return .page(title: path, rows: rows)
  }
}

extension Member {
  /// The member as a declaration: `phone: String`, `clear()`.
  var signature: String {
    guard kind == .command else { return "\(name): \(type)" }
    let list = parameters.map(\.description)
    return "\(name)(\(list.joined(separator: ", ")))" + (type == .void ? "" : " -> \(type)")
  }
}

extension ValueType {
  /// A literal of the type, to show how one is written.
  var example: String {
    switch self {
    case .string, .named: "\"…\""
    case .choice(_, let cases): cases.first.map { ".\($0)" } ?? "\"…\""
    case .int: "1"
    case .double: "1.5"
    case .bool: "true"
    case .array: "[…]"
    case .dictionary: "[\"…\": …]"
    case .optional, .any, .void: "nil"
    }
  }
}
