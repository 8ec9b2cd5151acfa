extension Rule {
  /// The login lesson's mobile number: `^1(3[0-9]|5[0-35-9]|8[0-25-9])\d{8}$`.
  ///
  /// These are Chinese prefixes as of about 2016, not today's numbering plan. They stay because the lesson needs a rule
  /// that people can see. Digits are ASCII digits only.
  static let lessonPhone2016 = Rule("lessonPhone2016") { text in
    let digits = Array(text.utf8)
    if let refusal = refusalOfDigits(digits, count: 11...11) { return refusal }
    guard digits[0] == UInt8(ascii: "1") else { return "does not start with 1" }
    return prefix(digits[1...2], in: ["3": "0123456789", "5": "012356789", "8": "01256789"])
  }

  /// The car lesson's phone number: `^0?(13[0-9]|15[012356789]|17[678]|18[0-9]|14[57])[0-9]{8}$`.
  ///
  /// This is the second rule of about 2016. It accepts a leading 0 and the prefixes 145, 147, 176-178, 183 and 184,
  /// which ``lessonPhone2016`` refuses; the lesson compares the two. Digits are ASCII digits only.
  static let carLessonPhone2016 = Rule("carLessonPhone2016") { text in
    var digits = Array(text.utf8)
    if let refusal = refusalOfDigits(digits, count: 11...12) { return refusal }
    if digits[0] == UInt8(ascii: "0") {
      digits.removeFirst()
    }
    guard digits.count == 11 else { return "has \(digits.count) digits, needs 11" }
    guard digits[0] == UInt8(ascii: "1") else { return "does not start with 1 or 01" }
    return prefix(
      digits[1...2],
      in: [
        "3": "0123456789", "4": "57", "5": "012356789", "7": "678", "8": "0123456789",
      ])
  }

  private static func refusalOfDigits(_ text: [UInt8], count: ClosedRange<Int>) -> String? {
    guard !text.isEmpty else { return "is empty" }
    guard text.allSatisfy(isDigit) else { return "may have digits only" }
    guard count.contains(text.count) else {
      let has = text.count == 1 ? "1 digit" : "\(text.count) digits"
      return "has \(has), needs \(count.lowerBound)"
    }
    return nil
  }

  private static func prefix(
    _ two: ArraySlice<UInt8>, in table: KeyValuePairs<Character, String>
  ) -> String? {
    let digits = String(decoding: two, as: UTF8.self)
    for (second, thirds) in table where digits.first == second {
      if thirds.contains(where: { $0 == digits.last }) { return nil }
    }
    return "starts with 1\(digits), which is not one of the rule's prefixes"
  }
}
