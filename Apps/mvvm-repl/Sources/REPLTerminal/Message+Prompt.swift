import Foundation
import LineEditor
import REPLKit

// Messages of the program itself at its prompt.

extension Message {
  /// The first screen: the program's purpose, a first line to type, and the ways on.
  static func greeting(first: String, hasLessons: Bool) -> Message {
    let title = Identity.current.title
    return Message(
      """
      \(title): drive view-models by typing.
      Begin with  \(first)
      Right accepts the grey text, Tab completes
      :help explains\(hasLessons ? ", :lesson teaches" : ""), Ctrl-D leaves
      """,
      """
      \(title)：在命令行里操作视图模型。
      先输入  \(first)
      右方向键接受灰色建议，Tab 补全
      :help 帮助\(hasLessons ? "，:lesson 课程" : "")，Ctrl-D 离开
      """)
  }
  /// The greeting for a person who uses a screen reader.
  static var plainGreeting: Message {
    let title = Identity.current.title
    return Message(
      "\(title). Type :help for help, Ctrl-D to leave.", "\(title)。输入 :help 查看帮助，按 Ctrl-D 离开。")
  }
  /// The hint how to use the page above the prompt, shown the first time.
  static var wayIntoScreen: Message {
    Message(
      "Alt-s or Ctrl-X s moves into the page above: its keys press buttons and fill in fields. :screen off takes it away.",
      "Alt-s 或 Ctrl-X s 进入上方的界面，用键盘操作按钮和字段；:screen off 关闭界面。")
  }
  /// The reason why an entry from a browser waits.
  static var statementIsBegun: Message {
    Message(
      "waits until the statement that was begun at the terminal is complete",
      "等待终端里已开始的语句输入完毕")
  }
  /// The reason why an entry from a browser waits.
  static var editorIsOpen: Message {
    Message("waits until the editor at the terminal is closed", "等待终端里的编辑器关闭")
  }
  /// The note that another session has the same files.
  static var folderIsShared: Message {
    Message(
      "Another session uses this data folder, too: they share stored values, progress and history.",
      "另一个会话也在使用这个数据文件夹：存储的值、学习进度和历史是共用的。")
  }
  /// The message that the previous session did not end well, and how to run its statements again.
  static func leftOver(_ left: Journal.LeftOver) -> Message {
    let last = left.last?.split(separator: "\n").first?.prefix(60)
    let whose = last == nil ? "its" : "the"
    let statements = left.count == 1 ? "one statement" : "\(left.count) statements"
    var english =
      last.map { "The last session ended in  \($0)" } ?? "The last session was cut short."
    var chinese = last.map { "上次会话结束于  \($0)" } ?? "上次会话被中断。"
    if left.count > 0, let way = left.way {
      english += "\n\(way)\n  runs \(whose) \(statements)\(last == nil ? "" : " before it") again."
      chinese += "\n\(way)\n  再次执行\(last == nil ? "其中" : "之前")的 \(left.count) 条语句。"
    }
    if !left.cutShort.isEmpty {
      let cut = left.cutShort.map { String($0.prefix(60)) }.joined(separator: ", ")
      english += "\nYou interrupted this, so it is not run again:  \(cut)"
      chinese += "\n被你中断，因此不再执行：  \(cut)"
    }
    if left.hasLessons {
      english += "\nWhat was typed in lessons is left out; :lesson continues them."
      chinese += "\n课程中的输入不包括在内；:lesson 继续课程。"
    }
    if left.isCut {
      english += "\nWhat was typed after them did not fit into the journal."
      chinese += "\n之后的输入超出了会话备份的容量。"
    }
    if left.earlier > 0, left.count == 0, let way = left.way {
      let more = left.earlier > 1 ? " (and \(left.earlier - 1) more)" : ""
      english += "\nA session before it was never loaded\(more):\n\(way)"
      chinese += "\n更早的 \(left.earlier) 个会话还未载入：\n\(way)"
    } else if left.earlier > 0 {
      let sessions = left.earlier == 1 ? "1 session" : "\(left.earlier) sessions"
      english +=
        "\n\(sessions) before it \(left.earlier == 1 ? "was" : "were") never loaded; see the same folder."
      chinese += "\n更早的 \(left.earlier) 个会话也未载入，在同一文件夹中。"
    }
    if left.removed > 0 {
      english += "\nOnly \(Journal.mostScripts) are kept; the oldest was removed."
      chinese += "\n超过 \(Journal.mostScripts) 个，最旧的已删除。"
    }
    return Message("\(english)", "\(chinese)")
  }
  /// The message that text typed on a screen was dropped when the person left the screen.
  static func isDropped(_ label: String) -> Message {
    Message("what you typed for \(label) was not applied", "你为“\(label)”输入的内容没有被采用")
  }
  static var nothingOnScreen: Message {
    Message(
      "Nothing is on the screen: type :screen and a name first.",
      "界面上没有内容：先输入 :screen 和一个名字。")
  }
  /// The keys of a screen or of a field in it; a narrow window leaves out the last ones.
  static func keysOfScreen(isInField: Bool) -> [Message] {
    [
      Message("Alt-s leaves", "Alt-s 离开"), Message("Esc back", "Esc 返回"),
      isInField ? Message("Enter sets", "Enter 设置") : Message("Enter presses", "Enter 按下、编辑"),
      Message("arrows, PageDown move", "方向键、PageDown 移动"), Message("Ctrl-R reloads", "Ctrl-R 刷新"),
    ]
  }
  static var lineIsNoText: Message {
    Message("that line is not UTF-8 text; it is left out.", "这一行不是 UTF-8 文本，已忽略。")
  }
  static func lineIsNoText(_ line: Int) -> Message {
    Message(
      "line \(line) is not UTF-8 text. Save it as UTF-8 and try again.",
      "第 \(line) 行不是 UTF-8 文本。请存为 UTF-8 再试。")
  }
  static func fileIsUnreadable(_ path: String, _ reason: Message) -> Message {
    Message("cannot read '\(path)': \(reason)", "无法读取“\(path)”：\(reason)")
  }
  static func fileIsUntestable(_ path: String, _ reason: Message) -> Message {
    Message("cannot test '\(path)': \(reason)", "无法测试“\(path)”：\(reason)")
  }
  static var isNoText: Message { Message("it is not UTF-8 text", "它不是 UTF-8 文本") }
  static var inputIsNoDocument: Message {
    Message(
      "--update writes into documents; standard input is none. Name a file",
      "--update 写进文档，而标准输入不是文档。请写一个文件")
  }
  static func hasNoConversation(_ path: String) -> Message {
    Message(
      "no conversation in '\(path)': no fenced block begins with '❯ '",
      "“\(path)”中没有对话：没有以“❯ ”开头的代码块")
  }
  static func answerIsAnother(_ path: String, _ line: Int) -> Message {
    Message("\(path):\(line): the answer is another one", "\(path):\(line)：回答不同")
  }
  static func tested(_ path: String, _ steps: Int) -> Message {
    Message("✓ \(path): \(steps, "step")", "✓ \(path)：\(steps) 步")
  }
  static func updated(_ path: String, _ count: Int, of steps: Int) -> Message {
    Message(
      "✓ \(path): \(count) of \(steps, "step") updated", "✓ \(path)：\(steps) 步中更新了 \(count) 步")
  }
  static func testFailed(_ path: String, _ count: Int, of steps: Int, left: Int) -> Message {
    left == 0
      ? Message(
        "✗ \(path): \(count) of \(steps, "step") failed", "✗ \(path)：\(steps) 步中有 \(count) 步失败")
      : Message(
        "✗ \(path): \(count) of \(steps, "step") failed; \(left) did not run",
        "✗ \(path)：\(steps) 步中有 \(count) 步失败，\(left) 步没有执行")
  }
  static var outputIsClosed: Message {
    Message("nobody reads the output any more; stopped.", "没有人再读取输出，已停止。")
  }
  static func outputIsUnwritable(_ reason: Message) -> Message {
    Message("the output cannot be written: \(reason)", "无法写入输出：\(reason)")
  }
  static func inputIsUnreadable(_ reason: Message) -> Message {
    Message("cannot read standard input: \(reason)", "无法读取标准输入：\(reason)")
  }
  static func timeIsUp(_ limit: Duration) -> Message {
    let seconds = limit / .seconds(1)
    let count = Int(exactly: seconds).map(String.init) ?? "\(seconds)"
    return Message("the time limit of \(count, "second") is over.", "已到 \(count) 秒的时限。")
  }
  /// The message below an entry that Enter does not run yet, with the missing part if it is known.
  static func entryGoesOn(awaiting awaited: Message? = nil) -> Message {
    guard let awaited else {
      return Message("The statement is not finished; Ctrl-C drops it.", "语句还没写完；Ctrl-C 放弃它。")
    }
    return Message(
      "The statement waits for \(awaited); Ctrl-C drops it.", "语句还缺\(awaited)；Ctrl-C 放弃它。")
  }
  static var wayOut: Message { Message("Ctrl-D leaves.", "按 Ctrl-D 离开。") }
  /// The message that lines of an answer wait, which may belong above what was shown last.
  static func more(_ count: Int, isAbove: Bool) -> Message {
    isAbove
      ? Message("… \(count, "more line") from further up: :more", "… 上文还有 \(count) 行：:more")
      : Message("… \(count, "more line"): :more", "… 还有 \(count) 行：:more")
  }
  static var history: Message { Message("History", "历史") }
  /// The time that an entry took.
  static func took(_ time: Duration) -> Message {
    let time = time.formatted(
      .units(
        allowed: [.seconds, .milliseconds, .microseconds], width: .narrow, maximumUnitCount: 1
      )
      .locale(Locale(identifier: "en_US")))
    return Message("took \(time)", "用时 \(time)")
  }
  static var nothingMore: Message {
    Message(
      "There is nothing more to show; type :more directly after a long answer.",
      "没有更多内容；请紧接在长回答之后输入 :more。")
  }
  static var nothingMoreInLesson: Message {
    Message(
      "There is nothing more to show; :task shows the task of the lesson again.",
      "没有更多内容；:task 再看一遍课程的任务。")
  }
  static var cancelling: Message { Message("Ctrl-C cancels", "Ctrl-C 取消") }
  static var nothingFits: Message { Message("No completions.", "没有可补全的内容。") }
  static var noNameAtCursor: Message { Message("There is no name at the cursor.", "光标处没有名字。") }
  static var search: Message { Message("search: ", "历史搜索：") }
  static var noMatch: Message { Message("no match", "没有找到") }
  static func rowsMore(_ count: Int) -> Message { Message("\(count) more", "还有 \(count) 行") }
  static func rowsShown(_ first: Int, _ last: Int, of count: Int) -> Message {
    Message("\(first)-\(last) of \(count)", "第 \(first)-\(last) 项，共 \(count) 项")
  }
  static func pasteTooLong(_ bytes: Int, most: Int) -> Message {
    Message(
      "The pasted text has \(bytes) bytes; an entry can have \(most). Save it to a file and run the file.",
      "粘贴的文本有 \(bytes) 字节；一条输入最多 \(most) 字节。请存成文件再执行。")
  }
  static func editorFileNotWritten(_ path: String) -> Message {
    Message("The editor: \(path) cannot be written.", "编辑器：无法写入 \(path)。")
  }
  /// The message about a problem with the history file.
  static func history(_ trouble: HistoryTrouble, _ path: String) -> Message {
    switch trouble {
    case .unreadable(let code):
      Message(
        "History: \(path) cannot be read: \(Message.system(code)). The session continues without it.",
        "历史：无法读取 \(path)：\(Message.system(code))。会话继续，但没有历史。")
    case .unwritable(let code, let keepsSecrets):
      Message(
        "History: \(path) cannot be written: \(Message.system(code))\(kept(keepsSecrets)). The session continues without it.",
        "历史：无法写入 \(path)：\(Message.system(code))\(kept(keepsSecrets))。会话继续，但没有历史。")
    case .foreign:
      Message(
        "History: \(path) is not a history file of this program. It is left as it is, and this session is not remembered; move it away to start a new one.",
        "历史：\(path) 不是此程序的历史文件。它保持不变，本次会话不会被记住；移走它即可重新开始。")
    case .damaged(let lines):
      Message(
        "History: \(lines, "damaged line") of \(path) \(lines == 1 ? "is" : "are") left out.",
        "历史：略过了 \(path) 中损坏的 \(lines) 行。")
    case .inUse(let keepsSecrets):
      Message(
        "History: \(path) is in use by another program; what was typed last is not kept\(kept(keepsSecrets)).",
        "历史：另一个程序正在使用 \(path)；最后输入的内容没有保存\(kept(keepsSecrets))。")
    }
  }
  private static func kept(_ secrets: Bool) -> Message {
    secrets
      ? Message(
        ", and what has turned out to be secret is still in it", "，后来成为机密的内容仍在其中")
      : Message(verbatim: "")
  }
  static var progressUnreadable: Message {
    Message("it cannot be read. Move the file away, or mend it", "无法读取。请移走该文件，或修好它")
  }
  static func progressUnwritable(_ reason: Message) -> Message {
    Message("it cannot be written: \(reason)", "无法写入：\(reason)")
  }
  static func progressVersion(_ version: Int) -> Message {
    Message(
      "it is of version \(version). Move the file away, or use a newer program",
      "它的版本是 \(version)。请移走该文件，或使用更新的程序")
  }
  static func progressNotKept(_ path: String, _ reason: Message) -> Message {
    Message(
      "the progress through the lessons is not kept: \(path): \(reason).",
      "课程进度没有保存：\(path)：\(reason)。")
  }
  static func editorFailed(_ status: Int) -> Message {
    Message(
      "The editor ended with status \(status); the entry is unchanged.",
      "编辑器结束，退出码 \(status)；输入保持不变。")
  }
  static var editorLeftNoText: Message {
    Message(
      "What the editor left is not text, or is too long for an entry.", "编辑器留下的不是文本，或者太长。")
  }
  static var startupFiles: Message { Message("the startup files", "启动文件") }
  static var nothingToTrust: Message {
    let name = Identity.current.name
    return Message("There is no .\(name) in this folder.", "此文件夹里没有 .\(name)。")
  }
  static func trusted(_ path: String) -> Message {
    Message("\(path) is trusted until it changes.", "已信任 \(path)，直到它改变。")
  }
  static func notRun(_ path: String) -> Message {
    Message(
      "\(path) is not run: it cannot be read as UTF-8 text.", "没有执行 \(path)：无法按 UTF-8 文本读取。")
  }
  static var notTrusted: Message {
    let name = Identity.current.name
    return Message(
      "This folder's .\(name) is not run: read it, then type :trust.",
      "此文件夹的 .\(name) 没有执行：请先阅读，再输入 :trust。")
  }
  static var hasChangedSinceTrusted: Message {
    let name = Identity.current.name
    return Message(
      "This folder's .\(name) has changed since you trusted it, and is not run: read it, then type :trust.",
      "此文件夹的 .\(name) 在你信任之后改变了，因此没有执行：请先阅读，再输入 :trust。")
  }
  static func write(_ statements: [String]) -> Message {
    Message(
      "Write \(statements.joined(separator: " or ")).",
      "写成 \(statements.joined(separator: " 或 "))。")
  }
  static func settingCannotBe(
    _ name: String, _ value: String, among values: [String]
  ) -> Message {
    Message(
      "\(name) cannot be '\(value)', only \(values)", "\(name) 不能是“\(value)”，只能是 \(values)")
  }
  static func setting(_ name: String, _ value: String) -> Message {
    Message("\(name) = \(value)", "\(name) = \(value)")
  }
  static func setting(_ name: String, _ value: String, among values: [String]) -> Message {
    Message("\(name) = \(value); choices: \(values)", "\(name) = \(value)；可选：\(values)")
  }
  static func needsPrompt(_ word: String, isPlain: Bool = false) -> Message {
    isPlain
      ? Message(":\(word) does not work at a plain prompt", ":\(word) 不能用在纯文本提示符")
      : Message(":\(word) needs a prompt at a terminal", ":\(word) 需要终端上的提示符")
  }
}

