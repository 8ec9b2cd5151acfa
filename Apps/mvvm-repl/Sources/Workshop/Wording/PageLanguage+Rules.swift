extension PageLanguage {
  /// Returns the reason of a refusal; the English one is in the rule's own words.
  func reason(_ reason: String) -> String { text(reason, Self.chinese(reason)) }

  /// The Chinese reason with its numbers in the same order; an unknown reason is returned unchanged.
  private static func chinese(_ reason: String) -> String {
    let number = /\d+/
    guard let known = chineseReasons[reason.replacing(number, with: "#")] else { return reason }
    return reason.matches(of: number).reduce(known) { text, match in
      text.replacing("#", with: match.output, maxReplacements: 1)
    }
  }

  /// `#` stands for a number.
  private static let chineseReasons = [
    "is empty": "为空",
    "is blank": "只有空白",
    "has # character, needs at least #": "有 # 个字符，至少需要 # 个",
    "has # characters, needs at least #": "有 # 个字符，至少需要 # 个",
    "has something else than letters in it": "含有非字母字符",
    "has something else than digits in it": "含有非数字字符",
    "needs exactly one @": "必须恰好有一个 @",
    "has a part before the @ that is empty, too long, or not of letters, digits and ._%+-":
      "@ 前面的部分为空、太长，或含有字母、数字和 ._%+- 以外的字符",
    "needs a domain with a dot after the @": "@ 后面必须有带点的域名",
    "has a domain that is not a domain name": "@ 后面不是合法的域名",
    "needs a domain that ends in at least two letters": "域名必须以至少两个字母结尾",
    "needs a scheme such as https://": "必须有 https:// 这样的协议名",
    "has a scheme that is not a letter followed by letters, digits and +-.":
      "协议名必须以字母开头，后面只能是字母、数字和 +-.",
    "has nothing after ://": ":// 后面什么也没有",
    "has white space in it": "含有空白",
    "may have digits only": "只能是数字",
    "has # digit, needs #": "有 # 位数字，需要 # 位",
    "has # digits, needs #": "有 # 位数字，需要 # 位",
    "does not start with #": "不是以 # 开头",
    "does not start with # or #": "不是以 # 或 # 开头",
    "starts with #, which is not one of the rule's prefixes": "以 # 开头，不在这个规则的号段里",
  ]
}
