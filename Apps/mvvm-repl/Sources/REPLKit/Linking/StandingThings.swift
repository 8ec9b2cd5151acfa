/// The things of one kind that a session keeps until they are ended: its watches, its bindings, its jobs.
@MainActor
class StandingThings<Thing: StandingThing> {
  let evaluator: Evaluator
  final var standing = Standing<Thing>()

  init(_ evaluator: Evaluator) { self.evaluator = evaluator }

  final var scope: SessionScope { evaluator.scope }
  final var voice: Voice { evaluator.voice }
  final var clock: SessionClock { evaluator.clock }

  /// Those that live, in the order of their numbers.
  final var all: [Thing] { standing.things }

  /// The number that was given last.
  final var last: Int { standing.last }

  /// Gives the next one the number behind another.
  final func goOn(behind number: Int) { standing.goOn(behind: number) }

  /// Ends all; the numbers go on.
  final func endAll() { standing.replace(by: []) }

  final func emit(_ record: Record) { voice.emit(record) }

  /// Ends what a statement selects, and tells what that was.
  final func end(_ selection: Selection, _ text: (Thing) -> String) throws(Diagnostic) {
    let ended = try standing.end(selection, in: evaluator.source).map(text)
    guard !ended.isEmpty else { return }
    emit(.ended(description: ended.joined(separator: ", ").clipped(to: 120)))
  }

  /// Lists them, each by its number and a text.
  final func list(_ title: Message, orThat nothing: Message, _ text: (Thing) -> String) {
    emit(
      all.isEmpty
        ? .note(nothing) : .page(title: title, rows: all.map { ("#\($0.number)", text($0)) }))
  }
}

extension StandingThings where Thing: RestingThing {
  /// Lets all rest whoever keeps them: they stay alive and do nothing, since their names stand for others.
  final func putAside() {
    for thing in all { thing.rest.isAside = true }
    standing.replace(by: [])
  }

  /// Brings those back that were put aside, and the number that was given last; what stands now is ended.
  final func lay(_ things: [Thing], upTo last: Int) {
    standing.replace(by: things)
    standing.goOn(behind: last)
    for thing in things { thing.rest.isAside = false }
  }
}
