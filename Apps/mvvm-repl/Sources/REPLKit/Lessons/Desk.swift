/// A saved state of the person at the prompt: names, watches, bindings, undo steps, and what the host keeps for the
/// session.
@MainActor
struct Desk {
  let names: SessionScope.Contents
  let watches: [Watch]
  let links: [LiveBinding]
  let timeline: Timeline
  let clock: SessionClock.Mode
  /// The results by number; a lesson continues their numbering.
  var results: Results
  /// The values that were last shown, for marking changes.
  private let lastShown: LastShown
  /// The path of the screen above the prompt.
  private var screen: String?
  /// The numbers of the person's last watch, binding and job.
  let lastWatch, lastBinding, lastJob: Int
  /// The number of the desk in the recording.
  let number: Int
  /// The functions that restore the state of the host.
  private var hosts: [@MainActor () async -> Void] = []

  /// Saves the state of the person in a session, without ending anything.
  init(of session: Session) {
    names = session.scope.personal
    watches = session.watches.all
    links = session.links.all
    timeline = session.chronicle.timeline
    clock = session.clock.mode
    results = session.evaluator.results
    lastShown = session.output.lastShown
    (lastWatch, lastBinding) = (session.watches.last, session.links.last)
    lastJob = session.jobs.last
    number = session.voice.recorder.desk
  }

  /// Saves the state of a session for ``lay(in:)``, and leaves an empty desk with only what belongs to the host.
  ///
  /// Saved watches and bindings are suspended; jobs continue.
  init(clearing session: Session) async {
    self.init(of: session)
    screen = session.putScreenAside()
    session.watches.putAside()
    session.links.putAside()
    session.scope.lay()
    session.chronicle.begin(Timeline())
    session.output.lastShown = LastShown()
    session.voice.recorder.beginDesk()
    for putAside in session.host.belongings { hosts.append(await putAside()) }
  }

  /// Restores the saved state; ends the current watches and bindings, and reuses their numbers.
  func lay(in session: Session) async {
    session.watches.putAside()
    session.links.putAside()
    await bringBackHosts()
    layOwn(in: session)
  }

  /// Restores the state of the host.
  func bringBackHosts() async {
    for bringBack in hosts { await bringBack() }
  }

  /// Restores only the state of the person.
  func layOwn(in session: Session) {
    session.putScreenAside()
    session.watches.lay(watches, upTo: lastWatch)
    session.links.lay(links, upTo: lastBinding)
    session.scope.lay(names)
    session.chronicle.begin(timeline)
    session.voice.recorder.endDesk(at: number)
    session.evaluator.results = results
    session.output.lastShown = lastShown
    if session.clock.mode != clock { session.clock.set(clock) }
    if let screen { session.layScreen(screen) }
  }
}
