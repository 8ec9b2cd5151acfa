import Models
import ViewModels

/// A range of a text that is masked, and the mask that replaces it.
struct Masking: Sendable {
  var span: Span
  let mask: String

  init(_ span: Span, _ mask: String = Redaction.mask) { (self.span, self.mask) = (span, mask) }

  /// Returns the same masking for a text with a number of bytes inserted before it.
  func moved(by offset: Int) -> Masking {
    Masking(Span(span.start + offset, span.end + offset), mask)
  }
}

/// Finds the secrets in a text: literals that are typed into a secret place or beside a value from one, and known
/// secrets that are typed again.
///
/// A member is a secret place by its name alone, whatever is before the dot. So it is found in the first entry, after
/// `_`, and in a text whose view-models do not exist yet. `SecretName` decides about keys, labels and variables, as in
/// requests.
struct Redaction: Sendable, Hashable {
  /// The names of secure members, and of variables that hold secrets.
  var names: Set<String>
  /// The names that exist; an unknown name may be a secret without quotes, or the mistyped name of a secret place.
  private let known: Set<String>
  /// The names that the text declares, which count as known, too.
  private var declared: Set<String> = []
  /// The names whose values go into secret places; their declarations contain secrets.
  private var given: Set<String>
  /// The texts that have gone into secret places; a literal with exactly this text is a secret.
  private var texts: Set<String>
  /// The secrets that are also found inside longer texts.
  private(set) var finder: TextFinder
  /// The secrets that the text itself types into secret places, even in statements that have not run yet.
  private(set) var learnt: Set<String> = []

  /// Creates a redaction with the names and secrets that a session knows.
  init(
    names: Set<String>, known: Set<String> = [], given: Set<String> = [], texts: Set<String> = [],
    finder: TextFinder = TextFinder()
  ) {
    self.names = names
    self.known = known
    self.given = given
    self.texts = texts
    self.finder = finder
  }

  /// Replaces the known secrets by newer ones, which must include those that this redaction has learnt.
  mutating func learn(_ secrets: TextFinder) { finder = secrets }

  /// Whether a secret is searched for in any text; fewer than four characters, or a word of the language, occur too
  /// often by chance.
  static func isTelling(_ secret: String) -> Bool {
    secret.count >= 4 && !["true", "false", "null"].contains(secret)
  }

  /// Whether a number with the name is an amount and no secret, such as `sessionTimeout` or `maxTokens`.
  static func isAmount(_ name: String) -> Bool {
    ["timeout", "length", "count", "limit", "size", "interval", "seconds", "tokens"]
      .contains { word in
        name == word || name.hasSuffix("_\(word)")
          || name.hasSuffix(word.prefix(1).uppercased() + word.dropFirst())
      }
  }

  /// Learns from a text which of its names and literals are secrets.
  mutating func learn(from statements: [Statement]) {
    for statement in statements {
      if let name = statement.kind.declaredName { declared.insert(name) }
      if let name = statement.kind.namedSecret(self) { names.insert(name) }
    }
    var open: Set<String> = []
    for statement in statements {
      for expression in statement.kind.goingIntoSecrets(self) { open.formUnion(expression.names) }
    }
    if !open.isEmpty {
      let origins = Self.origins(in: statements)
      given.formUnion(open.reaching { origins[$0] ?? [] })
    }
    // A literal that is typed into a secret place is a secret in the other statements, too.
    for statement in statements {
      let texts =
        statement.kind.secretValues(self).flatMap(\.literalTexts)
        + statement.kind.expressions.flatMap(\.secretsInside)
      for text in texts where Self.isTelling(text) {
        learnt.insert(text)
        finder.insert(formsOf: text)
      }
    }
  }

  /// Returns the names from which the statements compute each named value.
  private static func origins(in statements: [Statement]) -> [String: Set<String>] {
    statements.reduce(into: [:]) { origins, statement in
      guard let (name, value) = statement.kind.naming else { return }
      origins[name, default: []].formUnion(value.names)
    }
  }

