import ArgumentParser
import Foundation
import REPLKit
import REPLStudio

extension Arguments {
  /// Runs the program as its arguments say; returns the exit code.
  @MainActor
  static func run(
    lessons: @escaping @MainActor () throws(LessonError) -> Course?,
    talks: @escaping @MainActor () throws(LessonError) -> TalkList?,
    stage: @escaping @MainActor (Surroundings, Own) -> any Stage
  ) async -> Int32 {
    openStandardDescriptors()
    signal(SIGPIPE, SIG_IGN)  // a closed pipe is an error of write(2), which is handled there
    CrashText.set()
    func setup(
      _ options: Options, _ own: Own, servedOn endpoint: StudioEndpoint? = nil,
      _ output: OutputOption? = nil, _ cast: CastOption? = nil
    ) -> Setup {
      Setup(
        options: options, isJSON: output?.json == true, cast: cast, endpoint: endpoint,
        lessons: lessons, talks: talks
      ) { stage($0, own) }
    }
    do {
      try refuseMisspelt(CommandLine.arguments.dropFirst().first)
      try refuseUnknownHelp(CommandLine.arguments.dropFirst())
      let (arguments, command) = try parsedOrExplained()
      if !CommandLine.arguments.contains("run") { try refuseMisspelt((command as? RunFile)?.file) }
      try refuseMisplacedOptions(arguments, in: command)
      switch command {
      case let command as RunFile:
        return await Program(setup(command.options, command.own, command.output, command.cast))
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
      case let command as Present where Handover.isTrial:
        return await Trial.run(setup(command.options, command.own))
      case let command as Present:
        return await Program(setup(command.options, command.own, command.output, command.cast))
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
          language: command.options.helpLanguage, asked: command.options.lang
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
          setup(
            command.options, command.own, servedOn: command.endpoint, command.output, command.cast)
        ).run(command.statements.isEmpty ? .standardInput : .text(text))
      case var other: try other.run()
      }
      return 0
    } catch {
      return Output.exit(
        saying: inLanguageOfProcess(error, of: Self.self),
        status: exitCode(for: error) == .success ? 0 : Program.Exit.wrongUse, in: .ofProcess)
    }
  }

  /// Refuses options that the subcommand would ignore, because the parser accepts them anywhere.
  ///
  /// - Throws: `ValidationError` for the first such option.
  private static func refuseMisplacedOptions(
    _ arguments: [String], in command: any ParsableCommand
  ) throws {
    guard !(command is Self), let name = type(of: command).configuration.commandName else { return }
    let recorded = command is RunFile || command is Present ? [] : ["--cast", "--overwrite"]
    let unwritten = command is RunFile || command is Present ? [] : ["--json"]
    for argument in arguments.prefix(while: { $0 != "--" }) {
      let option = String(argument.prefix { $0 != "=" })
      let refused = ["--serve", "--serve-on", "--execute", "-e"] + recorded + unwritten
      guard refused.contains(option) else { continue }
      throw ValidationError(
        Message.optionElsewhere(option, "\(Identity.current.name) \(name)").text(in: .ofProcess))
    }
  }

  /// The options that only some subcommands have.
  private static var ownOptions: [String: [String]] {
    [
      "--update": ["test"], "--once": ["notes", "exercises"], "--in": ["exercises", "new"],
      "--notes": ["handout"], "--solutions": ["handout"], "--template": ["new"],
    ]
  }

  /// Refuses an option without the subcommand that has it, which the parser would take for a misspelt one.
  ///
  /// - Throws: `ValidationError` that names the subcommand.
  private static func refuseOptionsOfOthers(_ arguments: ArraySlice<String>) throws {
    let command = arguments.first { words.contains($0) }
    for argument in arguments.prefix(while: { $0 != "--" }) {
      let option = String(argument.prefix { $0 != "=" })
      guard let owners = ownOptions[option], command.map(owners.contains) != true else { continue }
      throw ValidationError(Message.optionOfOther(option, owners).text(in: .ofProcess))
    }
  }

  /// The words that the first argument may be instead of a file name.
  private static var words: [String] {
    configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
  }

  /// Whether a word is the name of a flag or an option, without its dashes.
  private static func hasFlag(_ word: String) -> Bool {
    helpMessage().split { !$0.isLetter && $0 != "-" }.contains("--\(word)")
  }

  /// Refuses an argument that names no file and is an option without its dashes, or nearly one of the words.
  ///
  /// - Throws: `ValidationError` that names that word.
  private static func refuseMisspelt(_ word: String?) throws {
    guard let word, !word.hasPrefix("-"),
      !words.contains(word), !FileManager.default.fileExists(atPath: word),
      let meant = hasFlag(word) ? "--\(word)" : word.nearestWord(among: words)
    else { return }
    throw ValidationError(
      Message.noFileOrWord(word, meant: meant, Identity.current.name).text(in: .ofProcess))
  }

  /// Refuses a word after `help` that is no subcommand, for which the parser would show the help of the program.
  ///
  /// Options may stand anywhere; the words after a subcommand are its own.
  ///
  /// - Throws: `ValidationError` that names the word.
  private static func refuseUnknownHelp(_ arguments: ArraySlice<String>) throws {
    var typed: [String] = []
    var isValue = false
    for argument in arguments.prefix(while: { $0 != "--" }) {
      let isOption = !isValue && argument.hasPrefix("-")
      if !isValue, !isOption { typed.append(argument) }
      // An option that is invalid alone has the next argument as its value.
      isValue = isOption && !argument.contains("=") && (try? parseAsRoot([argument])) == nil
    }
    guard typed.count > 1, typed[0] == "help", !words.contains(typed[1]) else { return }
    let word = typed[1]
    let meant = word.nearestWord(among: words)
    throw ValidationError(
      Message.noSubcommand(word, meant: meant, Identity.current.name).text(in: .ofProcess))
  }

  /// Returns the arguments and the command; a mistake about an option of another subcommand is explained.
  private static func parsedOrExplained() throws -> ([String], any ParsableCommand) {
    do { return try parsed() } catch {
      try refuseOptionsOfOthers(CommandLine.arguments.dropFirst())
      throw error
    }
  }

  /// Returns the arguments of the process and the command that they mean; a file name without a subcommand means `run`.
  ///
  /// Options may stand before the file name: arguments that are invalid without a subcommand are tried with `run`.
  private static func parsed() throws -> (arguments: [String], command: any ParsableCommand) {
    let arguments = Array(CommandLine.arguments.dropFirst())
    let running = ["run"] + arguments
    guard let first = arguments.first, !words.contains(first) else {
      return (arguments, try parseAsRoot(arguments))
    }
    guard first.hasPrefix("-") else { return (running, try parseAsRoot(running)) }
    do { return (arguments, try parseAsRoot(arguments)) } catch {
      // The arguments up to the file are valid, but the others need not be.
      let names = arguments.indices.lazy.compactMap { last in
        ((try? parseAsRoot(["run"] + arguments[...last])) as? RunFile)?.file
      }
      guard let name = names.first, !words.contains(name) else { throw error }
      return (running, try parseAsRoot(running))
    }
  }

  /// Opens `/dev/null` for each missing standard descriptor, before another opened file takes its number.
  ///
  /// The replacement of standard output is read-only, so that a write to it fails and is reported.
  private static func openStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
