import Bindings

extension Session {
  /// What belongs to the person at the prompt: names, watches, bindings, and what can be undone.
  struct Desk {
    var variables: [String: Variable]
    var derivations: [String: Derivation] = [:]
    var watches: [Watch] = []
    var bindings: [LiveBinding] = []
    var timeline = Timeline()
    var made: [ObjectIdentifier: Made] = [:]
    var clock: SessionClock.Mode
  }

  /// Puts everything aside, to be brought back by ``lay(_:)``; an empty desk is left, with what belongs to the
  /// host.
  ///
  /// Watches and bindings that are put aside stay alive.
  func takeDesk() -> Desk {
    let desk = Desk(
      variables: variables.filter { !hostNames.contains($0.key) }, derivations: derivations,
      watches: watches, bindings: bindings, timeline: timeline, made: made,
      clock: clock.mode)
    watchesAside.formUnion(watches.map(\.number))
    lay(Desk(variables: [:], clock: clock.mode))
    return desk
  }

  /// Brings a desk back; what lies there now is ended.
  func lay(_ desk: Desk) {
    variables = variables.filter { hostNames.contains($0.key) }
      .merging(desk.variables) { host, _ in host }
    derivations = desk.derivations
    watches = desk.watches
    watchesAside.subtract(watches.map(\.number))
    bindings = desk.bindings
    timeline = desk.timeline
    made = desk.made
    if clock.mode != desk.clock { clock.set(desk.clock) }
    learnAnew()
    names.value += 1
  }
}
