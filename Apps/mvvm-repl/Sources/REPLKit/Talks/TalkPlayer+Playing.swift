import Bindings
import DisplayWidth

extension TalkPlayer {
  /// Returns the next action of the host, and shows the heading of a step that begins.
  func turn() -> TalkTurn {
    while let place, let step = place.walk.opening {
      host.onBeginOfStep?()
      mark(step, of: place.talk)
      voice.aside(heading(of: step, of: place.talk, withNotes: false))
      self.place?.walk.begin(step)
    }
    let turn = place?.walk.turn ?? .ordinary
    if case .types = turn { place?.walk.noteTyped() }
    return turn
  }

  /// Handles a key; the key after the last statement ends the talk.
  func take(_ key: TalkKey) {
    let wasOver = place?.walk.isOver
    place?.walk.press(key)
    if wasOver == false, place?.walk.isOver == true { voice.aside(.note(.talkEnds)) }
  }

  private func heading(of step: Int, of talk: Talk, withNotes: Bool) -> Record {
    .text(title: title(of: step, of: talk), lines: withNotes ? talk.steps[step].notes.wrapped : [])
  }

  private func title(of step: Int, of talk: Talk) -> Message {
    .step(step + 1, of: talk.steps.count, talk.steps[step].title)
  }

  private func mark(_ step: Int, of talk: Talk) {
    host.onMark?(title(of: step, of: talk).text(in: language))
  }

  /// Plays all steps as text, for hosts without keys.
  func playThrough() async throws(Diagnostic) {
    guard let talk = place?.talk else { return }
    isPlaying = true
    defer { isPlaying = false }
    for (index, step) in talk.steps.enumerated() {
      place?.walk.begin(index)
      mark(index, of: talk)
      emit(heading(of: index, of: talk, withNotes: true))
      for statement in step.statements {
        let shown = session.shown(statement)
        emit(.output("❯ \(shown)"))
        let hasFailed = try await type(statement)
        // The statement has ended the session.
        if session.isFinished { return }
        guard hasFailed == statement.fails else {
          throw Diagnostic(.failed, .talkStopped(index + 1, shown), at: nil)
        }
      }
    }
  }

  /// Runs `:resume`: restores the talk from before the speaker went off script, by a replay up to that place.
  func resume() async throws(Diagnostic) {
    try refuseWhilePlaying()
    guard let place else { throw noTalk }
    guard place.walk.isOffScript || place.walk.isOver else {
      throw Diagnostic(.notNow, .talkIsOnScript, at: nil)
    }
    let (step, typed) = (place.walk.step, place.walk.typed)
    try await playAgain(upTo: step, typed)
    self.place?.walk.resume()
    let isAtEnd = typed == place.talk.steps[step].statements.count
    emit(
      .note(
        isAtEnd
          ? .talkResumesAtEnd(ofStep: step + 1) : .talkResumes(step + 1, statement: typed + 1)))
  }

  /// Runs `:present 2`: goes to the beginning of a step.
  func go(to number: Int) async throws(Diagnostic) {
    guard let place else { throw noTalk }
    guard let step = place.talk.steps.index(ofNumber: number) else {
      throw Diagnostic(
        .unknownNumber, .noStep("\(number)", of: place.talk.steps.count), at: nil)
    }
    try await playAgain(upTo: step, 0)
    self.place?.walk.go(to: step)
  }

  /// Clears the desk and silently replays the statements before a place; then shows watched values and reports
  /// statements whose result was not as written.
  ///
  /// - Complexity: O(*n*) in these statements, which take their time again.
  private func playAgain(upTo step: Int, _ typed: Int) async throws(Diagnostic) {
    guard let talk = place?.talk else { return }
    let before =
      talk.steps[..<step].flatMap(\.statements) + talk.steps[step].statements.prefix(typed)
    isPlaying = true
    defer { isPlaying = false }
    var others: [String] = []
    let told = await voice.overhearing { () async throws(Diagnostic) in
      await self.clearDesk()
      for statement in before where try await self.type(statement) != statement.fails {
        others.append(session.shown(statement))
      }
    }
    if let problem = told.problem { throw problem }
    for look in told.records.lastLooks(of: session.watchNumbers) { emit(look) }
    if !others.isEmpty { emit(.note(.talkWentAnotherWay(others))) }
  }

  /// Runs a statement; an error is shown and does not end the talk.
  ///
  /// - Returns: Whether the statement has failed.
  /// - Throws: `Diagnostic` when a person has interrupted the statement.
  private func type(_ statement: Talk.Statement) async throws(Diagnostic) -> Bool {
    var hasFailed = false
    var problem: Diagnostic?
    // The statement has no cause, as if it were typed.
    await Trace.withCause(nil) {
      do throws(Diagnostic) {
        try await session.perform(ParsedText(statement.text)) { _ in hasFailed = true }
      } catch { problem = error }
    }
    if let problem, evaluator.isInterrupted { throw problem }
    // A text that cannot be parsed throws an error.
    return hasFailed || problem != nil
  }
}

extension Session {
  /// Returns a statement of a talk as it may be shown beside the prompt, with values for secret places masked.
  func shown(_ statement: Talk.Statement) -> String {
    let shown = scope.redaction.redacted(ParsedText(statement.text))
    return shown.isEmpty ? "…" : shown
  }
}

extension [String] {
  /// The lines, wrapped to the width of a page of text: 80 columns.
  var wrapped: [String] {
    flatMap { $0.wrapped(to: 80).split(separator: "\n", omittingEmptySubsequences: false) }
      .map(String.init)
  }
}

extension [Record] {
  /// Returns the last record of each watch, in the form of a first record.
  fileprivate func lastLooks(of watches: Set<Int>) -> [Record] {
    var looks: [Int: Record] = [:]
    for record in self {
      switch record {
      case .change(let watch, let path, let value, _):
        looks[watch] = .change(watch: watch, path: path, value: value, previous: nil)
      case .table(let watch, _, _): looks[watch] = record
      case .drawing(let watch, let path, let drawing, _):
        looks[watch] = .drawing(watch: watch, path: path, drawing, isFirst: true)
      default: break
      }
    }
    return watches.sorted().compactMap { looks[$0] }
  }
}
