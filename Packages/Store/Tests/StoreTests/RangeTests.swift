import Foundation
import Store
import Testing

@Suite struct RangeTests {
  /// The ancestors used LIKE without escaping: `a_` took `ab` along, and `A` took `a`.
  @Test(arguments: StoreKind.allCases) func aPrefixIsExact(kind: StoreKind) throws {
    try kind.withStore { store in
      let ids = ["a_", "a_1", "ab", "A_1", "a%", "a%x", "axx", "'", "'q", "é", "e\u{301}", "e"]
      for id in ids { try store.put(id, id: id) }
      for prefix in ["a_", "a%", "a", "A", "'", "e", "é", "zz", "e\u{301}", ""] {
        let expected = ids.filter { Array($0.utf8).starts(with: Array(prefix.utf8)) }
          .sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        #expect(try store.ids(in: .prefix(prefix)) == expected)
        #expect(try store.count(in: .prefix(prefix)) == expected.count)
        #expect(ids.filter(IDRange.prefix(prefix).contains).count == expected.count)
      }
      #expect(try store.delete(in: .prefix("a_")) == 2)
      #expect(try store.contains(id: "ab"))
      #expect(try store.contains(id: "A_1"))
    }
  }

  @Test(arguments: ["\u{10FFFF}", "a\u{10FFFF}", "\u{D7FF}", "\u{7F}", "\u{0}"])
  func aPrefixMayEndAtAnEdgeOfUnicode(prefix: String) throws {
    try StoreKind.memory.withStore { store in
      let inside = [prefix, prefix + "\u{0}", prefix + "\u{10FFFF}\u{10FFFF}"]
      for id in inside + ["a", "b", "\u{E000}", "\u{80}", "\u{1}"] { try store.put(1, id: id) }
      let found = try store.ids(in: .prefix(prefix))
      #expect(found.map { Array($0.utf8) } == inside.map { Array($0.utf8) })
    }
  }

  @Test(arguments: StoreKind.allCases) func rangesAreOrderedAndHalfOpenWhereTheySaySo(
    kind: StoreKind
  ) throws {
    try kind.withStore { store in
      for id in ["b", "d", "a", "c", "e"] { try store.put(id.uppercased(), id: id) }
      #expect(try store.ids(in: .from("b")) == ["b", "c", "d", "e"])
      #expect(try store.ids(in: .after("b")) == ["c", "d", "e"])
      #expect(try store.ids(in: .from("b").through("d")) == ["b", "c", "d"])
      #expect(try store.ids(in: .from("d").through("b")) == [])
      #expect(try store.ids(order: .descending, limit: 2) == ["e", "d"])
      #expect(try store.ids(limit: 0) == [])
      #expect(try store.ids(limit: -1) == [])
      #expect(try store.all(String.self).map(\.value) == ["A", "B", "C", "D", "E"])
      #expect(try store.items(String.self, at: 1..<3).map(\.id) == ["b", "c"])
      #expect(try store.items(String.self, at: 4..<9, order: .descending).map(\.id) == ["a"])
      #expect(try store.items(String.self, at: -3..<1).map(\.id) == ["a"])
    }
  }

  @Test func pagingByIdentifierNeitherSkipsNorRepeatsWhileRowsComeAndGo() throws {
    try StoreKind.file.withStore { store in
      for index in 0..<50 { try store.put(index, id: "\(index + 100)") }
      var seen: [String] = []
      var range = IDRange.all
      while case let page = try store.items(Int.self, in: range, limit: 7), let last = page.last {
        seen += page.map(\.id)
        try store.delete(id: page[0].id)
        try store.put(0, id: "000\(seen.count)")
        range = range.after(last.id)
      }
      #expect(seen == (100..<150).map(String.init))
    }
  }

