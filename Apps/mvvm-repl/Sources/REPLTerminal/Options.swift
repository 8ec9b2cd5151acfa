import ArgumentParser
import Foundation
import REPLKit

/// The options of all ways to run the program.
struct Options: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Keep history and remembered values in this folder.", "历史与记住的值放在这个文件夹。", valueName: "folder"),
    completion: .directory)
  var data: String?

  @Option(
    help: ArgumentHelp(
      "Offer the lessons of this folder instead of the program's own; may be repeated, and built-in stands for the program's own.",
      "用这个文件夹的课程代替程序自带的；可重复，built-in 表示自带的。",
      valueName: "folder"),
    completion: .directory)
  var lessons: [String] = []

  @Option(
    help: ArgumentHelp(
      "Offer the talks of this folder instead of the program's own; may be repeated, and built-in stands for the program's own.",
      "用这个文件夹的演讲代替程序自带的；可重复，built-in 表示自带的。",
      valueName: "folder"),
    completion: .directory)
  var talks: [String] = []

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      "Stop at the first mistake; with --no-bail a file, a pipe or -e continues.",
      "遇到第一个错误就停止；--no-bail 时文件、管道或 -e 会继续。"))
  var bail = true

  @Option(
    help: ArgumentHelp("Give up after this many seconds.", "超过这么多秒就放弃。", valueName: "seconds"),
    transform: timeout)
  var timeout: Duration?

  @Option(
    help: ArgumentHelp(
      "How time passes: real, or manual for advance 300ms.",
      "时间如何流逝：real 真实，或 manual 手动（advance 300ms）。", valueName: "real|manual"),
    completion: .list(SessionClock.Mode.allCases.map(\.rawValue)), transform: clockMode)
  var clock = SessionClock.Mode.real

  @Option(help: ArgumentHelp("When to use colours.", "何时使用颜色。"))
  var color = ColorChoice.auto

  @Option(
    help: ArgumentHelp(
      "The colours: default, for a light or dark background, presenter for a projector, mono without colours.",
      "颜色：default 默认，light 浅色背景，dark 深色背景，presenter 投影仪，mono 无颜色。")
  )
  var theme = ThemeName.standard

  @Flag(
    help: ArgumentHelp(
      "Read whole lines and paint nothing, for screen readers and simple terminals.",
      "整行读取、不做绘制，适合读屏软件和简单终端。"))
  var plain = false

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp("Run the startup files before the prompt opens.", "打开提示符之前执行启动文件。"))
  var startup = true

  @Option(
    help: ArgumentHelp(
      "The language of help and messages: en or zh.", "帮助与消息的语言：en 或 zh。",
      valueName: "language"),
    transform: language)
  var lang: HelpLanguage?

  func validate() throws {
    try refuseEmpty(data.map { [$0] } ?? [], "--data")
    try refuseEmpty(lessons, "--lessons")
    try refuseEmpty(talks, "--talks")
    var about = stat()
    if let data, unsafe stat(data, &about) == 0, about.st_mode & S_IFMT != S_IFDIR {
      throw ValidationError(Message.isNoFolder(data).text(in: .ofProcess))
    }
  }

  /// The requested language, or that of the environment.
  var helpLanguage: HelpLanguage {
    lang ?? .ofEnvironment
  }

  private static func timeout(_ text: String) throws -> Duration {
    guard let seconds = Double(text), seconds > 0, seconds < 1e9 else {
      throw ValidationError(
        said(
          "'\(text)' is not a number of seconds. Write --timeout 10",
          "“\(text)”不是秒数。写成 --timeout 10。"))
    }
    return .seconds(seconds)
  }

  private static func clockMode(_ text: String) throws -> SessionClock.Mode {
    guard let mode = SessionClock.Mode(rawValue: text) else {
      throw ValidationError(
        said(
          "the clock can be real or manual. Write --clock manual",
          "时钟可以是 real 或 manual。写成 --clock manual。"))
    }
    return mode
  }

  private static func language(_ text: String) throws -> HelpLanguage {
    guard let language = HelpLanguage(tag: text) else {
      throw ValidationError(
        said(
          "there is no help in '\(text)'. Write --lang en or --lang zh",
          "没有“\(text)”的帮助。写成 --lang en 或 --lang zh。"))
    }
    return language
  }
}

/// Refuses an empty path, which would be the working folder; a script writes it for an unset variable.
func refuseEmpty(_ paths: [String], _ option: String) throws {
  guard paths.contains("") else { return }
  throw ValidationError(Message.needsFolder(option).text(in: .ofProcess))
}

/// The choice of output that other programs read, for the commands that run statements.
struct OutputOption: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Print what statements say as JSON, one object per line.", "把语句的输出打印为 JSON，每行一个对象。"))
  var json = false
}

/// The file that a recording of the terminal goes to.
struct CastOption: ParsableArguments {
  @Option(
    name: .customLong("cast"),
    help: ArgumentHelp(
      "Record what the terminal shows, for asciinema, with a marker at each statement or step of a talk. Secrets are masked, typed and shown, in the script of a talk, too.",
      "为 asciinema 录下终端画面，每条语句或演讲的每一步都有标记。 机密会被遮住：输入的、显示的和讲稿中的。",
      valueName: "file"),
    completion: .file(extensions: ["cast"]))
  var file: String?

  @Flag(
    help: ArgumentHelp(
      "With --cast: replace an older recording of that name.", "与 --cast 一起：替换同名的旧录制文件。"))
  var overwrite = false

  func validate() throws {
    guard file != "" else {
      throw ValidationError(Message.needsFile("--cast").text(in: .ofProcess))
    }
    guard overwrite, file == nil else { return }
    throw ValidationError(
      said(
        "--overwrite belongs to a recording. Write --cast FILE --overwrite",
        "--overwrite 属于录制。写成 --cast 文件 --overwrite。"))
  }
}

/// The choice when to use colours.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  /// Colours on a terminal that can show them, unless the environment says otherwise; see ``Colors``.
  case auto
  case always
  case never
}
