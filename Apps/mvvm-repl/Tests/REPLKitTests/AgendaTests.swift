import Testing

@testable import REPLKit

/// Items by their moments, with the comparisons that they cost.
@Suite struct AgendaTests {
  private final class Counter { var count = 0 }

  private struct Moment: Comparable {
    let time: Int
    let counter: Counter

    static func == (left: Moment, right: Moment) -> Bool { left.time == right.time }
    static func < (left: Moment, right: Moment) -> Bool {
      left.counter.count += 1
      return left.time < right.time
    }
  }

  private let counter = Counter()

  private func agenda(_ times: [Int]) -> Agenda<Moment, Int> {
    var agenda = Agenda<Moment, Int>()
    for (id, time) in times.enumerated() {
      agenda.add(id, id, at: Moment(time: time, counter: counter))
    }
    return agenda
  }

  @Test func itemsComeInTheOrderOfTheirMomentsAndThenAsTheyWereAdded() {
    var agenda = agenda([3, 1, 2, 1, 3, 0])
    #expect(agenda.removeAll { $0.time <= 1 } == [5, 1, 3])
    #expect(agenda.first?.time == 2)
    #expect(agenda.removeAll { _ in true } == [2, 0, 4])
    #expect(agenda.first == nil && agenda.items.isEmpty)
  }

  @Test func whatIsRemovedIsInNobodysWay() {
    var agenda = agenda([1, 2, 3, 4])
    #expect(agenda.remove(0) == 0 && agenda.remove(0) == nil && agenda.remove(2) == 2)
    #expect(agenda.first?.time == 2 && agenda.ids.sorted() == [1, 3])
    #expect(agenda.removeAll { _ in true } == [1, 3])
  }

  /// Each one looked at all others.
  @Test(arguments: [1, 2, 3]) func oneOfManyCostsLittle(seed: UInt64) {
    let count = 10_000
    var random = SeededGenerator(seed: seed)
    let times = (0..<count).shuffled(using: &random)
    var agenda = agenda(times)
    // The soonest half is called off, which empties most of the heap, and the rest comes.
    let (soon, late) = (times.indices.filter { times[$0] < count / 2 }, count / 2..<count)
    for id in soon { #expect(agenda.remove(id) == id) }
    #expect(agenda.removeAll { _ in true }.map { times[$0] } == Array(late))
    // The binary logarithm is 14, and a way down through the heap compares four times at each level.
    #expect(counter.count < 4 * 14 * 2 * count)
  }
}
