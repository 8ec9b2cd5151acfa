extension Session {
  /// Adds a tool command, or replaces the host's command of the same name; built-in commands cannot be replaced.
  public func add(_ command: ToolCommand) {
    host.words.add(command)
    scope.know(command.typed)
  }

  /// Executes a tool command.
  func meta(_ word: String, _ argument: String, at span: Span) async throws(Diagnostic) {
    guard let command = host.words[word] else {
      let written = argument.isEmpty ? word : "\(word) \(argument)"
      if Verb.named(word) != nil {
        throw Diagnostic(
          .unknownMeta, .noWord(word), at: span, Suggestion(meant: [written]))
      }
      // `:lesson1`, also with digits of full width.
      let name = word.prefix { $0.isLetter }
      let number = word.dropFirst(name.count).compactMap(\.wholeNumberValue)
      if !number.isEmpty, number.count == word.count - name.count, host.words[String(name)] != nil {
        let line = ":\(name) \(number.map(String.init).joined())"
        throw Diagnostic(.unknownMeta, .noWord(word), at: span, Suggestion(meant: [line]))
      }
      let follows = host.words.lines(of: written)
      guard follows.isEmpty else {
        throw Diagnostic(.unknownMeta, .noWord(word), at: span, Suggestion(meant: follows))
      }
      let fitting = host.words.names.filter {
        argument.isEmpty || host.words[$0]?.argument != .nothing
      }
      let behind = argument.isEmpty ? "" : " \(argument)"
      // `:language` means `:lang`.
      let short = fitting.filter { $0.count >= 4 && word.hasPrefix($0) }.map { ":\($0)\(behind)" }
      let suggestion =
        short.isEmpty
        ? Suggestion(for: word, among: fitting, otherwise: .seeHelp) { ":\($0)\(behind)" }
        : Suggestion(meant: short)
      throw Diagnostic(.unknownMeta, .noWord(word.clipped(to: 40)), at: span, suggestion)
    }
    if ["?", "？"].contains(where: { evaluator.source.slice(span) == ":\(word)\($0)" }),
      let page = help.page(of: ":\(word)")
    {
      return emit(page)
    }
    try await command.perform(argument, in: self, at: span)
  }
}

extension Statement {
  /// Turns `help`, `quit` and `exit` without a colon into tool commands, unless a variable has that name.
  func asToolWord(unless isName: (String) -> Bool) -> Statement {
    guard case .expression(let expression, let output) = kind, output.isPlain,
      !output.isInBackground, case .name(let word) = expression.kind,
      ToolCommand.bare.contains(word),
      !isName(word)
    else { return self }
    return Statement(kind: .meta(name: word, argument: ""), span: span)
  }
}
