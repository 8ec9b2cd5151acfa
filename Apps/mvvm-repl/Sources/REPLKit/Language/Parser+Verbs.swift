extension Parser {
  /// A verb is reserved only as the first word of a statement that goes on like one; `watch = 1` or
  /// `bind.x` speak of a variable.
  func isVerb(_ word: String) -> Bool {
    guard Reserved.verbs.contains(word) else { return false }
    switch next.kind {
    case .symbol(let symbol):
      return symbol == "#" || (["(", "."].contains(symbol) && next.spaceBefore)
        || ["-", "!", "[", "_"].contains(symbol)
    default: return true
    }
  }

  mutating func verb(_ word: String) throws(Diagnostic) -> Statement.Kind {
    advance()
    switch word {
    case "watch": return .watch(try watching())
    case "unwatch": return .unwatch(try selection("unwatch form.output, unwatch #1 or unwatch all"))
    case "bind": return try bind()
    case "unbind": return .unbind(try selection("unbind #1, unbind form.phone or unbind all"))
    case "advance": return .advance(try duration("advance 300ms"))
    case "wait": return try wait()
    case "why": return .why(try postfix())
    case "undo": return .undo(try count())
    case "redo": return .redo(try count())
    case "whatif": return .whatIf(try assignmentOrExpression())
    default:
      let condition = try expression()
      return .expect(condition, within: try limit())
    }
  }

  private mutating func watching() throws(Diagnostic) -> Statement.Watching {
    var watching = Statement.Watching(targets: try targets())
    while case .name(let word) = current.kind, !watching.targets.isEmpty {
      switch word {
      case "when":
        advance()
        watching.condition = try expression()
      case "every":
        advance()
        watching.interval = try duration("watch form.output every 1s")
      default: return watching
      }
    }
    return watching
  }

  /// How many steps; one when it is not said.
  private mutating func count() throws(Diagnostic) -> Int {
    guard case .int(let count) = current.kind else {
      guard current.kind == .separator || current.kind == .end else { throw unexpected("a number") }
      return 1
    }
    advance()
    return min(count, Timeline.limit * 2)
  }

  private mutating func wait() throws(Diagnostic) -> Statement.Kind {
    guard current.kind == .name("until") else {
      return .wait(try duration("wait 2s, or wait until form.isValid"))
    }
    advance()
    let condition = try expression()
    return .waitUntil(condition, within: try limit())
  }

  /// `within 2s`, if it is there.
  private mutating func limit() throws(Diagnostic) -> Duration? {
    guard current.kind == .name("within") else { return nil }
    advance()
    return try duration("expect form.isValid within 2s")
  }

  private mutating func duration(_ example: String) throws(Diagnostic) -> Duration {
    guard case .duration(let duration) = current.kind else {
      throw unexpected("a duration", help: "Write \(example).")
    }
    advance()
    return duration
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
