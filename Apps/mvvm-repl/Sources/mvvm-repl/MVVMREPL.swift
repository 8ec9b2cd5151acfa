import ArgumentParser
import Foundation
import LineEditor
import REPLKit

/// The program: reads the arguments and chooses between a prompt, a script, a pipe and a test.
@main
struct MVVMREPL: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mvvm-repl",
    abstract: "Drive view-models by typing: create them, set inputs, fire commands, watch outputs.",
    discussion: """
      Without arguments at a terminal it opens a prompt; type :help there. Behind a pipe it runs what \
      it reads, statement by statement.

      Exit codes: 0 all went well, 1 an expect or a test was not met, 2 wrong use, 3 something went \
      wrong while running, 65 the text is not in the language, 74 the output cannot be written, 124 the \
      time was up, 141 nobody reads the output any more.

      Completions for a shell: mvvm-repl --generate-completion-script zsh (or bash, fish).
      """,
    version: Program.version,
    subcommands: [RunFile.self, Test.self, Lessons.self])

  @Option(
    name: [.customShort("e"), .customLong("execute")],
    help: ArgumentHelp("Run these statements and leave; may be repeated.", valueName: "statements"))
  var statements: [String] = []

  @OptionGroup var options: Options

  /// The subcommand `mvvm-repl run FILE`.
  struct RunFile: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run", abstract: "Run the statements in a file.")

    @Argument(help: "A UTF-8 text file; - stands for standard input.", completion: .file())
    var file: String

    @OptionGroup var options: Options
  }

  /// The subcommand `mvvm-repl test FILE…`.
  struct Test: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "test", abstract: "Replay the conversations in documents and compare.",
      discussion: """
        A conversation is a fenced block whose first line starts with the prompt ❯ and a space. Each \
        document has a session of its own. In the answers … stands for any text, and alone on its \
        line for any lines, as ... does.
        """)

    @Argument(help: "Markdown documents.", completion: .file(extensions: ["md"]))
    var files: [String]

    @Flag(help: "Write the answers that were given into the documents.")
    var update = false

    @OptionGroup var options: Options
  }

  /// The subcommand `mvvm-repl lessons [list|verify]`.
  struct Lessons: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "lessons", abstract: "List the lessons, or prove that each can be done.",
      discussion: """
        At the prompt :lesson 1 begins the first one. verify does every step by its solution; for \
        lessons of your own add --lessons FOLDER.
        """)

    @Argument(help: "What to do.")
    var action = LessonFiles.Action.list

    @OptionGroup var options: Options
  }

  static func main() async {
    openStandardDescriptors()
    // Whoever looks for the mistake sets the variable and gets the backtrace.
    if ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] == nil {
      CrashLine.set(
        "mvvm-repl \(Program.version): a mistake in the program has ended it; please report it with "
          + "what you typed (SWIFT_BACKTRACE=enable=yes shows more)")
    }
    do {
      switch try parseAsRoot() {
      case let command as RunFile:
        Foundation.exit(await Program(command.options).run(.file(command.file)))
      case let command as Test:
        Foundation.exit(
          await TranscriptFiles(command.options, isUpdating: command.update).run(command.files))
      case let command as Lessons:
        Foundation.exit(await LessonFiles(command.options).run(command.action))
      case let command as MVVMREPL where !command.statements.isEmpty:
        Foundation.exit(
          await Program(command.options).run(.text(command.statements.joined(separator: "\n"))))
      case let command as MVVMREPL:
        Foundation.exit(await Program(command.options).run(.standardInput))
      case var other: try other.run()
      }
    } catch {
      let isUse = exitCode(for: error) != .success
      let message = fullMessage(for: error)
      FileHandle(fileDescriptor: isUse ? STDERR_FILENO : STDOUT_FILENO).write(
        Data("\(TextRenderer.printable(message))\n".utf8))
      Foundation.exit(isUse ? 2 : 0)
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
