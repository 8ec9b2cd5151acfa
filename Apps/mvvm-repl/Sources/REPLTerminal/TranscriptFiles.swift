import Foundation
import REPLKit

/// The subcommand `test`: replays the conversations in documents.
@MainActor
struct TranscriptFiles {
  private let setup: Setup
  private var options: Options { setup.options }
  private let isUpdating: Bool
  private let output: Output
  private var course: Course?
  private var talks = TalkList.empty

  init(_ setup: Setup, isUpdating: Bool) {
    self.setup = setup
    self.isUpdating = isUpdating
    output = Output(setup.options)
  }

  mutating func run(_ paths: [String]) async -> Int32 {
    if isUpdating, paths.contains("-") { return output.refuse(.inputIsNoDocument) }
    do { (course, talks) = (try setup.course(), try setup.talkList()) } catch {
      output.complain(error.text(in: options.helpLanguage))
      return Status.runtimeError.rawValue
    }
    var status = Status.ok.rawValue
    var isEmpty = true
    for path in paths {
      do {
        guard
          let text = String(
            validating: try await (path == "-" ? ByteInput.standard : ByteInput.open(path)).all(),
            as: UTF8.self)
        else {
          return output.refuse(.fileIsUntestable(path, .isNoText))
        }
        if Transcript(text).steps.isEmpty {
          output.complain(Message.hasNoConversation(path).text(in: output.language))
          continue
        }
        isEmpty = false
        let hasPassed: Bool
        do throws(Message) { hasPassed = try await test(text, path) } catch {
          return output.refuse(.cannotWrite(path, error))
        }
        guard hasPassed || isUpdating else {
          status = Status.expectationFailed.rawValue
          if options.bail { break }
          continue
        }
      } catch {
        return output.refuse(.fileIsUntestable(path, error.reason))
      }
    }
    // A document that tests nothing has not passed.
    return output.exit(isEmpty ? Program.Exit.wrongUse : status)
  }

  /// Replays the conversations of a document; returns whether all answers are as written.
  ///
  /// - Throws: The reason why the answers cannot be written into it.
  private func test(_ text: String, _ path: String) async throws(Message) -> Bool {
    let transcript = Transcript(text)
    // Without `--data`, nothing is remembered from one document, or one run, to the next.
    let clock = SessionClock(options.clock)
    let stage = setup.stage(data: options.data.map { URL(filePath: $0) }, clock: clock)
    let runner = TranscriptRunner { [options, course, talks] emit in
      let session = stage.session(clock: clock, emit: emit)
      session.language = options.lang ?? .english
      await stage.furnish(session)
      if let course { session.offer(course) }
      session.offer(talks)
      return session
    }
    let report = await runner.run(transcript, isBailing: options.bail && !isUpdating)
    await stage.close()
    for failure in report.failures {
      tell(.answerIsAnother(path, failure.step.line))
      output.write(TextRenderer.printable("\(failure)"))
    }
    if isUpdating, report.updated != text {
      try TextFile.write(report.updated, to: path)
    }
    let (failed, steps) = (report.failures.count, transcript.steps.count)
    tell(
      failed == 0
        ? .tested(path, steps)
        : isUpdating
          ? .updated(path, failed, of: steps)
          : .testFailed(path, failed, of: steps, left: steps - report.count))
    return failed == 0
  }

  private func tell(_ message: Message) {
    output.write(TextRenderer.printable(message.text(in: output.language)))
  }
}
