import ArgumentParser
import Foundation
import REPLKit
import REPLStudio

/// The arguments of the program, which choose between a prompt, a script, a pipe and a test.
struct Arguments<Own: ParsableArguments>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Identity.current.name,
      abstract: said(
        "Drive view-models by typing: create them, set inputs, run commands, watch outputs.",
        "在命令行里操作视图模型：创建、设置输入、执行命令、观察输出。"),
      discussion: said(
        """
        Without arguments at a terminal it opens a prompt; type :help there. From a pipe it runs what \
        it reads, statement by statement; a file is run: \(Identity.current.name) tour.mvvm. A file \
        whose first line is #!/usr/bin/env \(Identity.current.name) is a program of its own.

        Exit codes: 0 success, 1 an expect or a test failed or a wait was not met in time, 2 wrong \
        usage, 3 a statement failed, 65 a syntax error, 74 the output cannot be written, 124 timed \
        out, 141 nobody reads the output any more.

        Completions for a shell: \(Identity.current.name) --generate-completion-script zsh (or bash, fish).
        """,
        """
        在终端中不带参数会打开提示符；在那里输入 :help。 管道中的内容逐条执行；文件会被执行： \(Identity.current.name) tour.mvvm。 第一行是 #!/usr/bin/env \(Identity.current.name) 的文件本身就是程序。

        退出码：0 成功，1 expect 或测试未通过、wait 未在时限内满足，2 用法不对，3 语句失败，65 语法错误， 74 无法写入输出，124 超时，141 没有人再读取输出。

        Shell 补全： \(Identity.current.name) --generate-completion-script zsh（或 bash、fish）。
        """),
      version: Identity.current.version,
      subcommands: [
        RunFile.self, Test.self, Lessons.self, Talks.self, Present.self, Notes.self, Handout.self,
        New.self, Exercises.self,
      ])
  }

  @Option(
    name: [.customShort("e"), .customLong("execute")],
    help: ArgumentHelp(
      "Run these statements and exit; may be repeated.", "执行这些语句后退出；可重复。", valueName: "statements"))
  var statements: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Also open the session in a browser on this machine, as :serve does at the prompt.",
      "同时在本机浏览器中打开会话，如提示符处的 :serve。"))
  var serve = false

  @Option(
    name: .customLong("serve-on"),
    help: ArgumentHelp(
      "Like --serve, for browsers on other machines, too: 192.168.1.5:8123, [::1]:8123, or 0.0.0.0:8123 for every address of this machine. Plain HTTP: only in a network that you trust.",
      "同 --serve，其他机器的浏览器也可访问： 192.168.1.5:8123、[::1]:8123，或 0.0.0.0:8123（本机所有地址）。 明文 HTTP，只用于可信的网络。",
      valueName: "address[:port]"),
    transform: { text in
      do throws(Message) { return try StudioEndpoint(text) } catch {
        throw ValidationError(
          said(
            "\(error.text(in: .english)). Write --serve-on 192.168.1.5:8123",
            "\(error.text(in: .chinese))。写成 --serve-on 192.168.1.5:8123。"))
      }
    })
  var serveOn: StudioEndpoint?

  /// The address to serve the session on; `nil` for none.
  var endpoint: StudioEndpoint? { serveOn ?? (serve ? .loopback : nil) }

  @OptionGroup var output: OutputOption
  @OptionGroup var cast: CastOption
  @OptionGroup var own: Own
  @OptionGroup var options: Options

  /// The subcommand `run FILE`.
  struct RunFile: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "run", abstract: said("Run the statements in a file.", "执行文件中的语句。"))
    }

    @Argument(
      help: ArgumentHelp("A UTF-8 text file; - stands for standard input.", "UTF-8 文本文件；- 表示标准输入。"),
      completion: .file())
    var file: String

    @OptionGroup var output: OutputOption
    @OptionGroup var cast: CastOption
    @OptionGroup var own: Own
    @OptionGroup var options: Options
  }

  /// The subcommand `test FILE…`.
  struct Test: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "test",
        abstract: said("Replay the conversations in documents and compare.", "重放文档中的对话并比较。"),
        discussion: said(
          """
          A conversation is a fenced block whose first line starts with the prompt ❯ and a space. Each \
          document has a session of its own. In the answers … stands for any text, and alone on its \
          line for any lines, as ... does.
          """, "对话是第一行以提示符 ❯ 和空格开头的代码块。 每个文档有自己的会话。 回答中的 … 表示任意文字，单独一行时表示任意多行，... 也一样。"))
    }

    @Argument(
      help: ArgumentHelp(
        "Markdown documents; - stands for standard input.", "Markdown 文档；- 表示标准输入。"),
      completion: .file(extensions: ["md"]))
    var files: [String]

    @Flag(
      help: ArgumentHelp("Write the answers that were given into the documents.", "把得到的回答写进文档。"))
    var update = false

    @OptionGroup var own: Own
    @OptionGroup var options: Options
  }

  /// The subcommand `lessons [list|verify]`.
  struct Lessons: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "lessons",
        abstract: said("List the lessons, or prove that each can be done.", "列出课程，或证明每课都能完成。"),
        discussion: said(
          """
          At the prompt :lesson 1 begins the first one. verify does every step by its solution; for \
          lessons of your own add --lessons FOLDER.
          """, "在提示符处用 :lesson 1 开始第一课。 verify 按解法做完每一步；你自己的课程请加 --lessons 文件夹。"))
    }

    @Argument(help: ArgumentHelp("What to do.", "做什么。"))
    var action = DocumentAction.list

    @OptionGroup var own: Own
    @OptionGroup var options: Options
  }

  /// The subcommand `talks [list|verify]`.
  struct Talks: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "talks",
        abstract: said("List the talks, or prove that each can be given.", "列出演讲，或证明每场都能讲完。"),
        discussion: said(
          """
          verify runs every statement of every talk in both languages; for talks of your own add --talks FOLDER.
          """, "verify 用两种语言执行每场演讲的每条语句；你自己的演讲请加 --talks 文件夹。"))
    }

    @Argument(help: ArgumentHelp("What to do.", "做什么。"))
    var action = DocumentAction.list

    @OptionGroup var own: Own
    @OptionGroup var options: Options
  }

  /// The subcommand `present TALK`.
  struct Present: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "present",
        abstract: said("Give a talk, as :present does at the prompt.", "开始演讲，如提示符处的 :present。"),
        discussion: said(
          """
          At a terminal any key types the statement that comes next, Enter runs it, Tab goes to the next step, and Esc \
          leaves the script. With --plain, or where no keys can be pressed, the talk is played through as text, with \
          the speaker's notes.
          """, "在终端中，任意键输入下一条语句，Enter 执行，Tab 到下一步，Esc 离开讲稿。 用 --plain 或没有键盘时，演讲连同备注以文本形式播放。"))
    }

    @Argument(
      help: ArgumentHelp("The name of a talk, or a Markdown file.", "演讲的名字，或 Markdown 文件。"),
      completion: .file(extensions: ["md"]))
    var talk: String

    @OptionGroup var output: OutputOption
    @OptionGroup var cast: CastOption
    @OptionGroup var own: Own
    @OptionGroup var options: Options
  }

  /// The subcommand `notes`.
  struct Notes: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "notes",
        abstract: said(
          "Show the speaker's notes of a talk given in another terminal.", "显示另一个终端中演讲的备注。"),
        discussion: said(
          """
          It shows the notes, the statement that waits, the next step and the time, and follows the talk until Ctrl-C. \
          It may be started before the talk or during it, by the same person on the same machine. With --once it \
          prints them and leaves: exit code 1 when no talk is held.
          """,
          "显示备注、等待的语句、下一步和时间，并跟随演讲，直到 Ctrl-C。 可在演讲之前或之中由同一个人在同一台机器上启动。 用 --once 则输出后退出：没有演讲时退出码为 1。"
        ))
    }

    @Flag(help: ArgumentHelp("Print the current notes and exit.", "输出当前的备注后退出。"))
    var once = false

    @OptionGroup var options: Options
  }

  /// The subcommand `handout [PART…]`.
  struct Handout: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "handout",
        abstract: said(
          "Write lessons, talks, a cheat sheet and a glossary as one HTML page.",
          "把课程、演讲、速查表和术语表写成一个 HTML 页面。"),
        discussion: said(
          """
          The page needs no other file and prints well: handout > handout.html. Talks are played for it, so that it \
          shows their answers; it has the speaker's notes only with --notes. Hints and a solution of each step are \
          at the end; the teacher's copy, --solutions, has every solution after its step. In Chinese with --lang zh.
          """,
          "页面不需要其他文件，适合打印：handout > handout.html。 演讲会被播放，以便写入回答；备注只在 --notes 时写入。 每步的提示和一种解法在末尾；教师版 --solutions 在每步后给出全部解法。 中文请用 --lang zh。"
        ))
    }

    @Argument(
      help: ArgumentHelp(
        "lessons, talks, cheatsheet, glossary, or the names of single lessons and talks; everything otherwise.",
        "lessons、talks、cheatsheet、glossary，或单个课程与演讲的名字；省略则为全部。")
    )
    var parts: [String] = []

    @Flag(help: ArgumentHelp("With the speaker's notes of the talks.", "附上演讲的备注。"))
    var notes = false

    @Flag(
      help: ArgumentHelp(
        "The teacher's copy: with the hints and all solutions after each step of a lesson.",
        "教师版：课程每一步后附提示与全部解法。"))
    var solutions = false

    @OptionGroup var own: Own
    @OptionGroup var options: Options
  }

  /// The subcommand `new NAME`.
  struct New: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "new",
        abstract: said("Write a package for view-models of your own.", "为你自己的视图模型写一个包。"),
        discussion: said(
          """
          The package builds, tests and runs at once: a view-model with its service, a test on a manual \
          clock, a program with a prompt, and a lesson. Nothing is overwritten.
          """, "包马上可以构建、测试和运行：一个视图模型及其服务、一个手动时钟的测试、一个带提示符的程序和一课。 不覆盖任何文件。"))
    }

    @OptionGroup var arguments: NewArguments
    @OptionGroup var options: Options
  }

  /// The subcommand `exercises`.
  struct Exercises: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "exercises",
        abstract: said("Show the next exercise whose test fails.", "显示下一个测试未通过的练习。"),
        discussion: said(
          """
          new Practice --template exercises writes a package with exercises; its own program shows the next one and \
          tests it whenever a source is saved. With --once it looks once: exit code 0 when all are done. \
          It builds the package and runs the tests, which may take minutes the first time.
          """,
          "new Practice --template exercises 会写一个练习包；它自己的程序显示下一个练习，并在源文件保存时测试。 用 --once 只看一次：全部完成时退出码为 0。 它会构建包并运行测试，第一次可能要几分钟。"
        ))
    }

    @Flag(help: ArgumentHelp("Build and test once, and leave.", "构建并测试一次后退出。"))
    var once = false

    @Option(
      name: .customLong("in"),
      help: ArgumentHelp(
        "The folder of the package; the program's own otherwise.", "包所在的文件夹；省略则为程序自己的。",
        valueName: "folder"),
      completion: .directory)
    var folder: String?

    @OptionGroup var options: Options

    func validate() throws { try refuseEmpty(folder.map { [$0] } ?? [], "--in") }
  }
}
