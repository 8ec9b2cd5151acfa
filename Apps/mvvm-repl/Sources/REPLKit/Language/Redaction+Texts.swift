import Models

// The secrets in texts that are no expressions: tool commands, comments, and what cannot be parsed.

extension Redaction {
  /// Returns the secrets in a tool command, whose argument may be a statement, JSON, or words.
  func hidden(
    inMeta word: String, _ argument: String, of statement: Statement, _ text: String
  ) -> [Masking] {
    let bytes = Array(text.utf8)
    let end = min(statement.span.end, bytes.count)
    let start = statement.span.start
    let raw = SecretText(bytes: bytes, isSecret: names.contains)
    let named = SecretText(bytes: bytes, isSecret: { SecretName.isSecret($0) })
    var spans =
      raw.masked(in: start..<end) + named.masked(in: start..<end, ofKeysOnly: true)
      + raw.words(in: start..<end, telling: finder)
    let line = bytes[start..<end]
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let skipped = line.prefix { !isBlank($0) }.count
    let offset = start + skipped + line.dropFirst(skipped).prefix(while: isBlank).count
    guard !argument.isEmpty, bytes[offset..<end].starts(with: argument.utf8) else {
      return spans.map { Masking($0) }
    }
    // The text after the name of a secret may be its value: in `:set password 123`, `:help password 123`, and in
    // `:password 123`, which is no tool command.
    let isNamed = ["set", "help"].contains(word)
    let name = isNamed ? argument.prefix { $0.isLetter || $0.isNumber || $0 == "_" } : word[...]
    let rest = isNamed ? argument.dropFirst(name.count) : argument[...]
    let value = rest.drop { $0 == " " || $0 == "\t" }
    if !value.isEmpty, isNamed ? value.count < rest.count : !isKnown(":\(word)"),
      isSecretLabel(String(name)) || isSecretOrNear(String(name))
    {
      let place = offset + argument.utf8.count
      spans.append(Span(place - value.utf8.count, place))
    }
    guard let inner = try? Parser.parse(argument) else { return spans.map { Masking($0) } }
    return spans.map { Masking($0) }
      + inner.flatMap { hidden(of: $0, in: argument) }.map { $0.moved(by: offset) }
  }

  /// Returns the secrets in the comments of a part of a text, with their masks.
  func hidden(inCommentsOf text: String, _ part: Span) -> [Masking] {
    hidden(inCommentsOf: SourceText(text).slice(part)).map { $0.moved(by: part.start) }
  }

  /// Returns the secrets in comments, with their masks: the rest of a line after a secret name, and known secrets.
  func hidden(inCommentsOf text: Substring) -> [Masking] {
    // An address or a division is rare enough to be looked through in vain.
    guard text.utf8.contains(UInt8(ascii: "/")) else { return [] }
    let raw = SecretText(bytes: Array(text.utf8), isSecret: isSecretOrNear)
    var (lexer, last) = (Lexer(String(text)), 0)
    var hidden: [Masking] = []
    while true {
      let token = lexer.next()
      if last < token.span.start {
        let comment = last..<token.span.start
        let spans = raw.restsOfLines(in: comment) + raw.words(in: comment, telling: finder)
        hidden += spans.map { Masking($0) }
      }
      last = token.span.end
      switch token.kind {
      case .end, .invalid: return hidden
      case .string(let segments):
        for case .interpolation(let inner, let offset, _) in segments {
          hidden += self.hidden(inCommentsOf: inner[...]).map { $0.moved(by: offset) }
        }
      default: break
      }
    }
  }

  /// Returns the rests of the lines after secret names in a text that cannot be parsed.
  func spans(inUnread text: String) -> [Span] {
    let bytes = Array(text.utf8)
    return SecretText(bytes: bytes, isSecret: isSecretOrNear).restsOfLines(in: 0..<bytes.count)
      + SecretText(bytes: bytes, isSecret: names.contains)
      .restsOfLines(in: 0..<bytes.count, needsSign: false)
  }
}
