import ViewModels

extension ToolCommand {
  static let help = ToolCommand(
    "help", synonyms: ["h"], .tool, "this page; :help form.clear explains one thing",
    "本页；:help form.clear 说明一项", takes: .topic
  ) { session, argument, span in try session.help(argument, at: span) }

  static let glossary = ToolCommand(
    "glossary", .learn, "the terms of MVVM and of this program; :glossary binding explains one",
    "MVVM 与本程序的术语；:glossary 绑定 解释一个",
    takes: .text(Glossary.terms.flatMap { [$0.english, $0.chinese] })
  ) { session, argument, span in
    try session.explainTerm(argument, at: span)
  }.explaining { language in
    Dictionary(
      Glossary.terms.flatMap { term in
        [term.english, term.chinese].map { ($0, term.explanation.text(in: language)) }
      }, uniquingKeysWith: { first, _ in first })
  }

  static let aboutHelp = [
    glossary,
    ToolCommand(
      "explain", .learn, "what an error means: :explain E104", "说明一个错误代码，如 :explain E104",
      takes: .text(Diagnostic.Code.allCases.map(\.rawValue))
    ) { session, argument, span in
      try session.explain(argument, at: span)
    }.explaining { language in
      Dictionary(
        uniqueKeysWithValues: Diagnostic.Code.allCases.map {
          ($0.rawValue, $0.explanation.text(in: language))
        })
    },
    ToolCommand("keys", .keys, "what the keys do", "按键一览", takes: .nothing, isRecorded: false) {
      session, _, _ in session.listKeys()
    },
    ToolCommand(
      "lang", .tool, "the language of help and messages: en or zh", "帮助与消息的语言：en 或 zh",
      takes: .text(HelpLanguage.allCases.map(\.rawValue))
    ) { session, argument, span in try session.setLanguage(argument, at: span) },
    ToolCommand(
      "set", .tool, "what can be set, and its values: :set clock manual",
      "可以设置什么、有哪些值：:set clock manual", takes: .setting
    ) { session, argument, span in try session.changeSetting(argument, at: span) },
  ]
}

extension Session {
  var help: Help {
    Help(
      language: language, words: host.words, keys: host.keys, documentation: documentation)
  }

  /// Shows the help: `:help`, `:help topic` and `form.clear?`.
  ///
  /// A mistake in a path is told from `start` on, where the path begins in its text.
  func help(_ topic: String, at span: Span, from start: Int = 0) throws(Diagnostic) {
    guard !topic.isEmpty else {
      return emit(help.index)
    }
    // A name that the learner has given comes before everything that is called the same.
    if scope[topic] != nil, !scope.hostNames.contains(topic) {
      return emit(try page(ofPath: topic, at: span, from: start))
    }
    if topic == ToolCommand.glossary.name { return emit(Glossary.page(in: language)) }
    if topic == HelpTopic.keys.rawValue, !host.keys.isEmpty { return listKeys() }
    if let topic = HelpTopic(rawValue: topic.lowercased()) { return emit(help.page(of: topic)) }
    emit(try page(of: topic, at: span, from: start))
  }

  /// Returns the page about a topic: a verb, a filter, a tool command, an error code, a type, a path or a key.
  func page(of topic: String, at span: Span, from start: Int = 0) throws(Diagnostic) -> Record {
    if let code = Diagnostic.Code(rawValue: topic.uppercased()) { return help.page(of: code) }
    if let entry = catalog[topic] { return help.page(of: entry.schema) }
    if let page = help.page(of: topic) { return page }
    guard let expression = try? Parser.expression(topic), let name = expression.firstName,
      scope[name] != nil
    else {
      // For a path with an unknown first name, a text search would find unrelated pages.
      if let expression = try? Parser.expression(topic), expression.isMember,
        let name = expression.firstName, catalog[name] == nil
      {
        throw scope.unknown(
          name, at: Span(start, start + name.utf8.count), in: evaluator.source, host.words)
      }
      if let page = try page(ofMember: topic, at: span) { return page }
      if let page = help.page(ofKey: topic) ?? help.page(searching: topic) { return page }
      var words = Verb.all.map(\.name) + host.words.names + HelpTopic.allCases.map(\.rawValue)
      words += catalog.entries.map(\.schema.typeName) + scope.variables.keys.sorted()
      // A word of the explanations leads to them, too; but `nosuch` is no misspelt `such`.
      if topic.nearestWord(among: words) == nil {
        words = help.vocabulary.filter {
          topic.count < $0.count + 2 || !topic.lowercased().hasSuffix($0)
        }
      }
      throw Diagnostic(
        .unknownName, .noHelp(on: topic.clipped(to: 40)), at: span,
        Suggestion(for: topic, among: words, otherwise: .helpAlone) {
          ":help \($0)"
        })
    }
    return try page(ofPath: topic, at: span, from: start)
  }

