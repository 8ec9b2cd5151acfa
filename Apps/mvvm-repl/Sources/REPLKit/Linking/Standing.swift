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

/// The things of one kind that stand now, in the order of their numbers.
struct Standing<Thing: StandingThing> {
  private(set) var things: [Thing] = []
  /// The number that was given last.
  private(set) var last = 0

  /// Adds a thing, which is given the next number.
  mutating func add(_ make: (Int) -> Thing) {
    last += 1
    things.append(make(last))
  }

  /// Gives the next thing the number behind one.
  mutating func goOn(behind number: Int) { last = number }

  /// The thing of a number.
  subscript(number: Int) -> Thing? { things.first { $0.number == number } }

  /// Changes the thing of a number.
  mutating func update(_ number: Int, _ change: (inout Thing) -> Void) {
    if let index = things.firstIndex(where: { $0.number == number }) { change(&things[index]) }
  }

  mutating func remove(_ number: Int) { things.removeAll { $0.number == number } }

  /// Replaces what stands there; the numbers go on.
  mutating func replace(by new: [Thing]) { things = new }

  /// That there is nothing of a number or a path.
  func missing(_ name: String, at span: Span, paths: Bool = false) -> Diagnostic {
    Diagnostic(
      missing: Thing.kind, name, at: span,
      among: paths ? things.flatMap(\.paths) : things.map { "#\($0.number)" })
  }

  /// Ends what a statement selects: all, the one of a number, or those about a path and what is below.
  ///
  /// - Returns: What has ended, so that it can be told.
  mutating func end(
    _ selection: Selection, in source: SourceText
  ) throws(Diagnostic) -> [Thing] {
    switch selection {
    case .all:
      defer { things = [] }
      return things
    case .number(let number, let span):
      guard let thing = self[number] else { throw missing("#\(number)", at: span) }
      remove(number)
      return [thing]
    case .target(let target):
      let path = String(source.slice(target.span))
      let ended = things.filter { $0.paths.contains { $0 == path || $0.isBelow(path) } }
      guard !ended.isEmpty else { throw missing(path, at: target.span, paths: true) }
      for thing in ended { remove(thing.number) }
      return ended
    }
  }
}

extension String {
  /// Whether a path leads to something behind another one: a member, one of what may be missing, or an element.
  func isBelow(_ path: String) -> Bool {
    hasPrefix(path) && [".", "?", "["].contains(dropFirst(path.count).first)
  }
}
