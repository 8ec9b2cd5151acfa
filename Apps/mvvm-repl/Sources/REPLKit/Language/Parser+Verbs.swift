extension Parser {
  /// A verb is reserved only as the first word of a statement that goes on like one; `watch = 1` or
  /// `bind.x` speak of a variable.
  func isVerb(_ word: String) -> Bool {
    guard Reserved.verbs.contains(word) else { return false }
    switch next.kind {
    case .symbol(let symbol):
      return symbol == "#" || (symbol == "(" && next.spaceBefore)
        || ["-", "!", "[", "_"].contains(symbol)
    default: return true
    }
  }

  mutating func verb(_ word: String) throws(Diagnostic) -> Statement.Kind {
    advance()
    switch word {
    case "watch": return .watch(try targets())
    case "unwatch": return .unwatch(try selection("unwatch form.output, unwatch #1 or unwatch all"))
    case "bind": return try bind()
    case "unbind": return .unbind(try selection("unbind #1, unbind form.phone or unbind all"))
    default: return .expect(try expression())
    }
  }

  /// `watch` alone lists what is watched.
  private mutating func targets() throws(Diagnostic) -> [Expression] {
    var targets: [Expression] = []
    guard current.kind != .separator, current.kind != .end else { return targets }
    repeat {
      skipLineBreaksAfterComma(targets)
      targets.append(try postfix())
    } while accept(",")
    return targets
  }

  private mutating func skipLineBreaksAfterComma(_ targets: [Expression]) {
    if !targets.isEmpty { skipLineBreaks() }
  }

  private mutating func selection(_ example: String) throws(Diagnostic) -> Statement.Selection {
    switch current.kind {
    case .name("all"):
      advance()
      return .all
    case .symbol("#"):
      let start = advance().span
      guard case .int(let number) = current.kind else { throw unexpected("a number after '#'") }
      return .number(number, start.joined(advance().span))
    case .separator, .end:
      throw Diagnostic(
        .unexpected, "say what is to end", at: current.span, help: "Write \(example).")
    default:
      return .target(try postfix())
    }
  }

  private mutating func bind() throws(Diagnostic) -> Statement.Kind {
    let first = try postfix()
    let isTwoWay = at("<->")
    guard accept("<->") || accept("->") else {
      throw unexpected(
        "'<->' or '->'", help: "Write bind form.phone <-> other.phone, or -> for one way.")
    }
    return .bind(first, try postfix(), isTwoWay: isTwoWay)
  }
}
