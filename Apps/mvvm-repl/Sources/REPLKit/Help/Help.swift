import ViewModels

/// The texts of `:help`.
@MainActor
struct Help {
  let language: HelpLanguage
  let words: ToolWords
  var keys: [(word: String, text: Message)] = []
  var documentation = Documentation(language: .english, chinese: [:])

  /// A text that a person can type, and its meaning.
  typealias Row = (word: String, text: String)

  var swift: [Row] { rows(of: Self.swift) }
  var secrets: [Row] { rows(of: Self.secrets) }
  /// The ways to execute a command.
  var commands: [Row] { rows(of: Self.commands) }
  var files: [Row] { rows(of: Self.files) }
  var filters: [Row] { Filter.allCases.map(row(of:)) }
  var converters: [Row] {
    Converter.allCases.map { ("  \($0.rawValue)", $0.explanation.text(in: language)) }
  }

  private static let files = [
    Verb.Use(
      "form.output | json > \"a.txt\"", "write what would be shown into a file, over what it holds",
      "把要显示的内容写入文件，覆盖原有内容"),
    Verb.Use("form | json >> \"a.txt\"", "add it at the end of a file", "追加到文件末尾"),
  ]

  private static let commands = [
    Verb.Use("form.signIn()", "execute a command and wait for its end", "执行命令，并等它结束"),
    Verb.Use("form.signIn() &", "execute it in the background", "在后台执行"),
  ]

  private static let swift = [
    Verb.Use("let form = LoginForm()", "create a view-model and name it", "创建一个视图模型并命名"),
    Verb.Use("form", "see all of it", "查看全部成员"),
    Verb.Use("form.phone", "read a value", "读取一个值"),
    Verb.Use("form.phone = \"186\"", "set an input", "设置输入"),
    Verb.Use(
      "form.clear()", "execute a command; with & after it, in the background",
      "执行命令；末尾加 & 在后台执行"),
    Verb.Use(
      "let n = { form.phone.count }", "a derived value", "派生值"),
    Verb.Use("$3, _", "the third result, the last result", "第三个结果、最近一个结果"),
    Verb.Use("form.clear?", "explain a name", "说明一个名字"),
  ]

  private static let secrets = [
    Verb.Use(
      "form.password",
      "a secret member: its value is masked wherever it appears, and so is what is made of it",
      "机密成员，例如密码：它的值无论出现在哪里都被遮住，由它得出的值也一样"),
    Verb.Use(
      "form.password = \"…\"",
      "what is typed into it is left out of history, recordings and files, wherever it is typed; another value that happens to be equal is still shown",
      "输入到其中的文字，无论再在哪里输入，都不进入历史、记录和文件；只是碰巧相等的值，回答中仍会显示"),
    Verb.Use(
      "send(form.password)",
      "after it was passed to a command or to another secret member, every answer masks its text",
      "一旦它被交给命令或另一个机密成员，此后所有回答都遮住它的文字"),
    Verb.Use(
      "[\"token\": \"…\"]",
      "what a command or a store is given under such a name is a secret at once: password, token, Authorization, apiKey",
      "以 password、token、Authorization、apiKey 这类名字交给命令或存储的值，立即成为机密"),
    Verb.Use(
      "let token = \"…\"",
      "for a variable with such a name, the text that you type is left out of files; its value is still shown",
      "变量若这样命名，输入的文字不会写入文件；它的值仍会显示"),
    Verb.Use(
      "\"…\"",
      "stands for a secret that was left out, as \"••••••••\" does in an answer; :save and :export say where one is missing",
      "代替被略去的机密，回答中则是 \"••••••••\"；:save 和 :export 会说明哪里缺少"),
    Verb.Use(
      "form.password = \"••••••••\"",
      "a secret member that is set to one of them stays as it is, and a command or a store refuses them in the place of a secret",
      "机密成员被设为其中之一时保持不变；命令和存储不接受用它们代替机密"),
  ]

  private func rows(of uses: [Verb.Use]) -> [Row] {
    uses.map { ($0.example, $0.explanation.text(in: language)) }
  }

  func rows(of verb: Verb) -> [Row] { rows(of: verb.uses) }

  func row(of filter: Filter) -> Row {
    ("| \(filter.rawValue)", filter.explanation.text(in: language))
  }