  /// Returns a text with its secrets masked, so that it may be stored.
  ///
  /// - Returns: An empty text if nothing of it may be stored.
  func redacted(_ parsed: ParsedText) -> String {
    let text = parsed.source.text
    // A text that cannot be parsed cannot be masked in part.
    guard let statements = try? parsed.statements.get() else {
      let tells =
        !spans(inUnread: text).isEmpty || names.contains(where: text.contains)
        || finder.isWhole(in: text, from: .asWordAnywhere)
      return tells ? "" : text
    }
    var redaction = self
    redaction.learn(from: statements)
    let left = Self.text(text, without: redaction.hidden(of: statements, in: text))
    // A secret that stood beside another name of one is found once that is gone.
    return left == text ? text : redacted(ParsedText(left))
  }

  /// Returns the secrets in one statement of a text, including its comments, with their masks.
  func hidden(of statement: Statement, in text: String) -> [Masking] {
    if case .meta(let word, let argument) = statement.kind {
      return hidden(inMeta: word, argument, of: statement, text)
    }
    let literals = texts.isEmpty && finder.isEmpty ? [] : statement.kind.literals(self)
    return statement.kind.secrets(self) + literals + hidden(inCommentsOf: text, statement.span)
  }

  /// Returns the secrets in an expression of a text, including its comments, with their masks.
  func hidden(of expression: Expression, in text: String) -> [Masking] {
    expression.secrets(self) + expression.literals(self)
      + hidden(inCommentsOf: text, expression.span)
  }

  /// Whether a literal is, or contains, a known secret.
  func isTold(by literal: String) -> Bool {
    texts.contains(literal) || finder.isWhole(in: literal, from: .asWordAnywhere)
  }

  /// Whether an unknown name is a known secret that was typed without quotes.
  func isSecretWord(_ name: String) -> Bool { !isKnown(name) && isTold(by: name) }

  /// Returns the secrets in a text, including its comments, with their masks.
  private func hidden(of statements: [Statement], in text: String) -> [Masking] {
    statements.flatMap { hidden(of: $0, in: text) } + hidden(inCommentsOf: text[...])
  }

  /// Returns the text of a part of a source with the mask in place of each secret.
  static func text(of part: Span, in source: SourceText, without hidden: [Masking]) -> String {
    text(String(source.slice(part)), without: hidden.map { $0.moved(by: -part.start) })
  }

