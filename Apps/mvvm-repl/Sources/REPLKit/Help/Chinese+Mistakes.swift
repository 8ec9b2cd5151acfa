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

  /// A sentence of a mistake in Chinese; `nil` when there is no translation.
  static func sentence(_ english: String) -> String? {
    translated(english, by: sentences + advice)
  }

  /// The translation by the first pattern that fits; `nil` when none does.
  static func translated(
    _ english: String, by patterns: [(english: String, chinese: String)]
  ) -> String? {
    for (pattern, chinese) in patterns {
      guard let parts = parts(of: english, by: pattern) else { continue }
      let pieces = pattern.components(of: "{}")
      return filled(
        chinese,
        parts.enumerated().map { index, part in
          // What stands between quotes was typed, or is a name.
          pieces[index].last == "'" ? String(part) : phrase(String(part))
        })
    }
    return nil
  }

  /// A part of a sentence: what the language calls a thing is translated, what a person typed is not.
  private static func phrase(_ english: String) -> String {
    if let chinese = phrases[english] { return chinese }
    // Reasons of a command, one after the other.
    let reasons = english.split(separator: "; ").map(String.init)
    guard reasons.count > 1 else { return english }
    let translated = reasons.map { sentence($0) ?? phrase($0) }
    return translated == reasons ? english : translated.joined(separator: "；")
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

  private static func filled(_ pattern: String, _ parts: [String]) -> String {
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

extension String {
  fileprivate func components(of separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: false)
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
