import Foundation
import LineEditor
import REPLKit
import REPLStudio

/// One run of the program: puts the parts together and feeds a session.
@MainActor
final class Program {
  /// The source of the statements.
  enum Input {
    case text(String)
    case file(String)
    case standardInput
  }

  /// Exit codes in addition to those of ``Status``.
  enum Exit {
    static let wrongUse: Int32 = 2
    /// The code that timeout(1) reports.
    static let timeUp = Status.timeUp.rawValue
    /// The code that sysexits(3) gives an error of input or output.
    static let outputError: Int32 = 74
    /// The code that a shell reports for a program that a closed pipe has ended.
    static let closedPipe: Int32 = 141
  }

  private let folder: DataFolder
  private let stage: any Stage
  private let setup: Setup
  private var options: Options { setup.options }
  private let clock: SessionClock

  init(_ setup: Setup) {
    self.setup = setup
    clock = SessionClock(setup.options.clock)
    folder = DataFolder(setup.options.data)
    stage = setup.stage(data: folder.data, clock: clock)
  }

  /// Gives a talk: with the keys of a prompt if possible, or else as text.
  func present(_ talk: String) async -> Int32 {
    let canType =
      Self.isSomebodyThere && Terminal.standard.canEdit && !options.plain && !setup.isJSON
    // A path may contain a character that would end the statement.
    let statement = talk.contains(/[^\w.\/ -]/) ? ":present \"\(talk)\"" : ":present \(talk)"
    return canType
      ? await run(.standardInput, opening: statement) : await run(.text(statement))
  }

  /// Runs the statements; a prompt first runs `opening`, as if it had been typed.
  ///
  /// - Returns: The exit code.
  func run(_ input: Input, opening: String? = nil) async -> Int32 {
    let output = Output(options, isJSON: setup.isJSON)
    var isPrompt = false
    if case .standardInput = input { isPrompt = Self.isSomebodyThere && !setup.isJSON }
    let handover = isPrompt ? Handover.receive() : .nothing
    let cast: CastFile?
    do throws(Message) { cast = try recording(goesOn: handover.goesOn) } catch {
      return output.refuse(error)
    }
    let startup = isPrompt && options.startup ? Startup(TrustedFiles(list: folder.trusted)) : nil
    if isPrompt, Terminal.standard.canEdit, !options.plain {
      do {
        return try await Prompt(stage, folder, clock: clock, setup, handover, cast: cast)
          .run(startup, opening: opening)
      } catch {
        output.complain(error.message)
        return Exit.wrongUse
      }
    }
    stage.onProblem { output.complain($0) }
    output.cast = cast
    cast?.onFailure { failure in
      Task { @MainActor in output.complain(failure.text(in: output.language)) }
    }
    let session = stage.session(clock: clock) { output.show($0) }
    session.host.onMark = { cast?.mark($0) }
    if setup.isJSON { session.host.onStatement = { output.show($0) } }
    session.host.onConceal = { cast?.rewrite(markers: $0) { output.masked($0) } }
    session.language = options.helpLanguage
    let preferences = Preferences(theme: options.theme)
    preferences.onChange = { output.setTheme($0.theme) }
    preferences.settings.forEach(session.add)
    for name in ["theme", "panel", "trust"] {
      session.add(.needingPrompt(name, isPlain: isPrompt))
    }
    for word in PromptWord.allCases {
      session.add(
        word.command { [isPrompt] _ in throw Message.needsPrompt(word.rawValue, isPlain: isPrompt) }
      )
    }
    session.host.readTestSources = { BuiltPackage.current?.testSources }
    output.session = session
    output.onClosed = { session.finish() }
    var plain: PlainPrompt?
    let deadline = Deadline(options.timeout, of: session, after: handover) {
      output.complain($0.text(in: output.language))
      plain?.wake()
    }
    await stage.furnish(session)
    session.offerLessons(setup, progress: folder.progress) { output.complain($0) }
    session.offerTalks(setup) { output.complain($0) }
    if isPrompt {
      plain = PlainPrompt(
        session: session, output: output, folder, setup, handover: handover)
    } else {
      session.addSourceWords()
      session.add(Studio.wordWithoutPrompt)
      if setup.endpoint != nil {
        output.complain(Message.needsPrompt("serve").text(in: options.helpLanguage))
        await session.close()
        await stage.close()
        return Exit.wrongUse
      }
    }
    var status =
      if let plain { await plain.run(startup) } else { await feed(session, from: input, output) }
    await session.close()
    await stage.close()
    deadline?.cancel()
    if let plain, var handover = plain.handover {
      handover.end = deadline?.end
      return output.refuse(plain.execute(handover), Status.runtimeError.rawValue)
    }
    if deadline?.isOver == true { return Exit.timeUp }
    if !isPrompt, status == Status.ok.rawValue { status = session.backgroundStatus.rawValue }
    return output.exit(status)
  }

