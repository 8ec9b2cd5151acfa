/// The talks that a session offers, and the speaker's place in a talk.
@MainActor
final class TalkPlayer: SessionTask {
  struct Place {
    let talk: Talk
    var walk: TalkWalk
    let start: ContinuousClock.Instant
  }

  private(set) var list: TalkList
  var place: Place?
  /// The speaker's desk from before the talk.
  private(set) var desk: Desk?
  /// Whether statements are played without keys; `:present` and `:resume` among them would start the talk again.
  var isPlaying = false
  /// Not weak: the session owns the player.
  unowned let session: Session
  private let now: @MainActor () -> ContinuousClock.Instant

  init(
    _ list: TalkList, now: @escaping @MainActor () -> ContinuousClock.Instant, in session: Session
  ) {
    (self.list, self.now, self.session) = (list, now, session)
  }

  /// Replaces the talks after a reload; a talk in progress goes on unchanged.
  func take(_ list: TalkList) { self.list = list }

  /// Runs `:present`, `:present login`, `:present talk.md`, `:present 2` and `:present stop`.
  func present(_ argument: String, at span: Span) async throws {
    try refuseWhilePlaying()
    switch argument {
    case "": show()
    case "stop": try await stop()
    default:
      if let number = Int(argument) {
        try await go(to: number)
      } else {
        try await begin(try found(argument, at: span))
      }
    }
  }

  private func show() {
    guard !list.isEmpty else { return emit(.note(.noTalks)) }
    let rows = list.talks.map { talk in
      let talk = list.talk(talk.id, in: language) ?? talk
      let size = Message.sizeOfTalk(steps: talk.steps.count, minutes: talk.minutes)
      return (
        word: ":present \(talk.id)",
        text: talk.title + Message.inBrackets(size).text(in: language)
      )
    }
    emit(.page(title: .talks, rows: rows))
  }

  private func found(_ word: String, at span: Span) throws(Diagnostic) -> Talk {
    let path = word.unquoted
    let talk = list.talk(path, in: language)
    if let talk = talk ?? list.id(titled: path).flatMap({ list.talk($0, in: language) }) {
      return talk
    }
    guard path.hasSuffix(".md") else {
      // A speaker who has left the script wants to go on with the talk.
      let goesOn = place != nil && path == "next"
      throw Diagnostic(
        .unknownNumber, .noTalk(path.clipped(to: 40)), at: nil,
        help: goesOn ? .write(":resume") : Suggestion(for: path, among: list.ids).help)
    }
    let text = try output.read(path, at: span)
    let file = path.split(separator: "/").last.map(String.init) ?? path
    do { return try Talk(text, file: file) } catch {
      throw Diagnostic(.failed, .isNoTalk(error.text(in: language)), at: span)
    }
  }

  private func begin(_ talk: Talk) async throws(Diagnostic) {
    guard session.lessons?.place == nil else {
      throw Diagnostic(.notNow, .lessonGoesOn, at: nil, help: .write(":lesson stop"))
    }
    await clearDesk()
    let steps = talk.steps.map { $0.statements.map(\.text) }
    place = Place(talk: talk, walk: TalkWalk(steps), start: now())
    let hasKeys = host.typesTalks
    emit(.text(title: .talkBegins(talk.title), lines: hasKeys ? [] : talk.notes.wrapped))
    if hasKeys { return emit(.note(.keysOfTalk)) }
    do throws(Diagnostic) { try await playThrough() } catch {
      await leave()
      throw error
    }
    await leave()
  }

  private func stop() async throws(Diagnostic) {
    guard place != nil else { throw noTalk }
    await leave()
    emit(.note(.talkIsLeft))
  }

  func refuseWhilePlaying() throws(Diagnostic) {
    guard isPlaying else { return }
    throw Diagnostic(.notNow, .talkGoesOn, at: nil)
  }

  var noTalk: Diagnostic {
    Diagnostic(.notNow, .noTalkGoesOn, at: nil, help: .write(":present"))
  }

  /// Clears the desk for the talk; the first time, saves the speaker's own desk.
  func clearDesk() async {
    if let desk { session.jobs.drop(behind: desk.lastJob) }
    let cleared = await Desk(clearing: session)
    chronicle.endLiveGraphOfNothing()
    guard let desk else {
      desk = cleared
      return
    }
    if clock.mode != desk.clock { clock.set(desk.clock) }
  }

  private func leave() async {
    place = nil
    guard let desk else { return }
    session.jobs.drop(behind: desk.lastJob)
    self.desk = nil
    await desk.lay(in: session)
    chronicle.endLiveGraphOfNothing()
  }

  /// Returns the row of the talk with step, time and way back, and shorter rows; off script, the last one only has the
  /// way back; empty outside of talks.
  func rows(in language: HelpLanguage) -> [String] {
    guard let place else { return [] }
    let talk = place.talk
    let minutes = Int(place.start.duration(to: now()).components.seconds / 60)
    let time = Message.timeOfTalk(minutes, of: talk.minutes)
    let step: Message =
      place.walk.isOver
      ? .talkIsOver(talk.id) : .placeOfTalk(talk.id, place.walk.step + 1, of: talk.steps.count)
    let rows: [[Message]] =
      place.walk.isOffScript && !place.walk.isOver
      ? [[step, time, .wayBackIntoTalk], [step, .wayBackIntoTalk], [.wayBackIntoTalk]]
      : [[step, time], [step]]
    return rows.map { $0.map { $0.text(in: language) }.joined(separator: " · ") }
  }
}
