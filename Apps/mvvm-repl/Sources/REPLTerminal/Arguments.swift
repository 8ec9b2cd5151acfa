import ArgumentParser
import Foundation
import REPLKit
import REPLStudio

/// The arguments: they choose between a prompt, a script, a pipe and a test.
struct Arguments<Own: ParsableArguments>: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Identity.current.name,
      abstract:
        "Drive view-models by typing: create them, set inputs, fire commands, watch outputs.",
      discussion: """
        Without arguments at a terminal it opens a prompt; type :help there. Behind a pipe it runs what \
        it reads, statement by statement; a file is run: \(Identity.current.name) tour.mvvm. A file \
        whose first line is #!/usr/bin/env \(Identity.current.name) is a program of its own.

        Exit codes: 0 success, 1 an expect or a test failed, 2 wrong usage, 3 a statement failed, \
        65 a syntax error, 74 the output cannot be written, 124 timed out, 141 nobody reads the \
        output any more.

        Completions for a shell: \(Identity.current.name) --generate-completion-script zsh (or bash, fish).
        """,
      version: Identity.current.version,
      subcommands: [
        RunFile.self, Test.self, Lessons.self, Talks.self, Present.self, Notes.self, Handout.self,
        New.self, Exercises.self,
      ])
  }

  @Option(
    name: [.customShort("e"), .customLong("execute")],
    help: ArgumentHelp("Run these statements and exit; may be repeated.", valueName: "statements"))
  var statements: [String] = []

  @Flag(help: "Also open the session in a browser on this machine, as :serve does at the prompt.")
  var serve = false

  @Option(
    name: .customLong("serve-on"),
    help: ArgumentHelp(
      "Like --serve, for browsers on other machines, too: 192.168.1.5:8123, [::1]:8123, or 0.0.0.0:8123 for every address of this machine. Plain HTTP: only in a network that you trust.",
      valueName: "address[:port]"),
    transform: { text in
      do throws(Message) { return try StudioEndpoint(text) } catch {
        throw ValidationError(
          "\(error.text(in: .english)). Write --serve-on 192.168.1.5:8123")
      }
    })
  var serveOn: StudioEndpoint?

  /// Where the session is to be served; `nil` for nowhere.
  private var endpoint: StudioEndpoint? { serveOn ?? (serve ? .loopback : nil) }

  @OptionGroup var cast: CastOption
  @OptionGroup var own: Own
  @OptionGroup var options: Options

  /// The subcommand `run FILE`.
  struct RunFile: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "run", abstract: "Run the statements in a file.")
    }

    @Argument(help: "A UTF-8 text file; - stands for standard input.", completion: .file())
    var file: String

    @OptionGroup var cast: CastOption
    @OptionGroup var own: Own
    @OptionGroup var options: Options
  }

  /// The subcommand `test FILE…`.
  struct Test: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "test", abstract: "Replay the conversations in documents and compare.",
        discussion: """
          A conversation is a fenced block whose first line starts with the prompt ❯ and a space. Each \
          document has a session of its own. In the answers … stands for any text, and alone on its \
          line for any lines, as ... does.
          """)
    }

    @Argument(help: "Markdown documents.", completion: .file(extensions: ["md"]))
    var files: [String]

    @Flag(help: "Write the answers that were given into the documents.")
    var update = false

    @OptionGroup var own: Own
    @OptionGroup var options: Options
  }

  /// The subcommand `lessons [list|verify]`.
  struct Lessons: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "lessons", abstract: "List the lessons, or prove that each can be done.",
        discussion: """
          At the prompt :lesson 1 begins the first one. verify does every step by its solution; for \
          lessons of your own add --lessons FOLDER.
          """)
    }

    @Argument(help: "What to do.")
    var action = DocumentAction.list

    @OptionGroup var own: Own
    @OptionGroup var options: Options
  }

  /// The subcommand `talks [list|verify]`.
  struct Talks: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "talks", abstract: "List the talks, or prove that each can be given.",
        discussion: """
          verify runs every statement of every talk in both languages; for talks of your own add --talks FOLDER.
          """)
    }

    @Argument(help: "What to do.")
    var action = DocumentAction.list

    @OptionGroup var own: Own
    @OptionGroup var options: Options
  }

  /// The subcommand `present TALK`.
  struct Present: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "present", abstract: "Give a talk, as :present does at the prompt.",
        discussion: """
          At a terminal any key types the statement that comes next, Enter runs it, Tab goes to the next step, and Esc \
          leaves the script. With --plain, or where no keys can be pressed, the talk is played through as text, with \
          the speaker's notes.
          """)
    }

    @Argument(
      help: "The name of a talk, or a Markdown file.", completion: .file(extensions: ["md"]))
    var talk: String

    @OptionGroup var cast: CastOption
    @OptionGroup var own: Own
    @OptionGroup var options: Options
  }

  /// The subcommand `notes`.
  struct Notes: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "notes",
        abstract: "Show the speaker's notes of a talk that another terminal holds.",
        discussion: """
          It shows the notes, the statement that waits, the next step and the time, and follows the talk until Ctrl-C. \
          It may be started before the talk or during it, by the same person on the same machine. With --once it \
          prints them and leaves: exit code 1 when no talk is held.
          """)
    }

    @Flag(help: "Print the notes of now, and leave.")
    var once = false

    @OptionGroup var options: Options
  }

  /// The subcommand `handout [PART…]`.
  struct Handout: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "handout",
        abstract: "Write lessons, talks, a cheat sheet and a glossary as one HTML page.",
        discussion: """
          The page needs no other file and prints well: handout > handout.html. Talks are played for it, so that their \
          answers stand in it; the speaker's notes do not, unless --notes is given. Hints and a solution of each step stand at the end; the \
          teacher's copy, --solutions, has every solution behind its step. In Chinese with --lang zh.
          """)
    }

    @Argument(
      help:
        "lessons, talks, cheatsheet, glossary, or the names of single lessons and talks; everything otherwise."
    )
    var parts: [String] = []

    @Flag(help: "With the speaker's notes of the talks.")
    var notes = false

    @Flag(
      help: "The teacher's copy: with the hints and all solutions behind each step of a lesson.")
    var solutions = false

    @OptionGroup var own: Own
    @OptionGroup var options: Options
  }

  /// The subcommand `new NAME`.
  struct New: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "new", abstract: "Write a package for view-models of your own.",
        discussion: """
          The package builds, tests and runs at once: a view-model with its service, a test on a manual \
          clock, a program with a prompt, and a lesson. Nothing is overwritten.
          """)
    }

    @OptionGroup var arguments: NewArguments
    @OptionGroup var options: Options
  }

  /// The subcommand `exercises`.
  struct Exercises: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "exercises", abstract: "Show the next exercise whose test fails.",
        discussion: """
          new Practice --template exercises writes a package with exercises; its own program shows the next one and \
          tests it whenever a source is saved. With --once it looks once: exit code 0 when all are done. \
          It builds the package and runs the tests, which may take minutes the first time.
          """)
    }

    @Flag(help: "Build and test once, and leave.")
    var once = false

    @Option(
      name: .customLong("in"),
      help: ArgumentHelp(
        "The folder of the package; the program's own otherwise.", valueName: "folder"),
      completion: .directory)
    var folder: String?

    @OptionGroup var options: Options
  }

  /// Runs as the arguments of the process say; answers its exit code.
  @MainActor
  static func run(
    lessons: @escaping @MainActor () throws(LessonError) -> Course?,
    talks: @escaping @MainActor () throws(LessonError) -> TalkList?,
    stage: @escaping @MainActor (Surroundings, Own) -> any Stage
  ) async -> Int32 {
    openStandardDescriptors()
    CrashText.set()
    func setup(
      _ options: Options, _ own: Own, servedOn endpoint: StudioEndpoint? = nil,
      _ cast: CastOption? = nil
    ) -> Setup {
      Setup(
        options: options, cast: cast, endpoint: endpoint, lessons: lessons, talks: talks
      ) { stage($0, own) }
    }
    do {
      try refuseMisspelt(CommandLine.arguments.dropFirst().first)
      let (arguments, command) = try parsed()
      if !CommandLine.arguments.contains("run") { try refuseMisspelt((command as? RunFile)?.file) }
      try refuseMisplacedOptions(arguments, in: command)
      switch command {
      case let command as RunFile:
        return await Program(setup(command.options, command.own, command.cast))
          .run(.file(command.file))
      case let command as Test:
        var files = TranscriptFiles(
          setup(command.options, command.own), isUpdating: command.update)
        return await TimeLimit(command.options).during { await files.run(command.files) }
      case let command as Lessons:
        return await TimeLimit(command.options).during {
          await DocumentFiles(setup(command.options, command.own)).lessons(command.action)
        }
      case let command as Talks:
        return await TimeLimit(command.options).during {
          await DocumentFiles(setup(command.options, command.own)).talks(command.action)
        }
      case let command as Present:
        return await Program(setup(command.options, command.own, command.cast))
          .present(command.talk)
      case let command as Notes:
        return await TimeLimit(command.options).during {
          await NotesCommand(command.options).run(isOnce: command.once)
        }
      case let command as Handout:
        return await TimeLimit(command.options).during {
          await HandoutCommand(
            setup(command.options, command.own), withNotes: command.notes,
            withSolutions: command.solutions
          )
          .run(command.parts)
        }
      case let command as New:
        return NewCommand(
          arguments: command.arguments, output: Output(command.options),
          language: command.options.helpLanguage
        ).run()
      case let command as Exercises:
        return await TimeLimit(command.options).during {
          await ExerciseWatch.run(
            in: command.folder, isOnce: command.once, Output(command.options),
            command.options.helpLanguage)
        }
      case let command as Self where Handover.isTrial:
        return await Trial.run(setup(command.options, command.own))
      case let command as Self:
        let text = command.statements.joined(separator: "\n")
        return await Program(
          setup(command.options, command.own, servedOn: command.endpoint, command.cast)
        ).run(command.statements.isEmpty ? .standardInput : .text(text))
      case var other: try other.run()
      }
      return 0
    } catch {
      let isUse = exitCode(for: error) != .success
      let message = fullMessage(for: error)
      FileHandle(fileDescriptor: isUse ? STDERR_FILENO : STDOUT_FILENO).write(
        Data("\(TextRenderer.printable(message))\n".utf8))
      return isUse ? 2 : 0
    }
  }

  /// Refuses options of the whole program with a subcommand that would pass them over: the parser takes them anywhere.
  ///
  /// - Throws: `ValidationError`, the first one.
  private static func refuseMisplacedOptions(
    _ arguments: [String], in command: any ParsableCommand
  ) throws {
    guard !(command is Self), let name = type(of: command).configuration.commandName else { return }
    let recorded = command is RunFile || command is Present ? [] : ["--cast", "--overwrite"]
    for argument in arguments.prefix(while: { $0 != "--" }) {
      let option = String(argument.prefix { $0 != "=" })
      guard (["--serve", "--execute", "-e"] + recorded).contains(option) else { continue }
      throw ValidationError(
        Message.optionElsewhere(option, "\(Identity.current.name) \(name)").text(in: .english))
    }
  }

  /// The words that a first argument may be, instead of a file.
  private static var words: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  /// Refuses what would be run as a file and is none, but nearly one of the words.
  ///
  /// - Throws: `ValidationError`, with that word.
  private static func refuseMisspelt(_ word: String?) throws {
    guard let word, !word.hasPrefix("-"),
      !words.contains(word), !FileManager.default.fileExists(atPath: word),
      let meant = word.nearestWord(among: words)
    else { return }
    throw ValidationError(
      Message.noFileOrWord(word, meant: meant, Identity.current.name).text(in: .english))
  }

  /// The arguments of the process, and what they ask for; where they name a file and nothing to do with it, it is run.
  ///
  /// Options may stand before it: what is not understood without a subcommand is tried as a file that is run.
  private static func parsed() throws -> (arguments: [String], command: any ParsableCommand) {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let running = ["run"] + arguments
    guard let first = arguments.first, !words.contains(first) else {
      return (arguments, try parseAsRoot(arguments))
    }
    guard first.hasPrefix("-") else { return (running, try parseAsRoot(running)) }
    do { return (arguments, try parseAsRoot(arguments)) } catch {
      guard let run = (try? parseAsRoot(running)) as? RunFile, !words.contains(run.file) else {
        throw error
      }
      return (running, run)
    }
  }

  /// Gives a program that was started without standard input, output or error another file, before
  /// one that it opens takes the number.
  ///
  /// Nothing can be written to that of the output, so that it is told.
  private static func openStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
