/// The keys of a document that a model asked for, and the objects that it looked into: a bit for each entry.
///
/// A model may ask an object for its keys more than once, by several types or by paths, so that only the end of the
/// decode says which keys it knows.
struct AskedKeys {
  private var bits: [UInt64]
  /// The entries in the order in which they were noted.
  private var noted: [Int] = []
  /// The names that were asked for in some objects, whether they are there or not.
  var names: [Int: Set<String>] = [:]

  init(entries: Int) {
    bits = [UInt64](repeating: 0, count: entries / 64 + 1)
  }

  var count: Int { noted.count }

  func contains(_ entry: Int) -> Bool { bits[entry / 64] & (1 << UInt64(entry % 64)) != 0 }

  mutating func note(_ entry: Int) {
    guard !contains(entry) else { return }
    bits[entry / 64] |= 1 << UInt64(entry % 64)
    noted.append(entry)
  }

  /// Forgets what was noted since there were `count` entries, in an attempt that failed.
  mutating func forget(from count: Int) {
    for entry in noted[count...] { bits[entry / 64] &= ~(1 << UInt64(entry % 64)) }
    noted.removeSubrange(count...)
  }
}

extension DecodingPass {
  /// Notes that the model looks into an object.
  func noteAsked(in object: Int) { askedKeys?.note(object) }

  /// Notes that the model asks for a name in an object, where the document has that key at an entry.
  func noteAsked(_ name: String, at key: Int?, in object: Int) {
    noteAsked(in: object)
    if let key { askedKeys?.note(key) }
    askedKeys?.names[object]?.insert(name)
  }

  /// Notes that the model takes an object whole.
  func noteAllAsked(in entry: Int) {
    guard askedKeys != nil, document.kind(of: entry) == .object else { return }
    noteAsked(in: entry)
    document.forEachKey(of: entry) { key in
      askedKeys?.note(key)
      return true
    }
  }

  /// Notes that the model takes a value whole, with all objects in it.
  func noteAllAsked(throughout entry: Int) {
    guard askedKeys != nil else { return }
    for inner in entry..<document.next(after: entry) { noteAllAsked(in: inner) }
  }

  /// The keys that the model did not ask for in the objects that it looked into, as many as are listed.
  func unknownKeys() -> [(object: Int, key: Int)] {
    var unknown: [(object: Int, key: Int)] = []
    guard let askedKeys else { return [] }
    for object in document.indices
    where unknown.count < ProblemList.limit && askedKeys.contains(object)
      && document.kind(of: object) == .object
    {
      let keys = document.keys(of: object)
      var others = keys.filter { !askedKeys.contains($0) }
      if others.isEmpty { continue }
      // Of a key that comes twice the model gets one.
      let known = Set(keys.filter(askedKeys.contains).map { ExactKey(document.string($0)) })
      others.removeAll { known.contains(ExactKey(document.string($0))) }
      unknown += others.prefix(ProblemList.limit - unknown.count).map { (object, $0) }
    }
    return unknown
  }
}
