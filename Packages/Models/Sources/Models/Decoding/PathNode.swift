/// A path in a document as a linked list towards the root; its descendants share it.
final class PathNode {
  static var root: PathNode { PathNode(nil, "", nil) }

  private let parent: PathNode?
  private let token: String
  private let key: (any CodingKey)?
  private let depth: Int
  /// The coding path, once it was needed; every sixteenth node keeps it for its descendants.
  private var keptCodingPath: [any CodingKey]?

  init(_ parent: PathNode?, _ token: String, _ key: (any CodingKey)?) {
    self.parent = parent
    self.token = token
    self.key = key
    depth = parent.map { $0.depth + 1 } ?? 0
  }

  convenience init(_ parent: PathNode, _ index: Int) {
    self.init(parent, String(index), IndexKey(index))
  }

  /// The nodes from the first below the root to this one.
  private var chain: ArraySlice<PathNode> {
    sequence(first: self, next: \.parent).reversed().dropFirst()
  }

  var pointer: JSONPointer { JSONPointer(keys: chain.map(\.token)) }

  /// The keys from the root to this node.
  ///
  /// Each failure needs them, so that the walk to the root must not be made for every broken element far down.
  var codingPath: [any CodingKey] {
    var (path, rest) = walk
    for node in rest.reversed() {
      if let key = node.key { path.append(key) }
      if node.depth.isMultiple(of: 16) { node.keptCodingPath = path }
    }
    return path
  }

  /// The path that an ancestor keeps, and the nodes from this one up to below that ancestor.
  var walk: (kept: [any CodingKey], rest: [PathNode]) {
    var rest: [PathNode] = []
    for node in sequence(first: self, next: \.parent) {
      if let kept = node.keptCodingPath { return (kept, rest) }
      rest.append(node)
    }
    return ([], rest)
  }
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
