import Bindings

/// What belongs to the person at the prompt: names, watches, bindings, and what can be undone.
@MainActor
struct Desk {
  let names: Scope.Contents
  private let watches: [Watch]
  private let links: [LiveBinding]
  private let timeline: Timeline
  let clock: SessionClock.Mode

  /// Puts everything of a session aside, to be brought back by ``lay(in:)``; an empty desk is left, with what
  /// belongs to the host.
  ///
  /// Watches and bindings that are put aside stay alive.
  init(clearing session: Session) {
    names = session.scope.putAside()
    watches = session.watches.putAside()
    links = session.links.all
    timeline = session.chronicle.timeline
    clock = session.clock.mode
    session.links.lay()
    session.scope.lay()
    session.chronicle.begin(Timeline())
  }

  /// Brings the desk back; what lies there now is ended.
  func lay(in session: Session) {
    session.watches.lay(watches)
    session.links.lay(links)
    session.scope.lay(names)
    session.chronicle.begin(timeline)
    if session.clock.mode != clock { session.clock.set(clock) }
  }
}
