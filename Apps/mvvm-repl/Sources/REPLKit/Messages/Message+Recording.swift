// Messages about recordings, replays and scripts.

extension Message {
  static var recordingBegins: Self {
    Self(
      "Recording from here on; :replay, :export and :save use it.",
      "从这里开始录制；:replay、:export 和 :save 以此为准。")
  }
  static func replayBeginsWithout(_ names: [String]) -> Self {
    Self(
      "A replay starts without what you created before: \(names). Create it again now.",
      "重放时没有你之前创建的：\(names)。请现在重新创建。")
  }
  static func recorded(_ count: Int) -> Self {
    Self("Recorded \(count, "statement").", "录制了 \(count) 条语句。")
  }
  static func beginningIsDropped(_ count: Int) -> Self {
    Self(
      "Only the newest statements are kept: the first \(count) of this recording are missing.",
      "只保留最新的语句：这份录制缺少最早的 \(count) 条。")
  }
  static func nothingToRecord(_ text: String) -> Self {
    Self("'\(text)' cannot be recorded", "“\(text)”不能录制")
  }
  static var writeRecord: Self {
    Self("Write :record or :record stop.", "写成 :record 或 :record stop。")
  }
  static var exportForms: Self {
    Self(
      "a recording is exported as a transcript, a test or a lesson",
      "录制可以导出为对话（md）、测试（test）或课程（lesson）")
  }
  static var writeExport: Self {
    Self(
      "Write :export md notes.md, :export test FormTests.swift or :export lesson 01-mine.md.",
      "写成 :export md notes.md、:export test FormTests.swift 或 :export lesson 01-mine.md。")
  }
  static var marksStandForSecrets: Self {
    Self(
      "secrets were left out; where \"…\" stands, the file needs one: write it there before it is run",
      "机密值没有写入；文件中 \"…\" 处需要一个：执行前请写在那里")
  }
  static func secretsLeftOut(_ lines: [String]) -> Self {
    Self(
      lines.count == 1
        ? "secrets were left out; line \(lines) needs one: write it there before you load the file"
        : "secrets were left out; lines \(lines) need them: write them there before you load the file",
      lines.count == 1
        ? "机密值没有写入；第 \(lines) 行需要一个：载入文件前请写在那里"
        : "机密值没有写入；第 \(lines) 行需要它们：载入文件前请写在那里")
  }
  /// The help for a file that has stopped after lines with redacted secrets.
  static func secretsAreMissing(_ lines: [String]) -> Self {
    Self(
      lines.count == 1
        ? "Line \(lines) lacks a secret: write it in the place of … and load the file again."
        : "Lines \(lines) lack secrets: write them in the place of … and load the file again.",
      "第 \(lines) 行缺少机密值：把它写在 … 的位置，再载入文件。")
  }
  static func masksAreTaken(_ lines: [String]) -> Self {
    Self(
      lines.count == 1
        ? "line \(lines) has \"…\" where a secret was left out, and takes it as it is"
        : "lines \(lines) have \"…\" where secrets were left out, and take it as it is",
      "第 \(lines) 行的机密值曾被略去，现在按“…”原样使用")
  }
  static func journalHasEnded(_ reason: Journal.End) -> Self {
    switch reason {
    case .full:
      Self(
        "From here on, what you type is lost if the program crashes: its journal is full (1 MiB). :save keeps a script.",
        "从这里开始，若程序崩溃，输入的内容不会保留：会话备份已满（1 MiB）。:save 可存为脚本。")
    case .unwritable:
      Self(
        "From here on, what you type is lost if the program crashes: its journal cannot be written.",
        "从这里开始，若程序崩溃，输入的内容不会保留：无法写入会话备份。")
    }
  }
  static func filesTooDeep(_ limit: Int) -> Self {
    Self("files load each other more than \(limit) deep", "文件互相载入超过 \(limit) 层")
  }
  static func stopped(_ path: String) -> Self { Self("\(path) stopped", "\(path) 停下了") }
  static func stopped(_ path: String, atLine line: Int) -> Self {
    Self("\(path) stopped at line \(line)", "\(path) 在第 \(line) 行停下")
  }
  /// The statements of an interrupted session that failed when they ran again, each with its line.
  static func restored(_ failed: [String], of count: Int, from path: String) -> Self {
    let lines = failed.prefix(12).map { "\n  \($0)" }.joined()
    let more = failed.count - 12
    return Self(
      "\(failed.count) of \(count, "statement") failed now, by line; the others have run, and \(path) is kept.\(lines)\(more > 0 ? "\n  … and \(more) more" : "")",
      "\(count) 条语句中有 \(failed.count) 条这次失败（按行号）；其余已执行，\(path) 仍保留。\(lines)\(more > 0 ? "\n  … 还有 \(more) 条" : "")"
    )
  }
  static func wereCutShort(_ statements: [String]) -> Self {
    let lines = statements.prefix(12).map { "\n  \($0.clipped(to: 100))" }.joined()
    let more = statements.count - 12
    return Self(
      "Cut short after a change, and not run again:\(lines)\(more > 0 ? "\n  … and \(more) more" : "")",
      "改变了某些值之后被中断，没有再执行：\(lines)\(more > 0 ? "\n  … 还有 \(more) 条" : "")")
  }
  static var nothingRecorded: Self { Self("nothing is recorded", "什么都没有录制") }
  static var typeStatementsFirst: Self { Self("Type some statements first.", "先输入一些语句。") }
  static func notReplayed(_ statements: [String]) -> Self {
    Self(
      "not replayed, because they were interrupted by hand: \(statements)",
      "以下语句被手动中断，没有重放：\(statements)")
  }
  static var replayCancelled: Self { Self("the replay was cancelled", "重放已取消") }
  static func wentAnotherWay(_ number: Int, _ count: Int, _ statement: String) -> Self {
    Self(
      "statement \(number) of \(count) went differently: \(statement)",
      "第 \(number) 条语句（共 \(count) 条）结果不同：\(statement)")
  }
  static var replayReachesOutside: Self {
    Self(
      "The replay uses this program's own services: what the statements send or write is sent or written again.",
      "重放使用此程序自己的服务：语句发送或写入的内容会再次发送或写入。")
  }
  static func replayed(_ count: Int) -> Self {
    Self("replayed \(count, "statement"); the results were the same", "重放了 \(count) 条语句，全部与之前一样")
  }
  static func saidThen(_ line: String) -> Self { Self("  then: \(line)", "  当时：\(line)") }
  static func saidNow(_ line: String) -> Self { Self("  now:  \(line)", "  现在：\(line)") }
  static func then(_ what: Message) -> Self { Self("  then \(what)", "  当时 \(what)") }
  static func now(_ what: Message) -> Self { Self("  now \(what)", "  现在 \(what)") }
  static var nothingElseChanged: Self { Self("nothing else changed", "其他都没有改变") }
  static var nothingChanged: Self { Self("nothing changed", "什么都没有改变") }
  static func became(_ path: String, _ value: String) -> Self {
    Self("\(path) became \(value)", "\(path) 变为 \(value)")
  }
}
