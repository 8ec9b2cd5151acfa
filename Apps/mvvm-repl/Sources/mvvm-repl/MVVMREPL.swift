import ArgumentParser
import Foundation

/// The program: reads the arguments and chooses between a prompt, a script and a pipe.
@main
struct MVVMREPL: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mvvm-repl",
    abstract: "Drive view-models by typing: create them, set inputs, fire commands, watch outputs.",
    discussion: """
      Without arguments at a terminal it opens a prompt; type :help there. Behind a pipe it runs what \
      it reads, statement by statement.

      Exit codes: 0 all went well, 1 an expect was not met, 2 wrong use, 3 something went wrong while \
      running, 65 the text is not in the language.
      """,
    version: Program.version,
    subcommands: [RunFile.self])

  @Option(
    name: [.customShort("e"), .customLong("execute")],
    help: ArgumentHelp("Run these statements and leave; may be repeated.", valueName: "statements"))
  var statements: [String] = []

  @OptionGroup var options: Options

  /// Options of every way to run.
  struct Options: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Use the workshop API at this address instead of starting one on this machine.",
        valueName: "url"), transform: address)
    var api: URL?

    @Option(
      help: ArgumentHelp(
        "Keep history and remembered values in this folder.", valueName: "folder"))
    var data: String?

    private static func address(_ text: String) throws -> URL {
      guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil
      else {
        throw ValidationError(
          "'\(text)' is not a web address. Write it whole: --api http://127.0.0.1:8080")
      }
      return url
    }
  }

  /// The subcommand `mvvm-repl run FILE`.
  struct RunFile: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "run", abstract: "Run the statements in a file.")

    @Argument(help: "A UTF-8 text file; - stands for standard input.")
    var file: String

    @OptionGroup var options: Options
  }

  static func main() async {
    do {
      switch try parseAsRoot() {
      case let command as RunFile:
        Foundation.exit(await Program(command.options).run(.file(command.file)))
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
        Data("\(message)\n".utf8))
      Foundation.exit(isUse ? 2 : 0)
    }
  }
}
