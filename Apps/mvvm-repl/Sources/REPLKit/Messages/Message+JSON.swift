import Models

// Problems of JSON documents: English in the words of Models, Chinese from their kinds and a table of phrases.

extension Message {
  /// Creates the description of a problem: what was expected and found, how to correct it, and what was done about it.
  init(_ problem: JSONProblem) {
    let done = problem.effect == .failed ? "" : " (\(problem.effect.rawValue))"
    self.init(
      "expected \(problem.expected), found \(problem.found). \(problem.remedy)\(done)",
      "\(problem.inChinese)\(problem.effect.chinese)。",
      key: "jsonProblem")
  }
}

extension JSONProblem {
  /// The fault in Chinese; of a key that is missing there is nothing to be told but the key.
  fileprivate var inChinese: String {
    let expected = expected.phraseInChinese
    guard kind != .missing || !expected.hasPrefix("键") else { return "缺少\(expected)" }
    let fault = "\(kind.chinese)：应为\(expected)"
    return (kind == .null ? fault : "\(fault)，实际是\(found.phraseInChinese)").trimmed
  }
}

extension JSONProblem.Kind {
  fileprivate var chinese: String {
    switch self {
    case .syntax: "不是合法的 JSON"
    case .limit: "超出限度"
    case .missing: "缺少键"
    case .null: "值为 null"
    case .wrongType: "类型不对"
    case .invalidValue: "值不对"
    case .unknown: "模型里没有"
    }
  }
}

extension JSONProblem.Effect {
  fileprivate var chinese: String {
    switch self {
    case .failed: ""
    case .dropped: "（已丢弃）"
    case .replaced: "（已用默认值代替）"
    case .converted: "（已转换）"
    }
  }
}

extension String {
  /// The Chinese form of a phrase, with the value after it unchanged; a phrase without a translation stays.
  fileprivate var phraseInChinese: String {
    if let key = wholeMatch(of: /the key "(.*)"/)?.1 { return "键“\(key)”" }
    if let range = wholeMatch(of: /an integer from (.*) to (.*)/) {
      return "整数，范围 \(range.1) 到 \(range.2)"
    }
    for (english, chinese) in Self.phrases where hasPrefix(english) {
      let value = String(dropFirst(english.count))
      return chinese.contains("#") ? chinese.replacing("#", with: value) : chinese + value
    }
    return " \(self)"
  }

  /// The translations of phrases; a longer phrase comes before its prefixes.
  ///
  /// `#` stands for the value behind the phrase.
  private static let phrases = [
    ("the string ", "字符串 "), ("the number ", "数 "), ("the key ", "键 "), ("the byte ", "字节 "),
    ("the end of the document", "文档的结尾"), ("nothing", "空"),
    ("an object", "对象"), ("an array", "数组"), ("an integer", "整数"),
    ("a string", "字符串"), ("a number that fits a ", " # 放得下的数"), ("a number of JSON", " JSON 数字"),
    ("a number", "数"), ("a decimal number", "十进制数"), ("a key in double quotes", "双引号中的键"),
    ("a key", "键"), ("a value that fits the model", "符合模型的值"), ("a value at ", " # 处的值"),
    ("a value", "值"), ("true or false", " true 或 false"), ("a comma or ", "逗号或 "),
    ("a colon", "冒号"),
    ("a date as ", "日期，例如 "), ("a URL", "网址"), ("base64", " base64 文本"),
    ("only keys of the model", "模型里有的键"),
    ("digits after ", " # 后面的数字"), ("the closing quote of the string", "字符串结尾的引号"),
    ("no control character inside a string", "不含控制字符的字符串"), ("an escape of JSON", " JSON 的转义"),
    ("four hexadecimal digits", "四位十六进制数字"), ("a pair of surrogates", "一对代理码"),
  ]
}
