import Bindings
import ViewModels

/// The commands of the tool itself, which start with a colon.
enum MetaCommand: String, CaseIterable {
  case help, types, vars, results, inspect, explain, keys, lang, clock, jobs, cancel, timeline
  case goto, snapshot, restore, graph, marbles, report, log, set
  case record, replay, export, save, load
  case quit

  /// Words that people type instead.
  private static let synonyms: [String: MetaCommand] = [
    "h": .help, "exit": .quit, "q": .quit, "variables": .vars,
  ]

  init?(word: String) {
    guard let command = MetaCommand(rawValue: word) ?? Self.synonyms[word] else { return nil }
    self = command
  }

  /// What may follow the word.
  var words: [String] {
    switch self {
    case .clock: SessionClock.Mode.allCases.map(\.rawValue)
    case .lang: HelpLanguage.allCases.map(\.rawValue)
    case .graph: DiagramFormat.allCases.map(\.rawValue)
    case .cancel: ["all"]
    case .marbles: ["clear"]
    case .record: ["stop"]
    case .export: ["md", "test", "lesson"]
    default: []
    }
  }

  /// Whether nothing may follow the word.
  var isAlone: Bool {
    [.types, .vars, .results, .keys, .jobs, .timeline, .report, .replay, .quit].contains(self)
  }

  var explanation: String {
    switch self {
    case .help: "this page; :help form.clear explains one thing"
    case .types: "the view-models that can be created"
    case .vars: "the names you have given"
    case .results: "the last results by number, for $1, $2 and so on"
    case .inspect: "everything about a view-model, a member or a value"
    case .explain: "what a mistake means: :explain E104"
    case .keys: "what the keys do"
    case .lang: "the language of the help: en or zh"
    case .clock: "how time passes: real, or manual for advance 300ms"
    case .jobs: "the commands that run in the background"
    case .cancel: "cancel one of them: :cancel 1, :cancel all"
    case .timeline: "what changed, by statement"
    case .goto: "go to the state after a statement: :goto #3"
    case .snapshot: "keep all values under a name"
    case .restore: "put the values of a snapshot back"
    case .graph: "the dependency graph: :graph form.output text|dot|mermaid"
    case .marbles:
      "what happened, along the time: :marbles form.phone form.signIn every 100ms; clear"
    case .report: "what the last change took: recomputes, double work"
    case .set: "what can be set, and its values: :set clock manual"
    case .record: "begin a recording here; :record stop ends it"
    case .replay: "run what is recorded again, and tell where it goes another way"
    case .export: "what is recorded, as a transcript, a test or a lesson: :export md notes.md"
    case .save: "the recorded statements as a script: :save tour.mvvm"
    case .load: "run the statements of a file here: :load tour.mvvm"
    case .log: "the last records of the graph; :log 50 for more"
    case .quit: "leave (also Ctrl-D)"
    }
  }
}

extension Session {
  func meta(_ word: String, _ argument: String, at span: Span) async throws(Diagnostic) {
    guard let command = MetaCommand(word: word) else {
      if let command = toolCommands.first(where: { $0.name == word }) {
        return try await perform(command, argument, at: span)
      }
      let words = toolWords
      throw Diagnostic(
        .unknownMeta, "there is no ':\(word.clipped(to: 40))'", at: span,
        Suggestion(for: word, among: words, otherwise: "Type :help to see what there is.") {
          argument.isEmpty ? ":\($0)" : ":\($0) \(argument)"
        })
    }
    if !argument.isEmpty, command.isAlone {
      throw Diagnostic(
        .arguments, "':\(word)' takes nothing", at: span,
        help: command == .types
          ? "Write :\(word) alone, or :help \(argument)." : "Write :\(word) alone.")
    }
    switch command {
    case .help: try help(argument, at: span)
    case .types: listTypes()
    case .vars: listVariables()
    case .results: listResults()
    case .inspect: try inspect(argument, at: span)
    case .explain: try explain(argument, at: span)
    case .keys: listKeys()
    case .lang: try setLanguage(argument, at: span)
    case .clock: try setClock(argument, at: span)
    case .jobs: listJobs()
    case .cancel: try cancelJob(argument, at: span)
    case .timeline: showTimeline()
    case .goto: try go(to: argument, at: span)
    case .snapshot: try keepSnapshot(argument, at: span)
    case .restore: try restoreSnapshot(argument, at: span)
    case .graph: try showGraph(argument, at: span)
    case .marbles: try showMarbles(argument, at: span)
    case .report: showReport()
    case .log: try showLog(argument, at: span)
    case .record: try await record(argument, at: span)
    case .replay: try await replay(at: span)
    case .export: try export(argument, at: span)
    case .save: try save(argument, at: span)
    case .load: try await load(argument, at: span)
    case .set: try changeSetting(argument, at: span)
    case .quit: leave()
    }
  }

  /// The words of the tool and of the host.
  var toolWords: [String] { MetaCommand.allCases.map(\.rawValue) + toolCommands.map(\.name) }

  private func perform(
    _ command: ToolCommand, _ argument: String, at span: Span
  ) async throws(Diagnostic) {
    do { for record in try await command.perform(argument) { emit(record) } } catch {
      // A mistake of the language comes with its own words; its place is in the argument.
      if let mistake = error as? Diagnostic {
        throw Diagnostic(mistake.code, mistake.message, at: span, help: mistake.help)
      }
      throw Diagnostic(.failed, ":\(command.name) failed: \(error)", at: span)
    }
  }

  private func setClock(_ argument: String, at span: Span) throws(Diagnostic) {
    if !argument.isEmpty {
      guard let mode = SessionClock.Mode(rawValue: argument) else {
        throw Diagnostic(
          .unknownName, "a clock is real or manual", at: span, help: "Write :clock manual.")
      }
      clock.set(mode)
    }
    emit(.note("The clock is \(clock.mode.rawValue)."))
  }

  private func listResults() {
    let numbers = max(1, results.count - 19)..<(results.count + 1)
    let rows = numbers.compactMap { number in
      results[number].map { ("$\(number)", $0.text.clipped(to: 80)) }
    }
    emit(
      rows.isEmpty ? .note("There are no results yet.") : .page(title: title("Results"), rows: rows)
    )
  }

  private func listTypes() {
    emit(
      .page(
        title: title("View-models that can be created"),
        rows: catalog.entries.map { ("\($0.schema.typeName)()", $0.schema.documentation) }))
  }

  private func listVariables() {
    guard !variables.isEmpty else {
      return emit(.note("There are no names yet. Write let form = LoginForm(), say."))
    }
    let rows = variables.sorted { $0.key < $1.key }.map { name, variable in
      switch variable {
      case .viewModel(let viewModel): (name, type(of: viewModel).schema.typeName)
      case .constant(let value, _): (name, "let \(value)")
      case .secret: (name, "let \(TextRenderer.mask)")
      case .variable(let node, _):
        (name, "var \(node.node.isSecure ? TextRenderer.mask : "\(node.value)")")
      case .derived(let node): (name, "{ } \(node.value)")
      }
    }
    emit(.page(title: title("Names"), rows: rows))
  }
}
