import ViewModels

/// A filter behind a `|`, which changes how a result is shown but not the result itself.
enum Filter: String, CaseIterable, Sendable {
  case copy, count, csv, grep, json, page, prefix, reversed, sorted, suffix, table, tree

  static let names = allCases.map(\.rawValue)

  /// Creates the filter for the name that another tool gives it, such as `head` for `prefix`.
  init?(nameElsewhere name: String) {
    switch name {
    case "head", "limit", "first": self = .prefix
    case "tail", "last": self = .suffix
    case "sort", "order": self = .sorted
    case "where", "filter": self = .grep
    case "reverse": self = .reversed
    case "less", "more": self = .page
    case "wc": self = .count
    default: return nil
    }
  }

  var takesArgument: Bool {
    switch self {
    case .grep, .page, .prefix, .sorted, .suffix: true
    case .copy, .count, .csv, .json, .reversed, .table, .tree: false
    }
  }

  var explanation: Message {
    switch self {
    case .copy: Message("to the terminal's clipboard", "复制到终端的剪贴板")
    case .count: Message("how many elements, members or characters", "元素、成员或字符的个数")
    case .csv: Message("comma-separated values, for a spreadsheet", "逗号分隔的值，可用于表格软件")
    case .grep:
      Message("the elements that contain a text: grep \"fog\"", "包含某个字符串的元素：grep \"fog\"")
    case .json: Message("as JSON", "以 JSON 显示")
    case .page: Message("20 lines of it: page 2", "分页，每页 20 行：page 2 是第 2 页")
    case .prefix: Message("the first elements: prefix 3; 10 by default", "前几个元素：prefix 3；默认 10 个")
    case .reversed: Message("in reverse order", "倒序")
    case .sorted:
      Message("in order, or by a member: sorted price", "排序，或按某个成员：sorted price")
    case .suffix: Message("the last elements: suffix 3; 10 by default", "最后几个元素：suffix 3；默认 10 个")
    case .table: Message("as a table with a row for each element", "表格，每个元素一行")
    case .tree:
      Message(
        "indented, one member a line; as the first filter, with the view-models inside",
        "缩进显示，每个成员一行；作为第一个过滤器时包括内部的视图模型")
    }
  }

  /// The intermediate result between two filters: a value, a value with an output format, or a text.
  enum Stage: Equatable {
    case value(DynamicValue)
    case formatted(DynamicValue, Record.Format)
    case text(String)

    var record: Record {
      switch self {
      case .value(let value): .value(value, type: value.type)
      case .formatted(let value, let format): .formatted(value, format)
      case .text(let text): .output(text)
      }
    }

    /// The text that is shown, without colours.
    func text(in language: HelpLanguage) -> String {
      // The raw text. Only the terminal gets escaped text; files and the clipboard get the characters unchanged.
      switch self {
      case .text(let text): text
      case .formatted(let value, let format): format.text(of: value, in: language)
      case .value: TextRenderer(style: .plain, language: language).text(record)
      }
    }
  }

  /// Changes a value; `count` is called for each step of long work, which ends with its error.
  func apply(
    to value: DynamicValue, _ argument: DynamicValue?, _ count: ValueMembers.Counting
  ) throws -> Result<Stage, Operators.Problem> {
    switch (self, value) {
    case (.json, _): .success(.formatted(value, .json))
    case (.tree, _): .success(.formatted(value, .tree))
    case (.table, _): .success(.formatted(value, .table))
    case (.csv, _): .success(.text(TableText(value).separated.joined(separator: "\n")))
    case (.count, .array), (.count, .string), (.count, .object):
      .success(.value(ValueMembers.property("count", of: value) ?? .null))
    case (.reversed, .array), (.reversed, .string):
      .success(.value(try ValueMembers.method("reversed", of: value, []) ?? .null))
    case (.prefix, .array(let elements)):
      Self.number(argument).map { .value(.array(Array(elements.prefix($0)))) }
    case (.suffix, .array(let elements)):
      Self.number(argument).map { .value(.array(Array(elements.suffix($0)))) }
    case (.grep, .array(let elements)):
      try Self.containing(argument, elements, count).map { .value($0) }
    case (.sorted, .array(let elements)):
      try Self.ordered(elements, by: argument, count).map { .value($0) }
    case (.count, _):
      .problem(.doesNotGo(rawValue, value.type), help: .wantsArrayTextOrDictionary)
    case (.reversed, _): .problem(.doesNotGo(rawValue, value.type), help: .wantsArrayOrText)
    default: .problem(.doesNotGo(rawValue, value.type), help: .wantsArray)
    }
  }

