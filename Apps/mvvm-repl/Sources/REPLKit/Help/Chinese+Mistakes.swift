extension Chinese {
  /// What kind of mistake it is, by code.
  static let titles: [Diagnostic.Code: String] = [
    .unexpected: "写法不对", .unterminated: "没有写完", .badNumber: "数字不对", .tooDeep: "嵌套太深",
    .notText: "不是 UTF-8 文字", .unknownName: "没有这个名字", .unknownType: "没有这个类型",
    .unknownMeta: "没有这个命令", .unknownMember: "没有这个成员", .constant: "常量不能改",
    .unknownNumber: "没有这一项", .typeMismatch: "类型不对", .readOnly: "不能设置",
    .notAValue: "这里要的不是它", .arguments: "参数不对", .notDecoded: "文档解不开",
    .calculation: "算不出结果", .disabled: "命令现在不可用", .failed: "没有成功", .cancelled: "已取消",
    .notCreated: "创建失败", .expectation: "与预期不符", .timeout: "时限已到", .notNow: "现在不行",
    .graph: "响应图有误",
  ]

  /// Messages and advice: `{}` stands for what is the same in both languages.
  static let sentences: [(english: String, chinese: String)] = [
    ("there is no ':{}'", "没有“:{}”这个命令"), ("there is no '{}'", "没有“{}”"),
    ("there is no type or command '{}'", "没有“{}”这个类型或命令"),
    ("there is no model '{}'", "没有“{}”这个模型"), ("there is no filter '{}'", "没有“{}”这个过滤器"),
    ("there is no converter '{}'", "没有“{}”这个转换器"),
    ("there is no form '{}' of a watch", "没有“{}”这种观察形式"),
    ("there is no help on '{}'", "没有关于“{}”的帮助"), ("there is no code '{}'", "没有“{}”这个代码"),
    ("there is no result ${}", "没有结果 ${}"),
    ("there is no element {}; the array has {}", "没有第 {} 个元素；数组有 {} 个"),
    ("there is no element {}; the list has {}", "没有第 {} 个元素；列表有 {} 个"),
    ("there is nothing to undo", "没有可以撤销的"), ("there is nothing to redo", "没有可以重做的"),
    ("there is no view-model here now", "这里现在没有视图模型"),
    ("{} has no member '{}'", "{} 没有成员“{}”"), ("{} is a type", "{} 是类型"),
    ("{} is not enabled", "{} 现在不可用"), ("{} was cancelled", "{} 被取消了"),
    ("{} failed: {}", "{} 失败：{}"), ("{} could not be created: {}", "{} 无法创建：{}"),
    ("{} is wanted here; {} is a {}.{}", "这里要 {}；{} 是 {}。{}"),
    ("{} is wanted here; {} is an {}.{}", "这里要 {}；{} 是 {}。{}"),
    ("{} is wanted here; {} is {}", "这里要 {}；{} 是 {}"),
    ("{} is expected here, not {}", "这里应是 {}，而不是 {}"),
    ("{} is not expected here", "这里不应有 {}"), ("unexpected character '{}'", "意外的字符“{}”"),
    ("'{}' is not a number that fits", "“{}”不是合适的数字"),
    ("'{}' is a constant", "“{}”是常量"), ("'{}' is {}; {} is {}", "“{}”是 {}；{} 是 {}"),
    ("'{}' follows from other values and cannot be set", "“{}”由其他值推导而来，不能设置"),
    ("'{}' is a constant, which never changes", "“{}”是常量，永远不变"),
    ("'{}' cannot follow from itself", "“{}”不能由自己推导"),
    ("'{}' does not go with {} and {}", "“{}”不能用于 {} 和 {}"),
    ("'{}' does not go with {}", "“{}”不能用于 {}"),
    ("'{}' cannot be applied to {}", "“{}”不能用于 {}"),
    ("'{}' is not how it is written here", "这里不写“{}”"),
    ("division by zero", "除以零"), ("the result is too large for an Int", "结果超出 Int 的范围"),
    ("this is nil", "这里是 nil"), ("this is not so", "并非如此"),
    ("this string is not closed", "字符串没有结束"), ("this text is not closed", "文字没有结束"),
    ("this comment is not closed", "注释没有结束"), ("this cannot be called", "这个不能调用"),
    ("this returns nothing", "这里没有返回值"), ("this is not a value", "这不是值"),
    ("this has not become true within {}", "{} 内没有成立"),
    ("the clock runs by itself", "时钟自己在走"), ("the wait was cancelled", "等待被取消了"),
    ("a condition is a Bool; this is {}", "条件是 Bool；这里是 {}"),
    ("a condition is a Bool", "条件是 Bool"),
    ("a value is wanted here; this is a {}", "这里要一个值；这是一个 {}"),
    ("only members of view-models can be bound", "只有视图模型的成员可以绑定"),
    ("only a command can run in the background", "只有命令可以在后台运行"),
    ("the marbles are others", "画出的珠子不同"), ("other values were emitted", "发出的值不同"),
    // Advice.
    ("Did you mean '{}'?", "是不是“{}”？"), ("Did you mean ':{}'?", "是不是“:{}”？"),
    ("There are: {}", "现有：{}"), ("It has: {}", "它有：{}"), ("In Swift:", "用 Swift 写："),
    ("Type :help to see what there is.", "输入 :help 查看全部。"),
    ("Type :types to see what there is.", "输入 :types 查看可创建的类型。"),
    ("Declare it with var to change it.", "用 var 声明才能修改。"),
    ("Set what it is made of.", "请设置它的来源。"),
    ("Name a part with let first.", "先用 let 给一部分起名。"),
    ("Close it with \" on the same line.", "在同一行用 \" 结束。"),
    ("The left side is {}, the right side {}.", "左边是 {}，右边是 {}。"),
    ("{} is false", "{} 为 false"), ("Write {}", "写成 {}"),
    ("Create a view-model first: {}", "先创建一个视图模型：{}"),
  ]

  /// A sentence of a mistake in Chinese; `nil` when there is no translation.
  static func sentence(_ english: String) -> String? {
    for (pattern, chinese) in sentences {
      if let parts = parts(of: english, by: pattern) { return filled(chinese, parts) }
    }
    return nil
  }

  /// What stands for each `{}` of a pattern; `nil` when the text is another one.
  private static func parts(of text: String, by pattern: String) -> [Substring]? {
    let fixed = pattern.split(separator: "{}", omittingEmptySubsequences: false)
    guard let first = fixed.first, text.hasPrefix(first) else { return nil }
    var rest = text.dropFirst(first.count)
    var parts: [Substring] = []
    for (index, piece) in fixed.enumerated().dropFirst() {
      if index == fixed.count - 1, piece.isEmpty {
        parts.append(rest)
        return parts
      }
      let found =
        index == fixed.count - 1 ? rest.ranges(of: piece).last : rest.ranges(of: piece).first
      guard let found else { return nil }
      parts.append(rest[..<found.lowerBound])
      rest = rest[found.upperBound...]
    }
    return rest.isEmpty ? parts : nil
  }

  private static func filled(_ pattern: String, _ parts: [Substring]) -> String {
    var text = ""
    var parts = parts[...]
    for (index, piece) in pattern.split(separator: "{}", omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { text += parts.popFirst() ?? "" }
      text += piece
    }
    return text
  }
}

extension Diagnostic {
  /// The mistake in a language, as far as it is translated; its kind always is.
  func translated(to language: HelpLanguage) -> Diagnostic {
    guard language == .chinese else { return self }
    let title = Chinese.titles[code].map { "\($0)：" } ?? ""
    return Diagnostic(
      code, Chinese.sentence(message) ?? "\(title)\(message)", at: span,
      help: help.map { Chinese.sentence($0) ?? $0 }, replacement: replacement,
      isIncomplete: isIncomplete)
  }
}