extension Journal.LeftOver {
  /// The statement that runs the left-over statements.
  var way: String? {
    guard let file else { return nil }
    let home = NSHomeDirectory() + "/"
    return ":load \(file.path.hasPrefix(home) ? "~/" + file.path.dropFirst(home.count) : file.path)"
  }
}

// MARK: - Files of lessons

extension Message {
  static var noFolderOfLessons: Message {
    Message(
      "this is not a folder that can be read; name the one that holds the lessons",
      "这不是可以读取的文件夹；请写放课程的文件夹")
  }
  static var notUTF8: Message {
    Message("this cannot be read as UTF-8 text; save it as UTF-8", "无法按 UTF-8 文本读取；请存为 UTF-8")
  }
  static var noLessonInFolder: Message {
    Message("there is no lesson here: no file ends in .md", "这里没有课程，没有以 .md 结尾的文件")
  }
  static var noLessonsHere: Message {
    Message(
      "there are no lessons here. Name a folder of lessons: --lessons FOLDER",
      "这里没有课程。请写一个课程文件夹：--lessons 文件夹")
  }
  static var noTalksHere: Message {
    Message(
      "there are no talks here. Name a folder of talks: --talks FOLDER",
      "这里没有演讲。请写一个演讲文件夹：--talks 文件夹")
  }
  static func verifiedTalks(_ talks: Int, _ statements: Int) -> Message {
    Message(
      "✓ \(talks, "talk"), \(statements, "statement")", "✓ \(talks) 场演讲，\(statements) 条语句")
  }
  /// The hint after the last statement of a step of a talk.
  static var endOfTalkStep: Message {
    Message(
      "The end of this step: Tab continues, Esc leaves the script.", "这一步到此为止：Tab 继续，Esc 离开讲稿。")
  }
  /// The hint after the last statement of a talk.
  static var endOfTalk: Message {
    Message("The end of the talk: Enter, Tab or Esc leaves it.", "演讲到此结束：按 Enter、Tab 或 Esc 离开。")
  }
  static func verified(_ lessons: Int, _ steps: Int) -> Message {
    Message("✓ \(lessons, "lesson"), \(steps, "step")", "✓ \(lessons) 课，\(steps) 步")
  }
}
