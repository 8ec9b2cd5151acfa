import Foundation
import Store
import Testing

/// A hundred thousand random operations, each checked against a dictionary, with reopenings.
@Suite struct ModelTests {
  struct Refusal: Error {}

  struct Entry: Equatable {
    var value: [Int]
    var created: Date
    var updated: Date
    var expires: Date?
  }

  /// The dictionary, by bytes, and the clock it shares with the store.
  struct Model {
    var entries: [[UInt8]: Entry] = [:]
    let time: ManualTime

    var live: [[UInt8]: Entry] {
      entries.filter { $0.value.expires.map { $0 > time.now } ?? true }
    }

    mutating func put(_ value: [Int], _ id: String, lifetime: Int?) {
      let key = Array(id.utf8)
      // What has expired is gone, be it purged or not.
      let present = entries[key].flatMap { $0.expires.map { $0 > time.now } ?? true ? $0 : nil }
      entries[key] = Entry(
        value: value, created: present?.created ?? time.now, updated: time.now,
        expires: lifetime.map { time.now + Double($0) })
    }

    mutating func delete(where matches: ([UInt8]) -> Bool) -> Int {
      let count = live.keys.count(where: matches)
      entries = entries.filter { !matches($0.key) }
      return count
    }

    func ids(in range: IDRange) -> [[UInt8]] {
      live.keys.filter { range.contains(String(decoding: $0, as: UTF8.self)) }
        .sorted { $0.lexicographicallyPrecedes($1) }
    }
  }

  private static let alphabet = ["a", "b", "/", "é", "e\u{301}", "_", "%", "'", "👩‍🚀", "\u{0}", "A"]

  private static func randomID(_ random: inout SplitMix) -> String {
    (0..<Int.random(in: 0..<4, using: &random))
      .map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
  }

  @Test(arguments: [StoreKind.file], [UInt64.random(in: 0...UInt64.max)])
  func fiftyThousandOperationsAgreeWithADictionary(kind: StoreKind, seed: UInt64) throws {
    print("ModelTests seed: \(seed) (\(kind))")
    var random = SplitMix(seed: seed)
    let time = ManualTime()
    var model = Model(time: time)
    try withTemporaryFolder { folder in
      var configuration = StoreConfiguration()
      configuration.now = { time.now }
      var store = try KeyValueStore(name: "model", in: folder, configuration: configuration)
      for operation in 0..<50_000 {
        let id = Self.randomID(&random)
        let where_ = "operation \(operation) of seed \(seed)"
        switch Int.random(in: 0..<1000, using: &random) {
        case ..<350:
          let value = [operation, Int.random(in: 0..<9, using: &random)]
          let lifetime = Bool.random(using: &random) ? nil : Int.random(in: 0..<50, using: &random)
          model.put(value, id, lifetime: lifetime)
          try store.put(value, id: id, expiresAfter: lifetime.map { .seconds($0) })
        case ..<650:
          let found = try store.get([Int].self, id: id)
          #expect(found == model.live[Array(id.utf8)]?.value, "\(where_)")
        case ..<750:
          let found = try store.item([Int].self, id: id)
          let entry = found.map {
            Entry(value: $0.value, created: $0.created, updated: $0.updated, expires: $0.expires)
          }
          #expect(entry == model.live[Array(id.utf8)], "\(where_)")
        case ..<870:
          let expected = model.delete { $0 == Array(id.utf8) }
          #expect(try store.delete(id: id) == (expected == 1), "\(where_)")
        case ..<900: time.advance(by: Double(Int.random(in: 0..<20, using: &random)))
        case ..<930:
          let range = IDRange.from(id).through(Self.randomID(&random))
          #expect(
            try store.ids(in: range).map { Array($0.utf8) } == model.ids(in: range), "\(where_)")
        case ..<950:
          let range = IDRange.prefix(id)
          #expect(try store.count(in: range) == model.ids(in: range).count, "\(where_)")
        case ..<980:
          let isKept = Bool.random(using: &random)
          var changed = model
          do {
            try store.write { transaction in
              for _ in 0..<4 {
                let id = Self.randomID(&random)
                changed.put([operation], id, lifetime: nil)
                try transaction.put([operation], id: id)
                let other = Self.randomID(&random)
                let expected = changed.delete { $0 == Array(other.utf8) }
                #expect(try transaction.delete(id: other) == (expected == 1), "\(where_)")
              }
              if !isKept { throw Refusal() }
            }
          } catch is Refusal {}
          if isKept { model = changed }
        case ..<988:
          let due = model.entries.count - model.live.count
          model.entries = model.live
          #expect(try store.purgeExpired() == due, "\(where_)")
        case ..<994 where !id.isEmpty:
          let prefix = Array(id.utf8)
          let expected = model.delete { $0.starts(with: prefix) }
          #expect(try store.delete(in: .prefix(id)) == expected, "\(where_)")
        case 998:
          try store.close()
          store = try KeyValueStore(name: "model", in: folder, configuration: configuration)
        case 999:
          let all = try store.all([Int].self)
          #expect(
            Dictionary(uniqueKeysWithValues: all.map { (Array($0.id.utf8), $0.value) })
              == model.live.mapValues(\.value), "\(where_)")
        default: break
        }
      }
      #expect(try store.verify().isIntact)
      try store.close()
    }
  }
}
