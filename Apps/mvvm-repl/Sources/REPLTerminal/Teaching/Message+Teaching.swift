import REPLKit

// Messages of the commands that teachers use outside of the prompt.

extension Message {
  static func castIsUnwritable(_ path: String, _ reason: Message) -> Self {
    Self("the recording '\(path)' cannot be written: \(reason)", "录制文件“\(path)”无法写入：\(reason)")
  }
  static func castIsSomethingElse(_ path: String) -> Self {
    Self(
      "'\(path)' is not a recording; it is not overwritten. Name another file.",
      "“\(path)”不是录制文件，不会覆盖它。请换一个文件名。")
  }
  static func castHasEnded(_ path: String, _ reason: Message) -> Self {
    Self(
      "the recording '\(path)' ends here, because it cannot be written: \(reason)",
      "录制“\(path)”到此结束，因为无法写入：\(reason)")
  }
  static func castKeepsSecret(_ path: String, _ reason: Message) -> Self {
    Self(
      "the recording '\(path)' shows something that has turned out to be secret, and cannot be rewritten: \(reason). It ends here. Do not pass it on.",
      "录制“\(path)”中有后来才知道是机密的内容，且无法重写：\(reason)。录制到此结束，请不要把它交给别人。")
  }
  static func castExists(_ path: String) -> Self {
    Self(
      "'\(path)' is a recording already. Name another file, or replace it with --overwrite.",
      "“\(path)”已经是一个录制文件。请换一个文件名，或加 --overwrite 覆盖它。")
  }
  static func castIsBeingWritten(_ path: String) -> Self {
    Self(
      "another program is recording into '\(path)'. Name another file.",
      "另一个程序正在录制到“\(path)”。请换一个文件名。")
  }
  static func noFileOrWord(_ word: String, meant: String, _ program: String) -> Self {
    Self(
      "there is no file '\(word)' to run. Did you mean '\(program) \(meant)'?",
      "没有可以执行的文件“\(word)”。你是否想输入“\(program) \(meant)”？")
  }
  static func noSubcommand(_ word: String, meant: String?, _ program: String) -> Self {
    guard let meant else {
      return Self(
        "there is no subcommand '\(word)'; see \(program) --help",
        "没有子命令“\(word)”；见 \(program) --help")
    }
    return Self(
      "there is no subcommand '\(word)'. Did you mean '\(program) help \(meant)'?",
      "没有子命令“\(word)”。你是否想输入“\(program) help \(meant)”？")
  }
  static func optionElsewhere(_ option: String, _ command: String) -> Self {
    Self(
      "\(command) takes no \(option); see \(command) --help",
      "\(command) 不接受 \(option)；见 \(command) --help")
  }
  static func optionOfOther(_ option: String, _ commands: [String]) -> Self {
    let ways = commands.map { "\(Identity.current.name) \($0) \(option)" }
    return Self(
      "\(option) belongs to \(commands.joined(separator: " and ")). Write \(ways.joined(separator: " or "))",
      "\(option) 属于 \(commands.joined(separator: " 和 "))。写成 \(ways.joined(separator: " 或 "))")
  }
  static func needsFolder(_ option: String) -> Self {
    Self(
      "\(option) names no folder. Write \(option) FOLDER, or leave it out",
      "\(option) 没有写文件夹。写成 \(option) 文件夹，或省略它")
  }
  static func isNoFolder(_ path: String) -> Self {
    Self("'\(path)' is a file. Name a folder", "“\(path)”是文件。请写一个文件夹")
  }
  static func needsFile(_ option: String) -> Self {
    Self("\(option) names no file. Write \(option) FILE", "\(option) 没有写文件。写成 \(option) 文件")
  }
  static func notesAreElsewhere(_ program: String) -> Self {
    Self(
      "the speaker's notes: run \(program) notes in a second terminal",
      "演讲者备注：在另一个终端运行 \(program) notes")
  }
  static func handoutIsElsewhere(_ program: String) -> Self {
    Self(
      "a page to take home: run \(program) handout > handout.html in a shell",
      "可以带走的讲义：在命令行运行 \(program) handout --lang zh > handout.html")
  }
  static func handoutIsNotToBeRead(_ line: String) -> Self {
    Self(
      "the page is HTML, which belongs into a file: \(line) > handout.html",
      "页面是 HTML，应写入文件：\(line) > handout.html")
  }
  static var noTalkOnThisMachine: Self {
    Self("no talk of yours is being held on this machine", "这台机器上没有你正在进行的演讲")
  }
  static var waitingForTalk: Self {
    Self(
      "No talk is being held. It appears here when :present begins one in another terminal. Ctrl-C ends this.",
      "现在没有演讲。在另一个终端用 :present 开始后会显示在这里。按 Ctrl-C 结束。")
  }
  static func nextStepOfTalk(_ title: String) -> Self {
    Self("Next step: \(title)", "下一步：\(title)")
  }
  static var lastStepOfTalk: Self { Self("This is the last step.", "这是最后一步。") }
  static var notesOffScript: Self {
    Self("(off script; :resume comes back)", "（已离开讲稿；:resume 返回）")
  }
  static var notesBehindTalk: Self {
    Self(
      "(the talk is over; :present stop ends its workspace)", "（演讲已结束；:present stop 离开它的工作区）")
  }
  static func noPartOfHandout(_ word: String, _ known: [String]) -> Self {
    Self(
      "there is no lesson, talk or part '\(word)'; there are \(known), and the numbers of lessons, such as 3",
      "没有课程、演讲或部分“\(word)”；有：\(known)，以及课程的编号，如 3")
  }
}
