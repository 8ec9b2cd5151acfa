import REPLKit

extension SwiftSource {
  /// Returns a test double for a protocol; `nil` when it requires more than functions and properties whose values can
  /// be made up.
  func double(of name: String) -> TestSources.Double? {
    guard let range = declarations(of: name, behind: ["protocol"], in: nil).first else {
      return nil
    }
    let text = range.map { code[$0 - 1] }.joined(separator: "\n")
    guard let open = text.firstIndex(of: "{"), let close = text.lastIndex(of: "}") else {
      return nil
    }
    let head = text[..<open]
    let inherited = head.split(separator: ":").dropFirst().joined()
      .split { $0 == "," || $0.isWhitespace }
    guard inherited.allSatisfy({ $0 == "Sendable" }), !head.contains("private"),
      !head.contains("<"), !head.contains(" where ")
    else { return nil }
    var members: [String] = []
    var madeUp: [String] = []
    for requirement in Self.requirements(in: text[text.index(after: open)..<close]) {
      guard let member = Self.member(requirement) else { return nil }
      members.append("  \(member.text)")
      if let made = member.madeUp { madeUp.append(made) }
    }
    let type = "\(name)Double"
    let declaration =
      ["/// Stands in for \(name).", "private struct \(type): \(name) {"] + members + ["}"]
    return TestSources.Double(
      name: type, declaration: declaration.joined(separator: "\n"), madeUp: madeUp)
  }

  /// The requirements in a protocol's body, each on one line.
  private static func requirements(in body: Substring) -> [String] {
    var requirements: [String] = []
    var depth = 0
    for line in body.split(separator: "\n") {
      let line = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard !line.isEmpty else { continue }
      if depth > 0, let last = requirements.indices.last {
        requirements[last] += " " + line
      } else if line.hasPrefix("->"), let last = requirements.indices.last {
        requirements[last] += " " + line
      } else {
        requirements.append(line)
      }
      depth += line.count { "({[".contains($0) } - line.count { ")}]".contains($0) }
    }
    return requirements.map { $0.replacing("( ", with: "(").replacing(" )", with: ")") }
  }

  /// Returns the text of a member that meets a requirement, and its name when its value is made up.
  private static func member(_ requirement: String) -> (text: String, madeUp: String?)? {
    if let match = requirement.wholeMatch(
      of: /var (\w+): ([^{]+?) ?\{ ?get ?(async)? ?(throws)? ?\}/)
    {
      guard let value = value(of: String(match.2), canThrow: match.4 != nil) else { return nil }
      let effects = [match.3, match.4].compactMap { $0.map { " \($0)" } }.joined()
      let getter = effects.isEmpty ? value : "get\(effects) { \(value) }"
      return ("var \(match.1): \(match.2) { \(getter) }", String(match.1))
    }
    guard let head = requirement.prefixMatch(of: /func (\w+)(?=\()/),
      let close = closing(requirement[head.range.upperBound...]),
      let tail = requirement[close...].wholeMatch(of: /\)( async)?( throws)?(?: -> (.+))?/)
    else { return nil }
    guard let result = tail.3, result != "Void" else { return ("\(requirement) {}", nil) }
    guard let value = value(of: String(result), canThrow: tail.2 != nil) else { return nil }
    return ("\(requirement) { \(value) }", String(head.1))
  }

  /// Returns the place of the parenthesis that closes the first one.
  private static func closing(_ text: Substring) -> String.Index? {
    var depth = 0
    return text.indices.first { index in
      depth += text[index] == "(" ? 1 : text[index] == ")" ? -1 : 0
      return depth == 0
    }
  }

  /// Returns an expression for some value of a type, or one that throws; `nil` when neither is possible.
  private static func value(of type: String, canThrow: Bool) -> String? {
    switch type {
    case "String": "\"\""
    case "Int", "Double": "0"
    case "Bool": "false"
    case _ where type.hasSuffix("?"): "nil"
    case _ where type.hasPrefix("[") && type.hasSuffix("]"): isDictionary(type) ? "[:]" : "[]"
    default: canThrow ? "throw CancellationError()" : nil
    }
  }

  /// Whether a type in brackets has a colon outside of inner brackets: `[[String: Int]]` is an array.
  private static func isDictionary(_ type: String) -> Bool {
    var depth = 0
    return type.contains { character in
      depth += "[(<".contains(character) ? 1 : "])>".contains(character) ? -1 : 0
      return character == ":" && depth == 1
    }
  }
}
