/// A path in a document as a linked list towards the root; its descendants share it.
final class PathNode {
  static var root: PathNode { PathNode(nil, "", nil) }

  private let parent: PathNode?
  private let token: String
  private let key: (any CodingKey)?

  init(_ parent: PathNode?, _ token: String, _ key: (any CodingKey)?) {
    self.parent = parent
    self.token = token
    self.key = key
  }

  convenience init(_ parent: PathNode, _ index: Int) {
    self.init(parent, String(index), IndexKey(index))
  }

  /// The nodes from the first below the root to this one.
  private var chain: ArraySlice<PathNode> {
    sequence(first: self, next: \.parent).reversed().dropFirst()
  }

  var pointer: JSONPointer { JSONPointer(keys: chain.map(\.token)) }
  var codingPath: [any CodingKey] { chain.compactMap(\.key) }
}

struct IndexKey: CodingKey {
  let index: Int
  var stringValue: String { "Index \(index)" }
  var intValue: Int? { index }

  init(_ index: Int) {
    self.index = index
  }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { self.init(intValue) }
}

struct NamedKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ text: String) { stringValue = text }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
