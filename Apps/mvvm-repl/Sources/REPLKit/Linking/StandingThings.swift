/// A thing that is created at the prompt and lives until it is ended, by its number or by its paths.
protocol StandingThing {
  /// The name of the kind in a sentence.
  static var kind: Message { get }
  /// The number of the thing among those of its kind, from 1.
  var number: Int { get }
  /// The paths that the thing is about.
  var paths: [String] { get }
}

/// A standing thing that can be set aside with a person's workspace: it stays alive and does nothing.
protocol RestingThing: StandingThing {
  /// The state of the thing, which its observers check before they do something.
  ///
  /// The number cannot serve for this check, because numbers are used again.
  var rest: Rest { get }
}

/// The state of a thing, active or set aside, which the thing shares with its observers.
@MainActor
final class Rest {
  var isAside = false
}

/// The things of one kind that a session keeps until they are ended: watches, bindings or jobs.
@MainActor
class StandingThings<Thing: StandingThing> {
  let evaluator: Evaluator
  /// The living things, in the order of their numbers.
  private(set) final var all: [Thing] = []
  /// The number that was assigned last.
  private(set) final var last = 0

  init(_ evaluator: Evaluator) { self.evaluator = evaluator }

  final var scope: SessionScope { evaluator.scope }
  final var voice: Voice { evaluator.voice }
  final var clock: SessionClock { evaluator.clock }

  final subscript(number: Int) -> Thing? { all.first { $0.number == number } }

  /// Adds a thing, which gets the next number.
  final func add(_ make: (Int) -> Thing) {
    last += 1
    all.append(make(last))
  }

  final func update(_ number: Int, _ change: (inout Thing) -> Void) {
    if let index = all.firstIndex(where: { $0.number == number }) { change(&all[index]) }
  }

  final func remove(_ number: Int) { all.removeAll { $0.number == number } }

  /// Sets the last assigned number, after which the numbering continues.
  final func goOn(behind number: Int) { last = number }

  /// Ends all things; the numbering continues.
  final func endAll() { all = [] }

  final func emit(_ record: Record) { voice.emit(record) }

  /// Returns the error that no thing has a number or path.
  final func missing(_ name: String, at span: Span, paths: Bool = false) -> Diagnostic {
    Diagnostic(
      missing: Thing.kind, name, at: span,
      among: paths ? all.flatMap(\.paths) : all.map { "#\($0.number)" })
  }

  /// Ends the selected things and reports them: all things, the one with a number, or those about a path and what is
  /// below it; or says that there are none.
  ///
  /// - Returns: The ended things.
  @discardableResult
  final func end(
    _ selection: Selection, orThat nothing: Message, _ text: (Thing) -> String
  ) throws(Diagnostic) -> [Thing] {
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
    guard !ended.isEmpty else {
      emit(.note(nothing))
      return []
    }
    let texts = ended.map(text)
    let numbers = Set(ended.map(\.number))
    all.removeAll { numbers.contains($0.number) }
    emit(.ended(description: texts.joined(separator: ", ")))
    return ended
  }

  /// Lists the things, each with its number and a text.
  final func list(_ title: Message, orThat nothing: Message, _ text: (Thing) -> String) {
    emit(
      all.isEmpty
        ? .note(nothing)
        : .page(
          title: title,
          rows: all.map { ("#\($0.number)", scope.givenAway.maskedTyped(text($0))) }))
  }
}

extension StandingThings where Thing: RestingThing {
  /// Sets all things aside, even if others retain them: they do nothing, because their names mean something else now.
  final func putAside() {
    for thing in all { thing.rest.isAside = true }
    endAll()
  }

  /// Sets some things aside, even if others retain them, and returns them.
  final func putAside(where isOne: (Thing) -> Bool) -> [Thing] {
    let some = all.filter(isOne)
    for thing in some {
      thing.rest.isAside = true
      remove(thing.number)
    }
    return some
  }

  /// Restores a thing that was set aside on its own.
  final func layBack(_ thing: Thing) {
    thing.rest.isAside = false
    all.insert(thing, at: all.firstIndex { $0.number > thing.number } ?? all.endIndex)
  }

  /// Restores the things that were set aside, and the last assigned number; the current things end.
  final func lay(_ things: [Thing], upTo last: Int) {
    (all, self.last) = (things, last)
    for thing in things { thing.rest.isAside = false }
  }
}

extension String {
  /// Whether a path leads to a part of another one: a member, a member of an optional value, or an element.
  func isBelow(_ path: String) -> Bool {
    hasPrefix(path) && [".", "?", "["].contains(dropFirst(path.count).first)
  }
}