  /// Returns a text with the mask in place of each secret.
  static func text(_ text: String, without hidden: [Masking]) -> String {
    guard !hidden.isEmpty else { return text }
    var bytes = Array(text.utf8)
    for place in merged(hidden).reversed() {
      let span = place.span
      bytes.replaceSubrange(span.start..<min(span.end, bytes.count), with: place.mask.utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The literal that replaces a secret in a text.
  static let mask = "\"\(mark)\""

  /// Returns the mask of a secret of a type; the mask of a number differs from every typed number.
  static func mask(of type: ValueType) -> String {
    switch type {
    case .int: "Int(\(mask)) ?? 0"
    case .double: "Double(\(mask)) ?? 0"
    default: mask
    }
  }

  /// The mark that replaces a secret within other words.
  static let mark = "…"

  /// Whether a text is a mask: the mark, or the dots that an answer or a screen shows instead of a secret.
  static func isMask(_ text: String) -> Bool {
    text == mark || !text.isEmpty && text.allSatisfy { $0 == "•" }
  }

  /// Returns the ranges in order, with overlapping ranges joined under the mask of the first.
  private static func merged(_ places: [Masking]) -> [Masking] {
    places.sorted { ($0.span.start, -$0.span.end) < ($1.span.start, -$1.span.end) }
      .reduce(into: []) { merged, place in
        if let last = merged.last, place.span.start < last.span.end {
          merged[merged.count - 1].span = last.span.joined(place.span)
        } else {
          merged.append(place)
        }
      }
  }

  /// Whether a name is that of a secret place, or probably a mistyped one.
  func isSecretOrNear(_ name: String) -> Bool {
    names.contains(name)
      || !isKnown(name) && Suggestion.nearest(to: name, among: names) != nil
  }

  /// Whether an expression names a secret place.
  func isSecret(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name(let name), .member(_, let name, _, _): names.contains(name)
    case .element(let base, let index):
      isSecret(base) || index.literalText.map(names.contains) == true
    default: false
    }
  }

  /// Whether the value under a key of a document or store is a secret.
  func isSecretKey(_ name: String) -> Bool { names.contains(name) || SecretName.isSecret(name) }

  /// Whether the value of a label or variable is a secret; `key` alone is a usual word there.
  func isSecretLabel(_ name: String) -> Bool {
    names.contains(name) || name != "key" && SecretName.isSecret(name)
  }

  func isKnown(_ name: String) -> Bool {
    known.contains(name) || declared.contains(name) || Conversion(rawValue: name) != nil
  }

  /// Whether a name has no meaning, so that it may be a text that was typed without quotes.
  func isUnknown(_ name: String) -> Bool { !isKnown(name) && !names.contains(name) }

  func isGiven(_ name: String) -> Bool { given.contains(name) }

  /// Whether an expression names a secret place, or probably mistypes its name.
  func isSecretOrNear(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name(let name), .member(_, let name, _, _): isSecretOrNear(name)
    case .element(_, let index) where index.literalText.map({ isSecretKey($0) }) == true: true
    default: isSecret(expression)
    }
  }

  /// Whether an assignment sets a secret place, even with a mistyped name.
  func isSecretTarget(_ target: Expression) -> Bool {
    isSecretOrNear(target) || target.namesSecret(self)
  }

  /// Whether an expression only refers to existing values, so that its text shows no secret.
  func isReference(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name(let name): isKnown(name) || names.contains(name)
    case .literal(.null), .literal(.bool), .result, .keptResult, .constant: true
    case .literal, .interpolated: false
    case .element(_, let index) where index.literalText == nil && !isReference(index): false
    default: isSecret(expression) || !expression.kind.contains { !isReference($0) }
    }
  }
}

// MARK: - Mistakes

extension Redaction {
  /// Returns an error and its text as they may be shown.
  func told(_ mistake: Diagnostic, in parsed: ParsedText) -> (Diagnostic, SourceText) {
    let source = parsed.source
    var redaction = self
    let hidden: [Masking]
    if let statements = try? parsed.statements.get() {
      redaction.learn(from: statements)
      hidden = redaction.hidden(of: statements, in: source.text)
    } else {
      let text = SecretText(bytes: Array(source.text.utf8)) { _ in false }
      let spans =
        spans(inUnread: source.text) + text.words(in: 0..<text.bytes.count, telling: finder)
      hidden = spans.map { Masking($0) }
    }
    guard !hidden.isEmpty else { return (mistake, source) }
    let places = Self.merged(hidden)
    if let told = Self.quoting(mistake, in: source, without: places) { return told }
    let text = Self.text(source.text, without: places)
    let masked = SourceText(text, name: source.name, firstLine: source.firstLine)
    guard let place = mistake.span else { return (mistake, masked) }
    let isHidden = places.contains { $0.span.start < place.end && place.start < $0.span.end }
    let words = isHidden ? places.flatMap { source.words(in: $0.span) } : []
    let told = mistake.moved(to: Self.place(place, without: places), masking: words)
    // A correction that is masked or not valid in the masked text is left out, together with its advice.
    let isSound = told.correctedLine(in: masked).map { (try? Parser.parse($0)) != nil }
    let isOffered = told.help?.description.hasSuffix(":") != true || isSound == true
    return (isOffered && isSound != false ? told : told.withoutCorrection, masked)
  }

