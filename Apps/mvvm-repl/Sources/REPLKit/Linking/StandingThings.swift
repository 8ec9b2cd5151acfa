/// Something that is made at the prompt and lives until it is ended, by its number or by what it is about.
protocol StandingThing {
  /// The name of the kind in a sentence.
  static var kind: Message { get }
  /// Counts the things of its kind, from 1.
  var number: Int { get }
  /// The paths that it is about.
  var paths: [String] { get }
}

/// A standing thing that can lie aside with a person's desk: it stays alive and does nothing.
protocol RestingThing: StandingThing {
  /// Whether it lies aside; what it does asks this.
  ///
  /// Its number does not tell, since numbers are given again.
  var rest: Rest { get }
}

/// Whether a thing lies aside, shared between the thing and what it does.
@MainActor
final class Rest {
  var isAside = false
}

/// The things of one kind that a session keeps until they are ended: its watches, its bindings, its jobs.
@MainActor
class StandingThings<Thing: StandingThing> {
  let evaluator: Evaluator
  /// Those that live, in the order of their numbers.
  private(set) final var all: [Thing] = []
  /// The number that was given last.
  private(set) final var last = 0

  init(_ evaluator: Evaluator) { self.evaluator = evaluator }

  final var scope: SessionScope { evaluator.scope }
  final var voice: Voice { evaluator.voice }
  final var clock: SessionClock { evaluator.clock }

  /// The thing of a number.
  final subscript(number: Int) -> Thing? { all.first { $0.number == number } }

  /// Adds a thing, which is given the next number.
  final func add(_ make: (Int) -> Thing) {
    last += 1
    all.append(make(last))
  }

  /// Changes the thing of a number.
  final func update(_ number: Int, _ change: (inout Thing) -> Void) {
    if let index = all.firstIndex(where: { $0.number == number }) { change(&all[index]) }
  }

  final func remove(_ number: Int) { all.removeAll { $0.number == number } }

  /// Gives the next one the number behind another.
  final func goOn(behind number: Int) { last = number }

  /// Ends all; the numbers go on.
  final func endAll() { all = [] }

  final func emit(_ record: Record) { voice.emit(record) }

  /// That there is nothing of a number or a path.
  final func missing(_ name: String, at span: Span, paths: Bool = false) -> Diagnostic {
    Diagnostic(
      missing: Thing.kind, name, at: span,
      among: paths ? all.flatMap(\.paths) : all.map { "#\($0.number)" })
  }

  /// Ends what a statement selects, and tells what that was: all, the one of a number, or those about a path and what is
  /// below.
  final func end(_ selection: Selection, _ text: (Thing) -> String) throws(Diagnostic) {
    let ended: [Thing]
    switch selection {
    case .all: ended = all
    case .number(let number, let span):
      guard let thing = self[number] else { throw missing("#\(number)", at: span) }
      ended = [thing]
    case .target(let target):
      let path = String(evaluator.source.slice(target.span))
      ended = all.filter { $0.paths.contains { $0 == path || $0.isBelow(path) } }
      guard !ended.isEmpty else { throw missing(path, at: target.span, paths: true) }
    }
    guard !ended.isEmpty else { return }
    let texts = ended.map(text)
    let numbers = Set(ended.map(\.number))
    all.removeAll { numbers.contains($0.number) }
    emit(.ended(description: texts.joined(separator: ", ").clipped(to: 120)))
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
    endAll()
  }

  /// Lets some rest whoever keeps them.
  final func putAside(where isOne: (Thing) -> Bool) -> [Thing] {
    let some = all.filter(isOne)
    for thing in some {
      thing.rest.isAside = true
      remove(thing.number)
    }
    return some
  }

  /// Brings one back that was put aside by itself.
  final func layBack(_ thing: Thing) {
    thing.rest.isAside = false
    all.insert(thing, at: all.firstIndex { $0.number > thing.number } ?? all.endIndex)
  }

  /// Brings those back that were put aside, and the number that was given last; what stands now is ended.
  final func lay(_ things: [Thing], upTo last: Int) {
    (all, self.last) = (things, last)
    for thing in things { thing.rest.isAside = false }
  }
}

extension String {
  /// Whether a path leads to something behind another one: a member, one of what may be missing, or an element.
  func isBelow(_ path: String) -> Bool {
    hasPrefix(path) && [".", "?", "["].contains(dropFirst(path.count).first)
  }
}
