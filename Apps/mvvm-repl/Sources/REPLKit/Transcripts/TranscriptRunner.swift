public import ViewModels

/// Replays transcripts, each in a session of its own, and compares what is said.
@MainActor
public struct TranscriptRunner {
  /// The report on a transcript.
  public struct Report: Sendable {
    /// A step that was answered otherwise.
    public struct Failure: Sendable {
      /// The step: what was typed, and what was expected.
      public let step: Transcript.Step
      /// The lines that were said.
      public let said: [String]
    }

    /// The number of steps that ran.
    public let count: Int
    /// Those that were answered otherwise.
    public let failures: [Failure]
    /// The document with the answers that were given; what matched stays as it is.
    public let updated: String
  }

  /// Makes a session that hands everything it has to say to `emit`.
  public typealias SessionMaker =
    @MainActor (_ emit: @escaping @MainActor (Record) -> Void) async -> Session

  private let makeSession: SessionMaker

  /// Creates a runner; `makeSession` makes the session of one transcript.
  public init(_ makeSession: @escaping SessionMaker) { self.makeSession = makeSession }

  /// Creates a runner whose sessions make the view-models of a catalog and have one clock, a real one by default.
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
  /// - Parameter conversation: What is typed, behind `❯ `, and what is said, without a fence around it.
  /// - Returns: What was said otherwise, a text for each entry; empty when the conversation went as it is written.
  public func failures(of conversation: String) async -> [String] {
    let fence = Transcript.fence(around: conversation)
    return await run(Transcript("\(fence)\n\(conversation)\n\(fence)")).failures
      .map(\.description)
  }

  /// Replays a transcript, up to the first step that is answered otherwise if it is `isBailing`.
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
    // What a wait is answered with may come while the statement before it is answered: nobody thinks in between here.
    var early: [String] = []
    for (index, step) in transcript.steps.enumerated() {
      guard !session.isFinished else {
        // A step that has not run has not passed; its answers stay as they are written.
        failures.append(Report.Failure(step: step, said: ["not run: the session has ended"]))
        break
      }
      (said.lines, early) = (early, [])
      let status = await session.run(SourceText(step.input))
      await session.clock.settle()  // what runs in the background may answer at once
      // The document leaves them out, too.
      while said.lines.last?.allSatisfy(\.isWhitespace) == true { said.lines.removeLast() }
      // A wildcard does not hide a mistake: it has to be written down.
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
  /// The entry that was typed, then each line that is missing behind `-`, each that is new behind `+`.
  public var description: String {
    // The removals of a difference are in reverse order, for those who take them away one by one.
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
