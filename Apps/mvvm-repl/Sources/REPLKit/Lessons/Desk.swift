/// The belongings of the person at the prompt: names, watches, bindings, what can be undone, and what the host keeps
/// for the session.
@MainActor
struct Desk {
  let names: SessionScope.Contents
  let watches: [Watch]
  let links: [LiveBinding]
  let timeline: Timeline
  let clock: SessionClock.Mode
  /// The results by number; a lesson goes on counting behind them.
  var results: Results
  /// What was shown last, from which the next answer may differ.
  private let lastShown: LastShown
  /// The path of what was drawn above the prompt.
  private var screen: String?
  /// The numbers of the last watch, binding and job that belong to the person.
  let lastWatch, lastBinding, lastJob: Int
  /// The number by which the recording knows it.
  let number: Int
  /// Bring back what the host has put aside.
  private var hosts: [@MainActor () async -> Void] = []

  /// Everything that belongs to the person in a session now; nothing ends by it.
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

  /// Puts everything of a session aside, to be brought back by ``lay(in:)``; an empty desk is left, with what
  /// belongs to the host.
  ///
  /// Watches and bindings that are put aside rest, and jobs go on.
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

  /// Brings the desk back; what lies there now is ended, and its numbers are given again.
  func lay(in session: Session) async {
    session.watches.putAside()
    session.links.putAside()
    await bringBackHosts()
    layOwn(in: session)
  }

  /// Brings back what the host has put aside.
  func bringBackHosts() async {
    for bringBack in hosts { await bringBack() }
  }

  /// Brings back what belongs to the person alone.
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