  /// Returns the page about a path that begins with a name of the session.
  private func page(
    ofPath topic: String, at span: Span, from start: Int
  ) throws(Diagnostic) -> Record {
    let expression = try Parser.expression(topic)
    do throws(Diagnostic) {
      switch try evaluator.place(of: expression) {
      case .viewModel(let viewModel): return help.page(of: type(of: viewModel).schema)
      case .member(let viewModel, let member):
        return help.page(of: member, in: viewModel, path: topic)
      default:
        let operand = try evaluator.pure(expression)
        let value = try evaluator.value(operand, of: expression)
        let type = evaluator.declaredType(of: expression) ?? value.type
        return .page(
          title: Message(verbatim: "\(topic): \(type.written)"),
          rows: [(language.text(.now), operand.text.clipped(to: 80))]
            + ValueMembers.names(of: value).map { (".\($0)", "") })
      }
    } catch {
      throw error.moved(to: error.span.map { Span(start + $0.start, start + $0.end) } ?? span)
    }
  }

  /// Returns the page about a member that is asked for without its view-model, `phone`, or with its type,
  /// `LoginForm.phone`; `nil` if no view-model of the person has it.
  private func page(ofMember topic: String, at span: Span) throws(Diagnostic) -> Record? {
    let expression = try? Parser.expression(topic)
    switch expression?.kind {
    case .member(let base, let name, _, _):
      guard case .name(let type) = base.kind, let schema = catalog[type]?.schema,
        let member = schema[name]
      else { return nil }
      return help.page(of: member, in: schema)
    case .name:
      let paths = scope.members(named: topic).map(\.path).filter {
        !scope.hostNames.contains(String($0.prefix { $0 != "." }))
      }
      let pages = try paths.map { (path) throws(Diagnostic) in try page(of: path, at: span) }
      guard pages.count > 1 else { return pages.first }
      let rows = zip(paths, pages).compactMap { path, page -> Help.Row? in
        if case .page(_, let rows) = page { rows.first.map { (path, $0.text) } } else { nil }
      }
      return .page(title: Message(verbatim: topic), rows: rows)
    default: return nil
    }
  }
}

extension Session {
  /// Explains a term, or lists all terms.
  func explainTerm(_ argument: String, at span: Span) throws(Diagnostic) {
    guard !argument.isEmpty else { return emit(Glossary.page(in: language)) }
    let found = Glossary.terms(of: argument)
    guard !found.isEmpty else {
      let terms = Glossary.terms.flatMap { [$0.english, $0.chinese] }
      throw Diagnostic(
        .unknownName, .noTerm(argument.clipped(to: 40)), at: span,
        Suggestion(for: argument, among: terms, otherwise: .glossaryAlone) { ":glossary \($0)" })
    }
    emit(Glossary.page(of: found, in: language))
  }

  /// Explains an error code, or lists all codes.
  func explain(_ argument: String, at span: Span) throws(Diagnostic) {
    guard !argument.isEmpty else {
      return emit(
        .page(
          title: .mistakesByCode,
          rows: Diagnostic.Code.allCases.map { code in
            (code.rawValue, language.text(code.explanation))
          }))
    }
    let number = argument.allSatisfy(\.isNumber) ? "E\(argument)" : argument.uppercased()
    guard let code = Diagnostic.Code(rawValue: number) else {
      throw Diagnostic(
        .unknownName, .noCode(argument.clipped(to: 40)), at: span, help: .explainAlone)
    }
    emit(help.page(of: code))
  }

  func listKeys() {
    guard !host.keys.isEmpty else {
      return emit(.note(.noKeys))
    }
    emit(keysPage)
  }

  var keysPage: Record {
    .page(title: .keys, rows: help.keyRows)
  }

  func setLanguage(_ argument: String, at span: Span) throws(Diagnostic) {
    if !argument.isEmpty {
      guard let wanted = HelpLanguage(tag: argument) else {
        throw Diagnostic(
          .unknownName, .noHelp(in: argument.clipped(to: 40)), at: span,
          help: .writeLanguage(HelpLanguage.allCases.map(\.rawValue)))
      }
      language = wanted
    }
    emit(.note(.greeting))
  }
}
