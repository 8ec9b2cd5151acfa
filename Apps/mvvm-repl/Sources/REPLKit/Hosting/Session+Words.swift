extension Session {
  /// Adds a `:word`, or replaces the host's one of the same name; the tool's own words stay.
  public func add(_ command: ToolCommand) { host.words.add(command) }

  /// Runs a word of the tool or of the host.
  func meta(_ word: String, _ argument: String, at span: Span) async throws(Diagnostic) {
    guard let command = host.words[word] else {
      let written = argument.isEmpty ? word : "\(word) \(argument)"
      if Verb.named(word) != nil {
        throw Diagnostic(
          .unknownMeta, .noWord(word), at: span, Suggestion(meant: [written]))
      }
      let follows = host.words.lines(of: written)
      guard follows.isEmpty else {
        throw Diagnostic(.unknownMeta, .noWord(word), at: span, Suggestion(meant: follows))
      }
      throw Diagnostic(
        .unknownMeta, .noWord(word.clipped(to: 40)), at: span,
        Suggestion(for: word, among: host.words.names, otherwise: .seeHelp) {
          argument.isEmpty ? ":\($0)" : ":\($0) \(argument)"
        })
    }
    try await command.perform(argument, in: self, at: span)
  }
}

extension Statement {
  /// `help` and `quit` are understood without their colon, unless something has that name.
  func asToolWord(unless isName: (String) -> Bool) -> Statement {
    guard case .expression(let expression, let output) = kind, output.isPlain,
      !output.isInBackground, case .name(let word) = expression.kind,
      ToolCommand.bare.contains(word),
      !isName(word)
    else { return self }
    return Statement(kind: .meta(name: word, argument: ""), span: span)
  }
}
