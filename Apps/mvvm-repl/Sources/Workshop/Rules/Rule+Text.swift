extension Rule {
  /// Accepts a text of at least `count` user-perceived characters.
  static func minimumLength(_ count: Int) -> Rule {
    Rule("minLength\(count)") { text in
      let length = text.count
      let has = length == 1 ? "1 character" : "\(length) characters"
      return length >= count ? nil : "has \(has), needs at least \(count)"
    }
  }

  /// Refuses an empty text and one of white space and line ends only.
  static let notBlank = Rule("notBlank") { $0.allSatisfy(\.isWhitespace) ? "is blank" : nil }

  /// Accepts a text of one letter or more, of any script, and nothing else.
  static let letters = Rule("letters") { text in
    if text.isEmpty { return "is empty" }
    return text.allSatisfy(\.isLetter) ? nil : "has something else than letters in it"
  }

  /// Accepts a text of one or more digits from 0 to 9, and nothing else: no sign, no digits of other scripts.
  static let digits = Rule("digits") { text in
    if text.isEmpty { return "is empty" }
    return text.utf8.allSatisfy(isDigit) ? nil : "has something else than digits in it"
  }

  /// Accepts an address of the usual shape `local@domain.tld`, in ASCII.
  ///
  /// The local part has letters, digits and `._%+-`. The domain has two or more labels of letters, digits and inner
  /// hyphens, the last one 2 to 63 letters. Not all addresses of RFC 5322 fit; only a delivered message proves an
  /// address.
  static let email = Rule("email") { text in
    let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2 else { return "needs exactly one @" }
    guard parts[0].count <= 64, !parts[0].isEmpty, parts[0].allSatisfy(isLocalPart) else {
      return
        "has a part before the @ that is empty, too long, or not of letters, digits and ._%+-"
    }
    let labels = parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard labels.count >= 2 else { return "needs a domain with a dot after the @" }
    guard labels.allSatisfy(isDomainLabel) else {
      return "has a domain that is not a domain name"
    }
    guard let last = labels.last, last.count >= 2, last.allSatisfy(isLetter) else {
      return "needs a domain that ends in at least two letters"
    }
    return nil
  }

  /// Accepts `scheme://` followed by something without white space.
  ///
  /// The scheme is RFC 3986's: a letter, then letters, digits and `+-.`.
  static let url = Rule("url") { text in
    guard let separator = text.firstRange(of: "://") else {
      return "needs a scheme such as https://"
    }
    let scheme = text[..<separator.lowerBound].utf8
    guard let first = scheme.first, isLetter(first), scheme.allSatisfy(isSchemeByte) else {
      return "has a scheme that is not a letter followed by letters, digits and +-."
    }
    let rest = text[separator.upperBound...]
    guard !rest.isEmpty else { return "has nothing after ://" }
    return rest.contains(where: \.isWhitespace) ? "has white space in it" : nil
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isLocalPart(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "._%+-".utf8.contains(byte)
  }

  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || "+-.".utf8.contains(byte)
  }

  private static func isDomainLabel(_ label: Substring.UTF8View) -> Bool {
    let hyphen = UInt8(ascii: "-")
    return (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
      && label.allSatisfy { isLetter($0) || isDigit($0) || $0 == hyphen }
  }
}
