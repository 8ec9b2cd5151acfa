/// A row with a number as its identity, which occupies two words.
struct IntRow: Identifiable, Hashable {
  var id: Int
  var content: Int

  init(_ seed: Int, _ content: Int) {
    id = seed
    self.content = content
  }
}

/// A row with a text as its identity, which is created separately so that no two strings share storage.
struct TextRow: Identifiable, Hashable {
  var id: String
  var content: String

  init(_ seed: Int, _ content: Int) {
    let digits = String(seed)
    id = "0f9b7c1e-3d52-4c1a-9e0d-" + String(repeating: "0", count: 12 - digits.count) + digits
    self.content = "the title of a row, number " + String(content)
  }
}

/// Pairs of versions of a list, as seeds of rows.
enum Scenarios {
  typealias Seeds = [(id: Int, content: Int)]

  static func all(_ n: Int, seed: UInt64 = 7) -> [(name: String, old: Seeds, new: Seeds)] {
    let old: Seeds = (0..<n).map { ($0, 0) }
    var random = SplitMix(state: seed)
    var pairs: [(String, Seeds, Seeds)] = [("same", old, old)]

    func removing(_ share: Int, from seeds: Seeds) -> Seeds {
      seeds.filter { _ in Int.random(in: 0..<100, using: &random) >= share }
    }
    func inserting(_ count: Int, into seeds: Seeds) -> Seeds {
      var seeds = seeds
      var places = Set<Int>()
      while places.count < count { places.insert(Int.random(in: 0..<seeds.count, using: &random)) }
      var result: Seeds = []
      var next = n
      for (position, seed) in seeds.enumerated() {
        if places.contains(position) {
          result.append((next, 0))
          next += 1
        }
        result.append(seed)
      }
      seeds = result
      return seeds
    }
    func updating(_ share: Int, in seeds: Seeds) -> Seeds {
      seeds.map { ($0.id, Int.random(in: 0..<100, using: &random) < share ? 1 : $0.content) }
    }
    func moving(_ count: Int, in seeds: Seeds) -> Seeds {
      var keyed = seeds.enumerated().map { (Double($0.offset), $0.element) }
      for _ in 0..<count {
        let position = Int.random(in: 0..<keyed.count, using: &random)
        keyed[position].0 = Double.random(in: 0..<Double(n), using: &random)
      }
      return keyed.sorted { $0.0 < $1.0 }.map(\.1)
    }

    pairs.append(("edit5", old, inserting(n / 20, into: removing(5, from: old))))
    pairs.append(("update5", old, updating(5, in: old)))
    pairs.append(
      (
        "mixed5", old,
        moving(n / 20, in: updating(5, in: inserting(n / 20, into: removing(5, from: old))))
      ))
    pairs.append(("shuffle", old, old.shuffled(using: &random)))
    pairs.append(("reverse", old, old.reversed()))
    let block = Array(old[(n / 5)..<(n / 5 + n / 10)])
    let rest = Array(old[..<(n / 5)] + old[(n / 5 + n / 10)...])
    pairs.append(("moveBlock", old, Array(rest[..<(n / 10 * 7)]) + block + rest[(n / 10 * 7)...]))
    pairs.append(("firstToLast", old, Array(old[1...]) + [old[0]]))
    pairs.append(("lastToFirst", old, [old[n - 1]] + Array(old[..<(n - 1)])))
    let page: Seeds = (n..<(n + 50)).map { ($0, 0) }
    pairs.append(("prepend50", old, page + old))
    pairs.append(("append50", old, old + page))
    pairs.append(("replaceAll", old, (n..<(2 * n)).map { ($0, 0) }))
    return pairs
  }
}
