/// The talks that a session offers, and where the speaker is in one.
@MainActor
final class TalkPlayer {
  /// The talk that is being held.
  struct Place {
    let talk: Talk
    var walk: TalkWalk
    let start: ContinuousClock.Instant
  }

  private(set) var list: TalkList
  var place: Place?
  /// The desk of the speaker from before the talk.
  private(set) var desk: Desk?
  /// Whether statements are played without keys, among which a word of talks would begin it all again.
  var isPlaying = false
  private let now: @MainActor () -> ContinuousClock.Instant

  init(_ list: TalkList, now: @escaping @MainActor () -> ContinuousClock.Instant) {
    (self.list, self.now) = (list, now)
  }

  /// Takes the talks as they have been written meanwhile; one that is held goes on as it was begun.
  func take(_ list: TalkList) { self.list = list }

  /// `:present`, `:present login`, `:present talk.md`, `:present 2` and `:present stop`.
  func present(_ argument: String, in session: Session, at span: Span) async throws {
    try refuseWhilePlaying()
    switch argument {
    case "": show(in: session)
    case "stop": try await stop(in: session)
    default:
      if let number = Int(argument) {
        try await go(to: number, in: session)
      } else {
        try await begin(try found(argument, in: session, at: span), in: session)
      }
    }
  }

  private func show(in session: Session) {
    guard !list.isEmpty else { return session.emit(.note(.noTalks)) }
    let rows = list.talks.map { talk in
      let talk = list.talk(talk.id, in: session.language) ?? talk
      let size = Message.sizeOfTalk(steps: talk.steps.count, minutes: talk.minutes)
      return (
        word: ":present \(talk.id)", text: "\(talk.title)  (\(size.text(in: session.language)))"
      )
    }
    session.emit(.page(title: .talks, rows: rows))
  }

  private func found(
    _ word: String, in session: Session, at span: Span
  ) throws(Diagnostic) -> Talk {
    let path = word.unquoted
    if let talk = list.talk(path, in: session.language) { return talk }
    guard path.hasSuffix(".md") else {
      throw Diagnostic(
        .unknownNumber, .noTalk(path.clipped(to: 40)), at: nil,
        help: Suggestion(for: path, among: list.ids).help)
    }
    let text = try session.output.read(path, at: span)
    let file = path.split(separator: "/").last.map(String.init) ?? path
    do { return try Talk(text, file: file) } catch {
      throw Diagnostic(.failed, .isNoTalk(error.text(in: session.language)), at: span)
    }
  }

  private func begin(_ talk: Talk, in session: Session) async throws(Diagnostic) {
    guard session.lessons?.place == nil else {
      throw Diagnostic(.notNow, .lessonGoesOn, at: nil, help: .write(":lesson stop"))
    }
    await clearDesk(of: session)
    let steps = talk.steps.map { $0.statements.map(\.text) }
    place = Place(talk: talk, walk: TalkWalk(steps), start: now())
    let hasKeys = session.host.typesTalks
    session.emit(.text(title: .talkBegins(talk.title), lines: hasKeys ? [] : talk.notes.wrapped))
    if hasKeys { return session.emit(.note(.keysOfTalk)) }
    do throws(Diagnostic) { try await playThrough(in: session) } catch {
      await leave(session)
      throw error
    }
    await leave(session)
  }

  private func stop(in session: Session) async throws(Diagnostic) {
    guard place != nil else { throw noTalk }
    await leave(session)
    session.emit(.note(.talkIsLeft))
  }

  func refuseWhilePlaying() throws(Diagnostic) {
    guard isPlaying else { return }
    throw Diagnostic(.notNow, .talkGoesOn, at: nil)
  }

  var noTalk: Diagnostic {
    Diagnostic(.notNow, .noTalkGoesOn, at: nil, help: .write(":present"))
  }

  /// An empty desk for the talk; the first time the speaker's own is put aside.
  func clearDesk(of session: Session) async {
    if let desk { session.jobs.drop(behind: desk.lastJob) }
    let cleared = await Desk(clearing: session)
    session.chronicle.endLiveGraphOfNothing()
    guard let desk else {
      desk = cleared
      return
    }
    if session.clock.mode != desk.clock { session.clock.set(desk.clock) }
  }

  private func leave(_ session: Session) async {
    place = nil
    guard let desk else { return }
    session.jobs.drop(behind: desk.lastJob)
    self.desk = nil
    await desk.lay(in: session)
    session.chronicle.endLiveGraphOfNothing()
  }

  /// The talk, the step and the time in one line; `nil` when no talk is held.
  func row(in language: HelpLanguage) -> String? {
    guard let place else { return nil }
    let talk = place.talk
    let minutes = Int(place.start.duration(to: now()).components.seconds / 60)
    let time = Message.timeOfTalk(minutes, of: talk.minutes)
    let row: Message =
      place.walk.isOver
      ? .talkIsOver(talk.id, time)
      : place.walk.isOffScript
        ? .talkIsOffScript(talk.id, place.walk.step + 1, of: talk.steps.count, time)
        : .placeOfTalk(talk.id, place.walk.step + 1, of: talk.steps.count, time)
    return row.text(in: language)
  }
}
