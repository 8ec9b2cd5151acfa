import Foundation
import BindingsTestSupport
import Testing

@testable import Bindings

/// A source of random lists and edits that can be repeated, and a count of what was checked.
@MainActor
struct ListFuzz {
  private let name: String
  private let seed: UInt64
  private let goal: Int
  private var done = 0
  private var rounds = 0
  private var failed = false
  var random: SplitMix
  /// A graph that says nothing of refused duplicates.
  let quiet = Graph()

  /// `share` is the test's part of all batches: one in so many.
  init(_ name: String, share: Int) {
    let environment = ProcessInfo.processInfo.environment
    seed =
      environment["LISTS_FUZZ_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0...UInt64.max)
    goal = (environment["LISTS_FUZZ"].flatMap { Int($0) } ?? 60_000) / share
    self.name = name
    random = SplitMix(seed: seed)
    quiet.onIssue = { _ in }
    print("ListFuzz: \(name): seed \(seed), \(goal) batches")
  }

  /// Whether to go on; now and then it lets the main actor's other tests go first.
  mutating func next() async -> Bool {
    rounds += 1
    if rounds % 64 == 0 { await Task.yield() }
    return done < goal && !failed
  }

  mutating func count(_ batches: Int) { done += batches }

  mutating func expect(_ holds: Bool, _ law: @autoclosure () -> String) {
    if holds || failed { return }
    failed = true
    Issue.record("\(name): seed \(seed), batch \(done): \(law())")
  }

  mutating func below(_ limit: Int) -> Int { random.below(limit) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

extension ListFuzz {
  mutating func rows(upTo limit: Int) -> [Row] {
    var ids = Array(0..<(limit * 2))
    ids.shuffle(using: &random)
    return ids.prefix(below(limit + 1)).map { Row(id: $0, text: below(3)) }
  }

  /// A list long enough to be hashed and cut into blocks.
  mutating func longer(_ rows: [Row]) -> [Row] {
    rows + (0..<(30 + below(60))).map { Row(id: 100 + $0, text: 0) }
  }

  mutating func repeatingRows(upTo limit: Int) -> [Row] {
    (0..<below(limit + 1)).map { _ in Row(id: below(5), text: below(2)) }
  }

  /// Another version of the rows: some gone, new, changed and moved.
  mutating func version(after rows: [Row]) -> [Row] {
    if chance(5) { return rows }
    if chance(5) { return rows.shuffled(using: &random) }
    var rows = rows
    for _ in 0..<(1 + below(4)) {
      switch below(4) {
      case 0:
        if !rows.isEmpty { rows.remove(at: below(rows.count)) }
      case 1:
        let row = Row(id: below(16), text: below(3))
        if !rows.contains(where: { $0.id == row.id }) {
          rows.insert(row, at: below(rows.count + 1))
        }
      case 2:
        if !rows.isEmpty { rows[below(rows.count)].text = below(3) }
      default:
        if !rows.isEmpty {
          let row = rows.remove(at: below(rows.count))
          rows.insert(row, at: below(rows.count + 1))
        }
      }
    }
    return rows
  }

  mutating func edit(_ list: inout ListEdit<Row>) {
    let count = list.count
    switch below(12) {
    case 0, 1: list.insert(Row(id: below(16), text: below(3)), at: below(count + 1))
    case 2:
      let rows = (0..<below(4)).map { _ in Row(id: below(20), text: below(3)) }
      list.insert(contentsOf: rows, at: below(count + 1))
    case 3, 4: if count > 0 { list.remove(at: below(count)) }
    case 5: list.remove(id: below(16))
    case 6: if count > 0 { list.move(from: below(count), to: below(count)) }
    case 7:
      let content = below(3)
      list.update(id: below(16)) { $0.text = content }
    case 8: if count > 0 { list[below(count)] = Row(id: below(16), text: below(3)) }
    case 9:
      let low = below(count + 1)
      list.removeSubrange(low..<(low + below(count - low + 1)))
    case 10: if chance(30) { list.replace(with: repeatingRows(upTo: 8)) }
    default:
      let content = below(3)
      if chance(30) { list.removeAll { $0.text == content } }
    }
  }

  /// Replay and least moves, and a strict view's word.
  mutating func check(_ changes: ListChanges<Row>, from a: [Row], to b: [Row]) throws {
    expect(a.applying(changes) == b, "replay: \(changes) from \(a) to \(b)")
    expect(
      changes.moved.count == leastMoves(from: a.map(\.id), to: b.map(\.id)),
      "least: \(changes.moved) from \(a) to \(b)")
    var screen = ListProbe<Row>()
    screen.reload(a)
    do { try screen.show(changes, leadingTo: b) } catch { expect(false, "refused: \(error)") }
  }
}