  /// The file for a recording; `nil` for no recording.
  private func recording(goesOn: Bool) throws(Message) -> CastFile? {
    guard let option = setup.cast, let path = option.file else { return nil }
    let before: CastFile.Before =
      goesOn ? .continued : option.overwrite ? .replaced : .refused
    return try CastFile(path, size: Terminal.standard.size, before)
  }

  /// Whether a person types here and can be asked on standard output or standard error.
  private static var isSomebodyThere: Bool {
    isatty(STDIN_FILENO) == 1 && (isatty(STDOUT_FILENO) == 1 || isatty(STDERR_FILENO) == 1)
  }

  private func feed(_ session: Session, from input: Input, _ output: Output) async -> Int32 {
    switch input {
    case .text(let text):
      guard !options.bail else { return await session.run(SourceText(text)).rawValue }
      return await stream([Array(text.utf8)], into: session, output)
    case .standardInput:
      let input = ByteInput.standard
      return await stream(into: session, output) { try await input.next() }
    case .file(let path):
      do throws(SystemError) {
        let bytes = try await (path == "-" ? ByteInput.standard : ByteInput.open(path)).all()
        guard options.bail else {
          // In pieces, so that the first statements run before the last ones are parsed.
          let pieces = stride(from: 0, to: bytes.count, by: 1 << 16).map {
            Array(bytes[$0..<min($0 + (1 << 16), bytes.count)])
          }
          return await stream(pieces, name: path, into: session, output)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
          let line = Self.firstLineThatIsNotText(bytes)
          return output.refuse(.lineIsNoText(line), Status.parseError.rawValue)
        }
        return await session.run(SourceText(text, name: path)).rawValue
      } catch {
        let isWord = error.code == ENOENT && session.hasToolCommand(path)
        return output.refuse(
          isWord
            ? .noFileOrWord(path, meant: "-e :\(path)", Identity.current.name)
            : .fileIsUnreadable(path, error.reason))
      }
    }
  }

  /// Runs the statements of pieces of a text, as if they came from standard input.
  private func stream(
    _ pieces: [[UInt8]], name: String? = nil, into session: Session, _ output: Output
  ) async -> Int32 {
    var rest = pieces[...]
    return await stream(name: name, into: session, output) { rest.popFirst() ?? [] }
  }

  /// Runs the statements that `next` reads, up to the first mistake; if mistakes are skipped, up to the end, and the first
  /// mistake decides the status.
  private func stream(
    name: String? = nil, into session: Session, _ output: Output,
    next: () async throws -> [UInt8]
  ) async -> Int32 {
    var reader = StatementReader()
    var first = Status.ok
    do {
      while !session.isFinished {
        let bytes = try await next()
        var (rest, isRead) = (bytes, false)
        while !isRead, !session.isFinished {
          var texts: [ParsedText] = []
          do throws(StatementReader.NotText) {
            texts = try bytes.isEmpty ? [reader.end()].compactMap(\.self) : reader.read(rest)
            isRead = !reader.hasFailed
          } catch {
            guard !options.bail else { throw error }
            output.complain(Message.lineIsNoText(error.line).text(in: output.language))
            reader.skip()
            if first == .ok { first = .parseError }
            isRead = bytes.isEmpty
          }
          rest = []
          for text in texts where !session.isFinished {
            let status = await session.run(text.named(name))
            if first == .ok { first = status }
            guard status == .ok || !options.bail else { return status.rawValue }
          }
        }
        if bytes.isEmpty { break }
      }
      return first.rawValue
    } catch let problem as StatementReader.NotText {
      return output.refuse(.lineIsNoText(problem.line), Status.parseError.rawValue)
    } catch {
      let reason = (error as? SystemError)?.reason ?? Message(error)
      return output.refuse(.inputIsUnreadable(reason))
    }
  }

  private static func firstLineThatIsNotText(_ bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return 1 + (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0)
  }
}
