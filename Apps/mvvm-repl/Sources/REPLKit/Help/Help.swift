import ViewModels

/// The texts of `:help`.
@MainActor
struct Help {
  let language: HelpLanguage
  let words: ToolWords
  var documentation = Documentation(language: .english, chinese: [:])

  /// Something to type, and its meaning.
  typealias Row = (word: String, text: String)

  var swift: [Row] { Self.swift.map { ($0.example, $0.explanation.text(in: language)) } }
  var filters: [Row] { Filter.allCases.map(row(of:)) }
  var converters: [Row] {
    Converter.allCases.map { ("  \($0.rawValue)", $0.explanation.text(in: language)) }
  }

  private static let swift = [
    Verb.Use("let form = LoginForm()", "create a view-model and name it", "创建一个视图模型并命名"),
    Verb.Use("form", "see all of it", "查看全部成员"),
    Verb.Use("form.phone", "read a value", "读取一个值"),
    Verb.Use("form.phone = \"186\"", "set an input", "设置输入"),
    Verb.Use(
      "form.clear()", "execute a command; with & after it, in the background",
      "执行命令；末尾加 & 在后台执行"),
    Verb.Use(
      "let n = { form.phone.count }", "a derived value", "由其他值推导出的值"),
    Verb.Use("$3, _", "the third result, the last result", "第三个结果、最后一个结果"),
    Verb.Use("form.clear?", "explain a name", "说明一个名字"),
  ]

  /// A verb with all ways to write it.
  func rows(of verb: Verb) -> [Row] {
    verb.uses.map { ($0.example, $0.explanation.text(in: language)) }
  }

  func row(of filter: Filter) -> Row {
    ("| \(filter.rawValue)", filter.explanation.text(in: language))
  }

  func row(of command: ToolCommand) -> Row {
    (":\(command.name)", command.explanation.text(in: language))
  }

  func page(of topic: String) -> Record? {
    if let verb = Verb.named(topic), !verb.topics.isEmpty {
      return .page(title: Message(verbatim: topic), rows: rows(of: verb))
    }
    if let filter = Filter(rawValue: topic) {
      return .page(title: .filters, rows: [row(of: filter)])
    }
    guard let command = words[topic.first == ":" ? String(topic.dropFirst()) : topic] else {
      return nil
    }
    var row = row(of: command)
    if !command.isOwn { row.word += " " + command.words.joined(separator: "|") }
    let marks = command.marks.map { ("  \($0.word)", $0.text.text(in: language)) }
    return .page(title: .tool, rows: [row] + marks)
  }

  func page(of code: Diagnostic.Code) -> Record {
    .page(
      title: Message(verbatim: code.rawValue),
      rows: [("", language.text(code.explanation))])
  }

  func page(of schema: ViewModelSchema) -> Record {
    .page(
      title: Message(verbatim: "\(schema.typeName) — \(documentation.text(of: schema))"),
      rows: schema.members.map { ($0.signature, documentation.text(of: $0, in: schema)) })
  }

  func page(of member: Member, in viewModel: any ViewModel, path: String) -> Record {
    let schema = type(of: viewModel).schema
    var rows = [(member.signature, documentation.text(of: member, in: schema))]
    switch member.kind {
    case .property: rows.append((language.text(.setIt), "\(path) = \(member.type.example)"))
    case .derived, .child, .list: rows.append((language.text(.watchIt), "watch \(path)"))
    case .command:
      let arguments = member.parameters.filter { $0.defaultValue == nil }.map { parameter in
        (parameter.label.map { "\($0): " } ?? "") + parameter.type.example
      }
      rows.append((language.text(.executeIt), "\(path)(\(arguments.joined(separator: ", ")))"))
      if let command = member.command(in: viewModel), !command.isEnabled {
        rows.append(
          (language.text(.notEnabled), Message.reasons(command.reasons).text(in: language)))
      }
    }
    return .page(title: Message(verbatim: path), rows: rows)
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
    case .named("Date"): "\"2026-01-02\""
    case .optional(let wrapped) where wrapped.isDate: wrapped.example
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
