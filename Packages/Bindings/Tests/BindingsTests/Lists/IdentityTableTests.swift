import Testing

@testable import Bindings

/// The hash table that compares two versions of a list.
@Suite struct IdentityTableTests {
  /// The most slots in a row that are taken, which is how far a search may go.
  private func longestRun(_ ids: [Int]) -> Int {
    let rows = ids.map { Row(id: $0) }
    let table = IdentityTable(rows.indices.map { Int32($0) }, of: rows)
    var (longest, run) = (0, 0)
    for slot in table.slots {
      run = slot < 0 ? 0 : run + 1
      longest = max(longest, run)
    }
    return longest
  }

  // Identities come from servers: with a multiplier that everybody knows, all of these would have one slot.
  @Test func identitiesChosenToCollideAreSpread() {
    let multiplier = 0x9E37_79B9_7F4A_7C15 as UInt
    var inverse = multiplier
    for _ in 0..<6 { inverse = inverse &* (2 &- multiplier &* inverse) }
    #expect(inverse &* multiplier == 1)
    let hostile = (0..<8192 as Range<UInt>).map { Int(bitPattern: $0 &* inverse) }
    #expect(longestRun(hostile) < 1000)
  }

  @Test(arguments: [1, 2, 1000, 1 << 20, 1 << 48, -3])
  func identitiesWithEqualDistancesAreSpread(distance: Int) {
    #expect(longestRun((0..<8192).map { $0 &* distance }) < 1000)
  }

  // A search passed all of them.
  @Test func repeatedIdentitiesTakeOneSlot() {
    let ids = (0..<8192).map { $0 % 2 }
    #expect(longestRun(ids) <= 2)
    let (old, new) = (ids.map { Row(id: $0) }, ids.map { Row(id: $0 + 1, text: $0) })
    #expect(old.applying(ListChanges(from: old, to: new)) == new)
  }

  @Test func everyRowIsFoundAndNoOther() {
    let rows = (0..<500).map { Row(id: $0 &* 0x1234_5678_9ABC) }
    let table = IdentityTable(rows.indices.map { Int32($0) }, of: rows)
    for (position, row) in rows.enumerated() {
      #expect(table.first(row.id, of: rows) { _ in true } == position)
    }
    #expect(table.first(-7, of: rows) { _ in true } == nil)
    #expect(rows.areUnique && !(rows + rows.prefix(1)).areUnique)
  }
}
