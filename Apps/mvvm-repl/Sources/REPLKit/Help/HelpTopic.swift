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
    case .keys: Message("keys and shortcuts of the line editor", "行编辑器的按键和快捷键")
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

  /// Returns the rows with a text in either language, those that begin with it first; `nil` if there are none.
  ///
  /// Of several words, a row needs to have the most telling ones. A Chinese term of the glossary also means its English
  /// one, by which verbs are called.
  func page(searching typed: String) -> Record? {
    let text = typed.lowercased()
    let wanted = text.split { $0.isWhitespace }.map(String.init).filter {
      // A single letter is in almost every row; a sign is in few.
      $0.count > 1 || !$0.contains { $0.isLetter || $0.isNumber }
    }.map { word in [word] + Glossary.terms.filter { $0.chinese == word }.map(\.english) }
    guard !wanted.isEmpty else { return nil }
    let languages = HelpLanguage.allCases.map {
      Help(language: $0, words: words, keys: keys).rows
    }
    let weights = rows.indices.map { index in
      wanted.map { words in
        languages.map { words.weight(in: $0[index]) }.max() ?? 0
      }.reduce(0, +)
    }
    guard let best = weights.max(), best > 0 else { return nil }
    let least = wanted.count == 1 ? 1 : (best + 1) / 2
    let found = weights.indices.filter { weights[$0] >= least }
    let isTopic = { (index: Int) in index >= rows.count - topics.count }
    let leading = found.filter { weights[$0] >= 3 && !isTopic($0) }
    let others = found.filter { weights[$0] < 3 && !isTopic($0) }
    let pages = found.filter(isTopic).map { (":help \(rows[$0].word)", rows[$0].text) }
    return .page(
      title: Message(verbatim: typed), rows: (leading + others).map { rows[$0] } + pages)
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

extension [String] {
  /// Returns 3 if a row begins with one of some words in lower case, 1 if the row has it elsewhere, and 0 otherwise.
  fileprivate func weight(in row: Help.Row) -> Int {
    let (name, all) = (row.word.lowercased(), "\(row.word) \(row.text)".lowercased())
    return map { word in
      guard word.contains(where: { $0.isASCII && $0.isLetter }) else {
        return all.contains(word) ? 1 : 0
      }
      guard let index = all.englishWords.firstIndex(where: { $0.isForm(of: word) }) else {
        return 0
      }
      return index == 0 && name.englishWords.first != nil ? 3 : 1
    }.max() ?? 0
  }
}

extension String {
  /// The words of Latin letters and digits.
  fileprivate var englishWords: [Substring] {
    split { !$0.isASCII || !$0.isLetter && !$0.isNumber && $0 != "_" }
  }
}

extension Substring {
  /// Whether a word and another one differ at most by an English ending.
  fileprivate func isForm(of other: String) -> Bool {
    let (short, long) = count < other.count ? (String(self), other) : (other, String(self))
    return long.hasPrefix(short)
      && ["", "s", "es", "ed", "ing", "ings"].contains(long.dropFirst(short.count))
  }
}