  /// Returns the error of a secret that was typed without Swift's quotes, with the quotes that were typed, and the
  /// correction; `nil` if quotes would not correct the error.
  private static func quoting(
    _ mistake: Diagnostic, in source: SourceText, without places: [Masking]
  ) -> (Diagnostic, SourceText)? {
    guard let span = mistake.span,
      mistake.help == .textHasQuotes || [.unexpected, .unterminated].contains(mistake.code),
      let index = places.firstIndex(where: {
        $0.span.start < span.end && span.start < $0.span.end
      })
    else { return nil }
    var shown = places
    shown[index] = Masking(places[index].span, mask(of: source.slice(places[index].span)))
    guard shown[index].mask != mask else { return nil }
    let words = places.flatMap { source.words(in: $0.span) }
    let told = mistake.moved(
      to: place(places[index].span, without: shown), masking: words
    ).correcting(by: mask, help: .textHasQuotes)
    let masked = SourceText(
      text(source.text, without: shown), name: source.name, firstLine: source.firstLine)
    guard let line = told.correctedLine(in: masked), (try? Parser.parse(line)) != nil else {
      return nil
    }
    return (told, masked)
  }

  /// Returns the mask of a typed text with the quotes as they were typed, if any.
  private static func mask(of typed: Substring) -> String {
    let quotes = Diagnostic.quotes
    let first = typed.first.flatMap { quotes.contains($0) ? String($0) : nil } ?? ""
    let last = typed.dropFirst().last.flatMap { quotes.contains($0) ? String($0) : nil } ?? ""
    let isText = first == "\"" && typed.dropFirst().contains("\"")
    let isExpression = typed.contains { "\"(){}[]".contains($0) } && (first + last).isEmpty
    return isText || isExpression ? mask : first + mark + last
  }

  /// Returns the range of a place after other ranges have been masked.
  private static func place(_ place: Span, without hidden: [Masking]) -> Span {
    func moved(_ offset: Int, isEnd: Bool) -> Int {
      var shift = 0
      for (span, mask) in hidden.map({ ($0.span, $0.mask.utf8.count) }) where span.start < offset {
        guard span.end <= offset else { return span.start + shift + (isEnd ? mask : 0) }
        shift += mask - (span.end - span.start)
      }
      return offset + shift
    }
    return Span(moved(place.start, isEnd: false), moved(place.end, isEnd: true))
  }
}

extension String {
  /// The text up to the first masked secret, with the quote before it; the whole text if no secret is masked.
  ///
  /// The user continues there by typing the secret again, because the mask itself would not set anything.
  public var untilSecret: String {
    guard let mask = firstRange(of: Redaction.mask) else { return self }
    return String(self[..<mask.lowerBound]) + "\""
  }

  /// Whether other statements stand behind that of the first masked secret.
  public var goesOnBehindSecret: Bool {
    guard let mask = firstRange(of: Redaction.mask) else { return false }
    let statement = SourceText(self).statement(at: self[..<mask.lowerBound].utf8.count)
    return utf8.dropFirst(statement.end).contains { !"; \n".utf8.contains($0) }
  }
}

extension SourceText {
  /// Returns the words in a range, without quotes.
  fileprivate func words(in span: Span) -> [String] {
    slice(span).split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }
}

extension Diagnostic {
  /// The error with another correction and its advice.
  fileprivate func correcting(by replacement: String, help: Message) -> Diagnostic {
    Diagnostic(
      code, message, at: span, help: help, replacement: replacement, isIncomplete: isIncomplete)
  }

  /// The error without its correction and advice.
  fileprivate var withoutCorrection: Diagnostic {
    Diagnostic(code, message, at: span, isIncomplete: isIncomplete)
  }

  /// Returns the error at another range, with `…` in place of some words.
  fileprivate func moved(to span: Span, masking words: [String]) -> Diagnostic {
    let finder = TextFinder(words)
    func masked(_ message: Message) -> Message {
      message.mapTexts { finder.masked($0) { _ in Redaction.mark } }
    }
    return Diagnostic(
      code, masked(message), at: span, help: help.map(masked),
      replacement: words.isEmpty ? replacement : nil, isIncomplete: isIncomplete)
  }
}
