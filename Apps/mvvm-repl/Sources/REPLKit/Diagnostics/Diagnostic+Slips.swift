import ViewModels

extension Diagnostic {
  /// The mistake told as what was meant, when the line is a command of another tool: `set form.phone
  /// 186` is `form.phone = "186"` here.
  @MainActor
  func asSlip(in session: Session) -> Diagnostic {
    guard let span else { return self }
    let line = session.source.line(at: span.start)
    let words = line.text.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count > 1, let meant = Self.meant(words, in: session) else { return self }
    let start = line.start + line.text.utf8.prefix { $0 == UInt8(ascii: " ") }.count
    return Diagnostic(
      .unexpected, "'\(words[0])' is not how it is written here",
      at: Span(start, line.start + line.text.utf8.count), help: "In Swift:", replacement: meant)
  }

  @MainActor
  private static func meant(_ words: [String], in session: Session) -> String? {
    let rest = words[1].trimmed
    let verb = Verb.allCases.first { $0.words.contains(words[0]) }
    switch verb {
    case .set? where words.count == 3:
      guard let target = try? Parser.expression(rest) else { return nil }
      return "\(rest) = \(literal(words[2].trimmed, for: target, in: session))"
    case .get? where words.count == 2:
      return (try? Parser.expression(rest)) == nil ? nil : rest
    case .call? where words.count == 2:
      guard (try? Parser.expression(rest)) != nil else { return nil }
      return rest.hasSuffix(")") ? rest : "\(rest)()"
    case .create? where words.count == 2:
      let type = String(rest.prefix { $0.isLetter || $0.isNumber })
      guard session.catalog[type] != nil else { return nil }
      return "let \(type.prefix(1).lowercased())\(type.dropFirst()) = \(type)()"
    default: return nil
    }
  }

  /// What other tools have words for.
  private enum Verb: CaseIterable {
    case set, get, call, create

    var words: [String] {
      switch self {
      case .set: ["set"]
      case .get: ["get", "show", "print", "read", "echo"]
      case .call: ["call", "run", "execute", "fire", "invoke", "do"]
      case .create: ["new", "create", "make"]
      }
    }
  }

  /// The value as the target takes it: in quotes where a text is wanted.
  @MainActor
  private static func literal(
    _ text: String, for target: Expression, in session: Session
  ) -> String {
    var value = text
    for sign in ["= ", "to "] where value.hasPrefix(sign) { value.removeFirst(sign.count) }
    let isQuoted = value.hasPrefix("\"")
    var wantsText = (try? Parser.expression(value)) == nil
    if let place = try? session.place(of: target), case .member(_, let member) = place {
      wantsText = wantsText || member.type == .string || member.type == .optional(.string)
    }
    return wantsText && !isQuoted ? DynamicValue.string(value).description : value
  }
}
