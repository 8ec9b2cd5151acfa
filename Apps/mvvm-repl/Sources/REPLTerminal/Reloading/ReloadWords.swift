import REPLKit

/// What `:reload` says, in the language of the help.
struct ReloadWords {
  let language: HelpLanguage

  private func text(_ english: String, _ chinese: String) -> String {
    language == .english ? english : chinese
  }

  var building: String { text("Building; go on typing.", "正在构建，可以继续输入。") }
  var again: String { text("A build runs; another one follows.", "正在构建，之后会再构建一次。") }
  var unchanged: String {
    text("Built; the program is as it was.", "构建完成，程序没有变化。")
  }
  var failed: String {
    text("The build failed; everything is as it was.", "构建失败，一切保持原样。")
  }
  var watching: String {
    text(
      "A source that is saved is built, and the prompt goes on with it; :reload off ends that.",
      "保存源文件后会自动构建并继续；:reload off 结束。")
  }
  var notWatching: String { text("Sources are not watched.", "不监视源文件。") }
  var noPackage: String {
    text(
      "This program does not lie where swift build puts it, so it cannot be built anew.",
      "此程序不在 swift build 的输出位置，无法重新构建。")
  }
  var wrongWord: String {
    text("Write :reload, :reload on or :reload off.", "请写 :reload、:reload on 或 :reload off。")
  }
  /// That the new program waits because something would be lost.
  func waits(_ losses: String) -> String {
    text("Built. \(losses) :reload goes on with it.", "构建完成。\(losses) 输入 :reload 继续。")
  }
  func refused(_ reason: String) -> String {
    text("The new program cannot be started: \(reason)", "新程序无法启动：\(reason)")
  }
  func reloaded(_ whole: String, _ build: String) -> String {
    text("Reloaded in \(whole); the build took \(build).", "已重新载入，用时 \(whole)；其中构建 \(build)。")
  }
  var losses: String { text("Not carried over", "没有带过来的") }
  func more(_ count: Int) -> String { text("and \(count) more", "还有 \(count) 项") }
}
