public import ViewModels

/// Replays transcripts, each in its own session, and compares the answers with the expected lines.
@MainActor
public struct TranscriptRunner {
  /// The report on a transcript.
  public struct Report: Sendable {
    /// A step with an unexpected answer.
    public struct Failure: Sendable {
      /// The step: the entry and the expected answer.
      public let step: Transcript.Step
      /// The lines of the actual answer.
      public let said: [String]
    }

    /// The number of steps that ran.
    public let count: Int
    /// The steps with unexpected answers.
    public let failures: [Failure]
    /// The document with the actual answers; answers that matched stay unchanged.
    public let updated: String
  }

  /// Makes a session that passes all its records to `emit`.
  public typealias SessionMaker =
    @MainActor (_ emit: @escaping @MainActor (Record) -> Void) async -> Session

  private let makeSession: SessionMaker

  /// Creates a runner; `makeSession` makes the session of one transcript.
  public init(_ makeSession: @escaping SessionMaker) { self.makeSession = makeSession }

  /// Creates a runner whose sessions make the view-models of a catalog and share a clock, by default a real clock.
  public init(_ catalog: Catalog, clock: SessionClock = SessionClock()) {
    let stage = CatalogStage(catalog)
    self.init { emit in
      let session = stage.session(clock: clock, emit: emit)
      stage.furnish(session)
      return session
    }
  }

  /// Replays one conversation, for a test.
  ///
  /// - Parameter conversation: The entries behind `❯ ` and the expected answers, without a fence around them.
  /// - Returns: A text for each entry with an unexpected answer; empty if all answers match.
  public func failures(of conversation: String) async -> [String] {
    let fence = Transcript.fence(around: conversation)
    return await run(Transcript("\(fence)\n\(conversation)\n\(fence)")).failures
      .map(\.description)
  }

  /// Replays a transcript; if `isBailing`, stops at the first unexpected answer.
  public func run(_ transcript: Transcript, isBailing: Bool = false) async -> Report {
    let said = Said()
    let session = await makeSession { record in
      let renderer = TextRenderer(style: .plain, language: said.session?.language ?? .english)
      said.lines += renderer.text(record)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    said.session = session
    var failures: [Report.Failure] = []
    var answers: [[String]?] = []
    // The answer to a `wait` may come during the statement before it, because there is no pause between them.
    var early: [String] = []
    for (index, step) in transcript.steps.enumerated() {
      guard !session.isFinished else {
        // A step that did not run has not passed. Its written answer stays unchanged.
        failures.append(Report.Failure(step: step, said: ["not run: the session has ended"]))
        break
      }
      (said.lines, early) = (early, [])
      let status = await session.run(SourceText(step.input))
      await session.clock.settle()  // background work may answer at once
      // The document leaves out trailing blank lines, too.
      while said.lines.last?.allSatisfy(\.isWhitespace) == true { said.lines.removeLast() }
      // A wildcard does not hide an error: the error must be written down.
      let isExpected =
        status == .ok
        || step.expected.contains { line in
          HelpLanguage.allCases.contains { line.hasPrefix($0.text(.errorWord) + " ") }
        }
      var isMatch = isExpected && step.matches(said.lines)
      let count = step.expected.count
      if !isMatch, isExpected, said.lines.count > count,
        transcript.steps.dropFirst(index + 1).first?.isWait == true,
        step.matches(Array(said.lines.prefix(count)))
      {
        early = Array(said.lines.dropFirst(count))
        isMatch = true
      }
      answers.append(isMatch ? nil : said.lines)
      guard !isMatch else { continue }
      failures.append(Report.Failure(step: step, said: said.lines))
      if isBailing { break }
    }
    await session.close()
    return Report(
      count: answers.count, failures: failures, updated: transcript.updated(with: answers))
  }

  @MainActor
  private final class Said {
    weak var session: Session?
    var lines: [String] = []
  }
}

extension TranscriptRunner.Report.Failure: CustomStringConvertible {
  /// The entry, then each missing line behind `-` and each unexpected line behind `+`.
  public var description: String {
    // A difference lists its removals from last to first.
    let difference = said.difference(from: step.expected)
    let sides = [(difference.removals, "-"), (difference.insertions, "+")]
    let lines = sides.flatMap { changes, sign in
      changes.map { change in
        switch change {
        case .remove(let offset, let line, _), .insert(let offset, let line, _):
          (offset: offset, text: "  \(sign) \(line)")
        }
      }.sorted { $0.offset < $1.offset }.map(\.text)
    }
    return (["  \(Transcript.prompt)\(step.input)"] + lines).joined(separator: "\n")
  }
}
