/// A topic of the help, which groups related verbs and tool commands.
enum HelpTopic: String, CaseIterable {
  case start, watch, bind, commands, time, why, undo, values, record, secrets, learn, keys, tool

  var summary: Message {
    switch self {
    case .start: Message("make a view-model, read, set, run", "创建视图模型、读取、设置、执行命令")
    case .watch: Message("show values whenever they change", "观察变化：文字、表格、弹珠图、柱形图")
    case .bind: Message("keep two members equal", "让两个成员保持相等，可带转换器")
    case .commands: Message("run in the background, wait, cancel", "后台执行、等待、取消")
    case .time: Message("a clock that you move; expectations", "由你推进的时钟，以及期望")
    case .why: Message("causes, the graph, the log", "原因、依赖图、日志")
    case .undo: Message("take back, redo, go back in time, try without doing", "撤销、重做、回到过去、试运行")
    case .values: Message("documents, tables, | filters", "文档、表格、| 后的过滤器")
    case .record: Message("scripts, tests, replays, history", "脚本、测试、重放、历史")
    case .secrets: Message("which values are hidden, and from what moment", "什么会被遮住或略去，从何时起")
    case .learn: Message("lessons, talks, demos, the glossary", "课程、演讲、演示、术语表")
    case .keys: Message("keys of the line editor", "行编辑器的按键")
    case .tool: Message("settings, and this program's own commands", "设置、帮助，以及工具命令")
    }
  }
}

extension Help {
  /// The index: one row for each topic.
  var index: Record { .page(title: .helpOverview, rows: topics) }

  private var topics: [Row] {
    HelpTopic.allCases.map { ($0.rawValue, $0.summary.text(in: language)) }
  }

  func page(of topic: HelpTopic) -> Record {
    var rows: [Row] =
      switch topic {
      case .start: swift
      case .secrets: secrets
      case .commands: commands
      default: []
      }
    for verb in Verb.all where verb.topics.contains(topic) {
      rows += self.rows(of: verb)
      if verb.name == Verb.bind.name { rows += converters }
    }
    rows += words.all.filter { $0.topic == topic }.map(row(of:))
    if topic == .values { rows += filters + files }
    return .page(
      title: Message(
        verbatim: topic.rawValue + language.text(.colon) + language.text(topic.summary)),
      rows: rows)
  }

  /// Returns the rows that contain a text in either language; `nil` if there are none.
  func page(searching typed: String) -> Record? {
    let text = typed.lowercased()
    // A single letter is in almost every row; a sign is in few.
    guard text.count > 1 || text.allSatisfy({ !$0.isLetter && !$0.isNumber && $0 != " " }) else {
      return nil
    }
    let languages = HelpLanguage.allCases.map {
      Help(language: $0, words: words, keys: keys).rows
    }
    let found = rows.indices.filter { index in
      languages.contains { rows in
        rows[index].word.lowercased().contains(text) || rows[index].text.lowercased().contains(text)
      }
    }
    guard !found.isEmpty else { return nil }
    return .page(title: Message(verbatim: typed), rows: found.map { rows[$0] })
  }

  /// The words of all rows that a search finds, in alphabetical order.
  var vocabulary: [String] {
    Set(
      rows.flatMap { "\($0.word) \($0.text)".lowercased().split { !$0.isLetter } }
        .filter { $0.count > 3 }.map(String.init)
    ).sorted()
  }

  /// All rows; their order does not depend on the language.
  private var rows: [Row] {
    swift + commands + Verb.all.filter { !$0.topics.isEmpty }.flatMap(rows(of:))
      + words.all.map(row(of:)) + filters + files + converters + secrets + keyRows
      + topics
  }
}
