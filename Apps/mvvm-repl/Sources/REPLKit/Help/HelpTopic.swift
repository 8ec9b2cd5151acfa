/// A part of the help: words that belong together.
enum HelpTopic: String, CaseIterable {
  case start, watch, bind, commands, time, why, undo, values, record, keys, tool

  /// What the topic is about, in English.
  var summary: String {
    switch self {
    case .start: "make a view-model, read, set, run"
    case .watch: "values whenever they change"
    case .bind: "keep two members equal"
    case .commands: "run in the background, wait, cancel"
    case .time: "a clock that you move; expectations"
    case .why: "causes, the graph, the log"
    case .undo: "take back, go back, only try"
    case .values: "documents, tables, | filters"
    case .record: "scripts, tests, replays, history"
    case .keys: "keys of the line editor"
    case .tool: "settings, and this program's words"
    }
  }

  /// The verbs that belong to it, each with all ways to write it.
  var verbs: [String] {
    switch self {
    case .watch: ["watch", "unwatch"]
    case .bind: ["bind", "unbind"]
    case .commands: ["wait"]
    case .time: ["advance", "wait", "expect"]
    case .why: ["why"]
    case .undo: ["undo", "redo", "whatif"]
    case .values: ["decode"]
    case .record: ["expect"]
    case .start, .keys, .tool: []
    }
  }

  /// The words of the tool that belong to it.
  var words: [MetaCommand] {
    switch self {
    case .start: [.types, .vars, .results, .inspect]
    case .watch: [.marbles]
    case .commands: [.jobs, .cancel]
    case .time: [.clock]
    case .why: [.graph, .report, .log]
    case .undo: [.timeline, .goto, .snapshot, .restore]
    case .record: [.record, .replay, .export, .save, .load]
    case .keys: [.keys]
    case .tool: [.help, .explain, .set, .lang, .quit]
    case .bind, .values: []
    }
  }
}

extension Help {
  /// The index: one row for each topic.
  var index: Record {
    .page(
      title: language.text("overview", "Type :help and one of these, a name, or any word:"),
      rows: HelpTopic.allCases.map { topic in
        (topic.rawValue, language.text("topic.\(topic.rawValue)", topic.summary))
      })
  }

  /// Everything that belongs to a topic.
  func page(of topic: HelpTopic) -> Record {
    var rows: [Row] = topic == .start ? swift : []
    for verb in topic.verbs { rows += self.rows(ofVerb: verb) }
    rows += topic.words.map(row)
    switch topic {
    case .bind: rows += converters
    case .values: rows += filters
    case .tool: rows += hostWords
    default: break
    }
    let title = language.text("topic.\(topic.rawValue)", topic.summary)
    return .page(title: "\(topic.rawValue): \(title)", rows: rows)
  }

  /// The rows in which a text stands, in either language.
  func page(searching text: String) -> Record? {
    let text = text.lowercased()
    guard text.count > 1 else { return nil }
    let languages = HelpLanguage.allCases.map { Help(language: $0, tools: tools).rows }
    let found = rows.indices.filter { index in
      languages.contains { rows in
        rows[index].word.lowercased().contains(text) || rows[index].text.lowercased().contains(text)
      }
    }
    guard !found.isEmpty else { return nil }
    return .page(title: text, rows: found.map { rows[$0] })
  }

  /// Everything there is to say, in one order whatever the language.
  private var rows: [Row] {
    swift + Self.verbs.flatMap { rows(ofVerb: $0.name) } + MetaCommand.allCases.map(row) + filters
      + converters + hostWords
  }
}
