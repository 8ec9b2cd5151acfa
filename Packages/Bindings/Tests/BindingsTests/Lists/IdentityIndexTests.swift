import Testing

@testable import Bindings

/// Counts how often identities are hashed: to find all rows anew hashes each of them.
private final class HashCount {
  var value = 0
}

private struct CountedRow: Identifiable, Equatable {
  struct ID: Hashable {
    let number: Int
    let hashes: HashCount

    static func == (first: ID, second: ID) -> Bool { first.number == second.number }

    func hash(into hasher: inout Hasher) {
      hashes.value += 1
      hasher.combine(number)
    }
  }

  let id: ID

  init(_ number: Int, _ hashes: HashCount) { id = ID(number: number, hashes: hashes) }
}

/// Where rows are found by identity, and what it costs to find them again.
@Suite @MainActor struct IdentityIndexTests {
  private let count = 10_000
  private let hashes = HashCount()
  private let list: ObservableList<CountedRow>

  init() {
    list = ObservableList((0..<count).map { [hashes] in CountedRow($0, hashes) }, graph: Graph())
    list.edit { [hashes] in _ = $0.position(of: CountedRow(0, hashes).id) }
  }

  private func id(_ number: Int) -> CountedRow.ID { CountedRow(number, hashes).id }

  /// How often `edit` hashes in each of 300 rounds.
  private func hashes(of edit: (inout ListEdit<CountedRow>, Int) -> Void) -> Int {
    hashes.value = 0
    for round in 0..<300 { list.edit { edit(&$0, round) } }
    return hashes.value / 300
  }

  @Test func removingTheLastRowsByIdentityLeavesTheOthersFound() {
    #expect(hashes { $0.remove(id: id(count - 1 - $1)) } < 20)
    #expect(list.count == count - 300)
  }

  @Test func removingRowsInAnyOrderRarelyFindsAllRowsAnew() {
    #expect(hashes { $0.remove(id: id($1 * 7919 % count)) } < 20)
    #expect(list.count == count - 300)
  }

  @Test func removingALastRangeLeavesTheOthersFound() {
    let found = hashes { edit, round in
      edit.removeSubrange((edit.count - 2)..<edit.count)
      #expect(edit.position(of: id(round)) == round)
    }
    #expect(found < 20)
  }

  @Test func appendingRowsLeavesTheOthersFound() {
    let found = hashes { edit, round in
      edit.append(CountedRow(count + 3 * round, hashes))
      edit.append(contentsOf: (1...2).map { CountedRow(count + 3 * round + $0, hashes) })
      #expect(edit.position(of: id(round)) == round)
    }
    #expect(found < 20)
    list.edit { edit in
      for number in count..<(count + 900) { #expect(edit.position(of: id(number)) == number) }
    }
  }

  @Test func rowsBehindAnEditAreFound() {
    for round in 0..<300 {
      list.edit { edit in
        edit.remove(at: 1)
        edit.insert(contentsOf: (0..<4).map { CountedRow(count + 4 * round + $0, hashes) }, at: 7)
        edit.move(from: edit.count - 1, to: 20)
        for position in [0, 8, 10, 20, 21, 500, edit.count - 1] {
          #expect(edit.position(of: edit[position].id) == position)
        }
      }
    }
  }
}
