import ViewModels

// Statements that are almost valid: a word or sign of another language, or a sign or space too many or too few.

extension Diagnostic {
  /// Returns the error with the intended line, if a small change makes the statement valid; `nil` otherwise.
  ///
  /// A change counts only if the statement is valid after it.
  @MainActor
  func asNearMiss(_ statement: Span, in session: Session) -> Diagnostic? {
    guard let span else { return nil }
    let source = session.evaluator.source
    let text = String(source.slice(statement))
    let words = text.split(separator: " ").map(String.init)
    let found = String(source.slice(span))
    let first = words.first ?? ""
    /// Returns the error with a correction of a part of the statement; `nil` if the corrected statement is not valid.
    func mended(_ place: Span, by replacement: String) -> Diagnostic? {
      guard place.start >= statement.start, place.end <= statement.end else { return nil }
      var bytes = Array(text.utf8)
      let start = place.start - statement.start
      bytes.replaceSubrange(start..<place.end - statement.start, with: replacement.utf8)
      guard Self.isFit(String(decoding: bytes, as: UTF8.self), in: session) else { return nil }
      return Diagnostic(code, message, at: place, help: .withPlainSigns, replacement: replacement)
    }
    if found != "=" || source.span(of: "=>", around: span) == nil,
      let meant = Self.signs.first(where: { $0.verbs.contains(first) && $0.typed.contains(found) })
    {
      return mended(span, by: meant.sign)
    }
    if found == "(", span.start > statement.start {
      // A converter is not called, so its brackets are removed. The bracket of a call must follow the name directly.
      if ["bind", "unbind"].contains(first) {
        return mended(Span(span.start, span.start + 2), by: "")
      }
      let space = Span(span.start - 1, span.start)
      return source.slice(space) == " " ? mended(space, by: "") : nil
    }
    if ["bind", "unbind"].contains(first), let place = source.arrow(around: span) {
      let sign = String(source.slice(place))
      if let meant = Self.bindingSigns[sign] { return mended(place, by: meant) }
      if Self.signsOfLeft.contains(sign) {
        // The sides change places, but the converter stays at the end.
        let left = text.utf8.prefix(place.start - statement.start).dropFirst(first.utf8.count)
        let right = String(Substring(text.utf8.dropFirst(place.end - statement.start)))
        let sender = right.withoutConverter
        let receiver = String(Substring(left)).trimmed
        return mended(
          statement,
          by: "\(first) \(sender.trimmed) -> \(receiver)\(right.dropFirst(sender.count))")
      }
    }
    if let word = Suggestion.nearest(to: found, among: Self.innerWords),
      let meant = mended(span, by: word)
    {
      return meant
    }
    // An arrow of another language, which is two tokens here.
    let arrow = ["=", ">"].contains(found) ? source.span(of: "=>", around: span) : nil
    if let arrow, ["bind", "unbind"].contains(first) { return mended(arrow, by: "->") }
    if arrow != nil || Self.arrows.contains(found) {
      let parts = text.replacing("=>", with: "->").split(separator: "->", maxSplits: 1)
      if let member = Self.member(parts, in: session) { return mended(statement, by: member) }
      let sides = text.split(separator: #/<?->|=>/#).map { String($0).trimmed }
      guard sides.count == 2, Self.canHand(sides[0], on: sides[1], in: session),
        !text.contains("<->") || Self.canHand(sides[1], on: sides[0], in: session)
      else { return nil }
      return mended(statement, by: "bind \(text.replacing("=>", with: "->"))")
    }
    guard words.count > 1 else { return nil }
    if words.count == 2, Self.wordsOfLeaving.contains(first),
      let line = session.host.words.line(leaving: words[1])
    {
      return mended(statement, by: line)
    }
    // The range of the first two words, with one or more spaces between them.
    let gap = text.utf8.dropFirst(first.utf8.count).prefix { $0 == UInt8(ascii: " ") }.count
    let secondEnd = statement.start + first.utf8.count + gap + words[1].utf8.count
    if Verb.names.contains(first + words[1]) {
      return mended(Span(statement.start, secondEnd), by: first + words[1])
    }
    if let verb = Self.end(of: words[1]), Self.wordsOfEnding.contains(first) {
      guard words.count > 2 else {
        return Diagnostic(
          code, message, at: statement, help: .write("\(verb) #1", "\(verb) all"))
      }
      return mended(Span(statement.start, secondEnd), by: verb)
    }
    return Self.call(words, text, in: session).flatMap { mended(statement, by: $0) }
  }

  /// Signs and words that people write instead of another sign, after certain verbs.
  private static let signs: [(verbs: Set<String>, typed: Set<String>, sign: String)] = [
    (["bind", "unbind"], ["to", "=", "into"], "->"),
    (["bind", "unbind"], ["with", "and", "=="], "<->"),
    (["expect", "wait", "watch"], ["=", "is", "equals"], "=="),
  ]

  /// What people write in the place of the signs of a binding.
  private static let bindingSigns = [
    ">": "->", "-->": "->", "~>": "->", "→": "->", "⇒": "->", "<>": "<->", "<=>": "<->",
    "<-->": "<->", "↔": "<->", "⇔": "<->",
  ]

  /// The arrows from the right to the left.
  private static let signsOfLeft: Set = ["<-", "<--", "<~", "←", "⇐"]

  /// The words that stand within statements.
  private static let innerWords = [
    "via", "as", "when", "every", "within", "emits", "marbles", "until", "from",
  ]

  private static let arrows: Set = ["->", "<->"]

  private static let wordsOfEnding: Set = ["stop", "end", "remove", "cancel", "delete", "no"]

  private static let wordsOfLeaving = wordsOfEnding.union(["quit", "exit", "leave", "close"])

  /// Returns the correction of `form->phone`, as in C, which is a member of a view-model.
  @MainActor
  private static func member(_ parts: [Substring], in session: Session) -> String? {
    let parts = parts.map { String($0).trimmed }
    guard parts.count == 2, let viewModel = session.scope[parts[0]]?.viewModel,
      type(of: viewModel).schema[parts[1].name] != nil
    else { return nil }
    return parts.joined(separator: ".")
  }

  /// Whether a text is valid, and its expression can be read or called.
  @MainActor
  static func isFit(_ text: String, in session: Session) -> Bool {
    guard let statements = try? Parser.parse(text) else { return false }
    guard case .expression(let expression, _)? = statements.first?.kind else { return true }
    return isFit(expression, in: session)
  }

  @MainActor
  private static func isFit(_ expression: Expression, in session: Session) -> Bool {
    func isCommand(_ expression: Expression) -> Bool? {
      guard let place = try? session.evaluator.place(of: expression) else { return nil }
      guard case .member(_, let member) = place else { return false }
      return member.kind == .command
    }
    guard case .call(let callee, let arguments) = expression.kind else {
      return isCommand(expression) != true
    }
    guard isCommand(callee) != false, !callee.names.isEmpty else { return false }
    return arguments.allSatisfy { isCommand($0.value) != true }
  }

  /// Whether a binding can set the target to the source's current value; with a converter, the type is not checked.
  @MainActor
  private static func canHand(_ source: String, on target: String, in session: Session) -> Bool {
    let isConverted = [source, target].contains { $0 != $0.withoutConverter }
    let (source, target) = (source.withoutConverter, target.withoutConverter)
    guard source != target, let source = try? Parser.expression(source),
      let target = try? Parser.expression(target),
      let value = try? session.evaluator.pureValue(of: source)
    else { return false }
    switch try? session.evaluator.place(of: target) {
    case .member(_, let member)?:
      return member.isSettable && (isConverted || member.type.accepts(value))
    case .variable(_, .variable(_, let type))?: return isConverted || type.accepts(value)
    default: return false
    }
  }

  /// Commands that are not suggested, because running them loses data.
  private static let wordsOfLosing: Set = ["clear", "delete", "drop", "remove"]

  /// The verb that ends the effect of another verb.
  private static func end(of verb: String) -> String? {
    let name = verb == "watching" || verb == "binding" ? String(verb.dropLast(3)) : verb
    return Verb.names.contains("un\(name)") ? "un\(name)" : nil
  }

  /// Returns the call of the only command that fits words in another order: `refresh news`, `open demo:///books`.
  @MainActor
  private static func call(_ words: [String], _ text: String, in session: Session) -> String? {
    if words.count == 2,
      let member = session.scope[words[1]]?.viewModel.flatMap({ type(of: $0).schema[words[0]] }),
      member.kind == .command, member.parameters.allSatisfy({ $0.defaultValue != nil }),
      !wordsOfLosing.contains(words[0])
    {
      return "\(words[1]).\(words[0])()"
    }
    let commands = session.scope.members(named: words[0]) {
      $0.kind == .command && $0.parameters.count == 1 && !$0.isSecure
    }
    guard commands.count == 1, !wordsOfLosing.contains(words[0]),
      let parameter = commands[0].member.parameters.first
    else {
      return nil
    }
    let given = String(text.dropFirst(words[0].count)).trimmed
    let isName = session.scope[given.name] != nil
    // Commands do not take view-models.
    guard session.scope[given]?.viewModel == nil else { return nil }
    // After a verb such as `get`, a path means the member itself, not a key of a store.
    guard !isForeign(words[0]) || (try? Parser.expression(given))?.isMember != true else {
      return nil
    }
    let isText = parameter.type == .string && !isName && !given.hasPrefix("\"")
    let value = isText ? DynamicValue.string(given).literal : given
    return "\(commands[0].path)(\(parameter.label.map { "\($0): " } ?? "")\(value))"
  }
}

extension StringProtocol {
  /// The name at the beginning of the text.
  fileprivate var name: String { String(prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
}

extension String {
  /// The side of a binding without its converter.
  fileprivate var withoutConverter: String {
    firstRange(of: " via ").map { String(self[..<$0.lowerBound]) } ?? self
  }
}

extension SourceText {
  /// Returns the range of the characters around a place that look like the arrow of a binding.
  fileprivate func arrow(around place: Span) -> Span? {
    let bytes = Array(text.utf8)
    let isSign = { (index: Int) in
      bytes.indices.contains(index) && "<>-=~".utf8.contains(bytes[index])
    }
    guard isSign(place.start) else { return place }
    var (start, end) = (place.start, place.end)
    while isSign(start - 1) { start -= 1 }
    while isSign(end) { end += 1 }
    return Span(start, end)
  }

  /// Returns the range of a two-character sign that contains the character at a place.
  fileprivate func span(of sign: String, around place: Span) -> Span? {
    [Span(place.start, place.start + 2), Span(place.start - 1, place.start + 1)].first {
      $0.start >= 0 && $0.end <= text.utf8.count && slice($0) == sign
    }
  }
}

extension ToolWords {
  /// The line that leaves what a tool command has begun: `:lesson stop`.
  fileprivate func line(leaving word: String) -> String? {
    self[word].flatMap { command in
      ["stop", "off"].first(where: command.words.contains).map { ":\(word) \($0)" }
    }
  }
}