  func row(of command: ToolCommand) -> Row {
    (":\(command.name)", command.explanation.text(in: language))
  }

  func page(of topic: String) -> Record? {
    let topic = topic.lowercased()
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
    if !command.isOwn {
      var words = command.takesPath ? ["…"] + command.words : command.words
      // Of a long list, such as that of the lessons, the beginning and the end.
      if words.count > 8 { words.replaceSubrange(3..<words.count - 1, with: ["…"]) }
      row.word += " " + words.joined(separator: "|")
    }
    let marks = command.marks.map { ("  \($0.word)", $0.text.text(in: language)) }
    return .page(title: .tool, rows: [row] + marks)
  }

  var keyRows: [Row] { keys.map { ($0.word, $0.text.text(in: language)) } }

  /// Returns the page of a key, also of one that is written with other letters or a plus: `ctrl+r`.
  func page(ofKey name: String) -> Record? {
    let name = name.lowercased().replacing("+", with: "-")
    let rows = keyRows.filter { $0.word.lowercased().split(separator: ", ").contains(name[...]) }
    return rows.isEmpty ? nil : .page(title: .keys, rows: rows)
  }

  func page(of code: Diagnostic.Code) -> Record {
    .page(
      title: Message(verbatim: code.rawValue),
      rows: [("", language.text(code.explanation))])
  }

  func page(of schema: ViewModelSchema) -> Record {
    .page(
      title: Message(verbatim: "\(schema.typeName) — \(documentation.text(of: schema))"),
      rows: (schema.members + schema.constants).map {
        ($0.signature, documentation.text(of: $0, in: schema))
      })
  }

  func page(of member: Member, in schema: ViewModelSchema) -> Record {
    .page(
      title: Message(verbatim: "\(schema.typeName).\(member.name)"),
      rows: [(member.signature, documentation.text(of: member, in: schema))])
  }

  func page(of member: Member, in viewModel: any ViewModel, path: String) -> Record {
    let schema = type(of: viewModel).schema
    var rows = [(member.signature, documentation.text(of: member, in: schema))]
    switch member.kind {
    case .property: rows.append((language.text(.setIt), "\(path) = \(member.type.example)"))
    case .derived where member.isConstant: break
    case .derived, .child, .list: rows.append((language.text(.watchIt), "watch \(path)"))
    case .command:
      rows.append((language.text(.executeIt), "\(path)\(member.parameters.example)"))
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
    guard kind == .command else { return "\(name): \(type.written)" }
    let list = parameters.map(\.signature)
    return "\(name)(\(list.joined(separator: ", ")))"
      + (type == .void ? "" : " -> \(type.written)")
  }
}

extension [Parameter] {
  /// Arguments for the parameters without a default value, in parentheses.
  var example: String { call(with: [])?.text ?? "()" }

  /// Returns a call with given arguments, which get the labels of the parameters, and with examples for those that are
  /// still needed; `nil` if there are more arguments than parameters.
  func call(with given: [(label: String?, text: String)]) -> (text: String, isComplete: Bool)? {
    var rest = given
    var (arguments, isComplete) = ([String](), true)
    for parameter in self {
      let others = filter { $0.label != nil && $0.label != parameter.label }.map(\.label)
      let index =
        rest.firstIndex { $0.label != nil && $0.label == parameter.label }
        ?? rest.firstIndex { !others.contains($0.label) }
      let label = parameter.label.map { "\($0): " } ?? ""
      if let index, parameter.defaultValue == nil || index == 0 {
        arguments.append(label + rest.remove(at: index).text)
      } else if parameter.defaultValue == nil {
        arguments.append(label + parameter.type.example)
        isComplete = false
      }
    }
    return rest.isEmpty ? ("(\(arguments.joined(separator: ", ")))", isComplete) : nil
  }
}

extension Parameter {
  /// The parameter as a declaration, in the types that a person writes.
  var signature: String { description.replacing("DynamicValue", with: "\(ValueType.any)") }
}

extension ValueType {
  /// The type as a person writes it: a value of any type stands for ``DynamicValue``.
  var written: String { description.replacing("DynamicValue", with: "\(ValueType.any)") }
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
    case .any: "\"…\""
    case .optional, .void: "nil"
    }
  }
}