  static let linesOfAPage = 20

  /// Returns one page of a long text; the first page if `argument` is `nil`.
  static func page(
    _ stage: Stage, _ argument: DynamicValue?, in language: HelpLanguage
  ) -> Result<Stage, Operators.Problem> {
    let lines = stage.text(in: language).split(separator: "\n", omittingEmptySubsequences: false)
    let count = max(1, (lines.count + linesOfAPage - 1) / linesOfAPage)
    return (argument == nil ? .success(1) : number(argument)).flatMap { page in
      guard (1...count).contains(page) else {
        return .problem(count == 1 ? .onePage : .pages(count))
      }
      let first = (page - 1) * linesOfAPage
      let text = lines[first..<min(first + linesOfAPage, lines.count)].joined(separator: "\n")
      let place = Message.page(page, of: count)
      let told = page < count ? .goesOn(place, with: "| page \(page + 1)") : place
      return .success(.text(count == 1 ? text : "\(text)\n\(language.text(told))"))
    }
  }

  private static func number(_ argument: DynamicValue?) -> Result<Int, Operators.Problem> {
    switch argument {
    case nil: .success(10)
    case .int(let number)? where number >= 0: .success(number)
    default: .problem(.numberOfElementsWanted)
    }
  }

  private static func text(_ argument: DynamicValue?) -> Result<String, Operators.Problem> {
    switch argument {
    case .string(let text)?: .success(text)
    case .int, .double, .bool: .success(argument.map { "\($0)" } ?? "")
    default: .problem(.textWanted, help: .write("| grep \"text\""))
    }
  }

  private static func containing(
    _ argument: DynamicValue?, _ elements: [DynamicValue], _ count: ValueMembers.Counting
  ) throws -> Result<DynamicValue, Operators.Problem> {
    switch text(argument).map({ $0.lowercased() }) {
    case .failure(let problem): .failure(problem)
    case .success(let part):
      .success(
        .array(
          try elements.filter { element in
            try count()
            return "\(element)".lowercased().contains(part)
          }))
    }
  }

  private static func ordered(
    _ elements: [DynamicValue], by key: DynamicValue?, _ count: ValueMembers.Counting
  ) throws -> Result<DynamicValue, Operators.Problem> {
    if let key {
      guard case .string(let name) = key else {
        return .problem(.memberNameWanted, help: .write("| sorted price"))
      }
      var names: Set<String> = []
      for case .object(let members) in elements { names.formUnion(members.keys) }
      guard names.contains(name) || elements.isEmpty else {
        return .problem(
          .noElementHasMember(name.clipped(to: 40)),
          help: names.isEmpty ? .sortAlone : Suggestion(for: name, among: names.sorted()).help)
      }
    }
    func sortable(_ element: DynamicValue) -> DynamicValue {
      guard case .string(let name)? = key, case .object(let members) = element else {
        return element
      }
      return members[name] ?? .null
    }
    return .success(
      .array(try elements.sorted { try isOrdered(sortable($0), sortable($1), count) }))
  }

  /// Whether `left` sorts before `right`: missing values first, then Booleans, numbers, strings, arrays and objects.
  ///
  /// `count` is called first, and may throw to end the work.
  static func isOrdered(
    _ left: DynamicValue, _ right: DynamicValue, _ count: ValueMembers.Counting
  ) rethrows -> Bool {
    try count()
    if case .success(.bool(let isLess)) = Operators.binary("<", left, right) { return isLess }
    return rank(left) < rank(right)
  }

  private static func rank(_ value: DynamicValue) -> Int {
    switch value {
    case .null: 0
    case .bool(let value): value ? 2 : 1
    case .int, .double: 3
    case .string: 4
    case .array: 5
    case .object: 6
    }
  }
}