  /// A page is full although some of its identifiers are past.
  @Test(arguments: StoreKind.allCases) func aPageOfIdentifiersPassesOverThoseThatAreExpired(
    kind: StoreKind
  ) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      for id in 100..<120 {
        try store.put(id, id: "\(id)", expiresAfter: id.isMultiple(of: 3) ? .seconds(1) : nil)
      }
      time.advance(by: 2)
      #expect(try store.ids(limit: 3) == ["100", "101", "103"])
      #expect(try store.ids(in: .all.after("103"), limit: 3) == ["104", "106", "107"])
      #expect(try store.ids(order: .descending, limit: 2) == ["119", "118"])
      #expect(try store.ids(limit: 0) == [])
      #expect(try store.ids().count == 14)
    }
  }

  @Test(arguments: StoreKind.allCases) func itemsComeByTheirTimes(kind: StoreKind) throws {
    let time = ManualTime()
    try kind.withStore({ $0.now = { time.now } }) { store in
      for id in ["c", "a", "b"] {
        try store.put(1, id: id)
        time.advance(by: 1)
      }
      try store.put(2, id: "c")
      #expect(try store.ids(order: .oldestFirst) == ["c", "a", "b"])
      #expect(try store.ids(order: .newestFirst) == ["b", "a", "c"])
    }
  }

  /// A cursor from elsewhere leads nobody out of the range.
  @Test(arguments: StoreKind.allCases) func aNarrowedRangeIsNeverWider(kind: StoreKind) throws {
    try kind.withStore { store in
      let ids = ["a", "b", "b/", "b/1", "b/2", "b0", "c", ""]
      for id in ids { try store.put(id, id: id) }
      let ranges = [
        IDRange.all, .prefix("b/"), .from("b/1"), .after("b/1"), .from("b").through("b0"),
        .prefix("b"),
      ]
      for range in ranges {
        let inside = Set(try store.ids(in: range))
        for cursor in ids + ["b/1\u{0}", "zz"] {
          let later = try store.ids(in: range.after(cursor))
          #expect(
            Set(later) == inside.filter { Array(cursor.utf8).lexicographicallyPrecedes($0.utf8) })
          #expect(ids.allSatisfy { range.after(cursor).contains($0) == later.contains($0) })
          let earlier = try store.ids(in: range.through(cursor))
          #expect(
            Set(earlier) == inside.filter { !Array(cursor.utf8).lexicographicallyPrecedes($0.utf8) }
          )
          #expect(try store.count(in: range.after(cursor)) == later.count)
        }
      }
      #expect(try store.delete(in: .prefix("b/").after("a").through("zz")) == 3)
      #expect(try store.count() == ids.count - 3)
    }
  }

  /// An identifier may be as long as it likes, beyond the pages of the file and of its index.
  @Test(arguments: StoreKind.allCases) func longIdentifiersAreKeptApart(kind: StoreKind) throws {
    try kind.withStore { store in
      let stem = String(repeating: "k", count: 64 << 10)
      for end in ["", "a", "\u{0}", "é", "e\u{301}"] { try store.put(end, id: stem + end) }
      for end in ["", "a", "\u{0}", "é", "e\u{301}"] {
        #expect(try store.get(String.self, id: stem + end) == end)
      }
      #expect(try store.count(in: .prefix(stem + "e")) == 1)
      #expect(try store.delete(id: stem + "é"))
      #expect(try store.verify().isIntact)
      #expect(try store.count(in: .prefix(stem)) == 4)
    }
  }

  /// What SQLite tells apart is not equal in Swift.
  @Test func composedAndDecomposedIdentifiersAreNotEqual() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    #expect(IDRange.from(composed) != .from(decomposed))
    #expect(IDRange.from(composed) == .from(composed))
    #expect(Set([IDRange.from(composed), .from(decomposed)]).count == 2)
    let time = ManualTime()
    try StoreKind.memory.withStore({ $0.now = { time.now } }) { store in
      for id in [composed, decomposed] { try store.put(1, id: id) }
      let items = try store.all(Int.self)
      #expect(items[0] != items[1])
      #expect(Set(items + items).count == 2)
    }
  }
}
