import REPLKit

// The answers of `:reload`.

extension Message {
  static var building: Message { Message("Building; you can keep typing.", "正在构建，可以继续输入。") }
  static var buildOfProgram: Message { Message("the build of this program", "构建此程序") }
  static var cancelEndsIt: Message { Message("Ctrl-C ends it", "Ctrl-C 结束") }
  static var buildsAgain: Message {
    Message("A build is running; another one will follow.", "正在构建，之后会再构建一次。")
  }
  /// The message how to install a compiler, for everything that builds.
  static var swiftIsMissing: Message {
    Message(
      "There is no swift on PATH, so nothing can be built. Install Swift 6.2 or newer from https://www.swift.org/install/, add the folder that has its swift (usr/bin of the toolchain) to PATH, and start this program again.",
      "PATH 中找不到 swift，无法构建。请从 https://www.swift.org/install/ 安装 Swift 6.2 或更新版本，把工具链中 swift 所在的文件夹（usr/bin）加入 PATH，再重新启动此程序。"
    )
  }
  static var programIsUnchanged: Message {
    Message("Built; the program has not changed.", "构建完成，程序没有变化。")
  }
  static var buildFailed: Message {
    Message("The build failed; nothing has changed.", "构建失败，一切保持原样。")
  }
  static var buildIsEnded: Message {
    Message("The build was stopped; nothing has changed.", "构建已中止，一切保持原样。")
  }
  /// The message that the built program cannot take over, with the signal or status that ended its trial.
  static func doesNotStart(_ end: String) -> Message {
    Message(
      "The new program cannot take over this session (\(end)); nothing has changed.",
      "新程序无法在现有状态上继续（\(end)），一切保持原样。")
  }
  static var handoverIsUnreadable: Message {
    Message(
      "This program cannot read the state of the previous one; :history has what was typed.",
      "此程序无法读取前一个程序的状态；:history 中有输入过的内容。")
  }
  static var watchesSources: Message {
    Message(
      "Saving a source builds it, and the prompt continues in the new program; :reload off stops that.",
      "保存源文件后会自动构建并继续；:reload off 结束。")
  }
  static var watchesNoSources: Message { Message("Sources are not watched.", "不监视源文件。") }
  static var isNotInPackage: Message {
    Message(
      "This program is not where swift build puts it, so it cannot be rebuilt.",
      "此程序不在 swift build 的输出位置，无法重新构建。")
  }
  /// The message that the new program waits, because a takeover would lose something.
  static func built(_ losses: Message) -> Message {
    Message("Built. \(losses)", "构建完成。\(losses)")
  }
  static var reloadGoesOn: Message {
    Message(":reload continues in it.", "输入 :reload 继续。")
  }
  static func cannotBeStarted(_ reason: Message) -> Message {
    Message(
      "The new program cannot be started: \(reason)", "新程序无法启动：\(reason)")
  }
  /// The message with the whole time and its parts: compiling, linking with a trial, starting, and carrying over.
  static func reloaded(
    _ times: BuildTimes, started: ContinuousClock.Instant, ended: ContinuousClock.Instant
  ) -> Message {
    let linking = times.linking ?? times.built
    let whole = times.begin.duration(to: ended).inTenths
    let compile = times.begin.duration(to: linking).inTenths
    let link = linking.duration(to: times.built).inTenths
    let start = times.built.duration(to: started).inTenths
    let carry = started.duration(to: ended).inTenths
    return Message(
      "Reloaded in \(whole): compiled in \(compile), linked and tried in \(link), started in \(start), carried over in \(carry).",
      "已重新载入，用时 \(whole)：编译 \(compile)，链接并试启动 \(link)，启动 \(start)，转移状态 \(carry)。")
  }
  static var notCarriedOver: Message { Message("Not carried over", "未能转移") }
  static func andMore(_ count: Int) -> Message {
    Message("and \(count) more", "还有 \(count) 项")
  }
}
