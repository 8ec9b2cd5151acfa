/// A place in a document as a chain towards the root, shared by all that is below it.
final class PathNode {
  static var root: PathNode { PathNode() }

  let parent: PathNode?
  let token: String
  let key: (any CodingKey)?

  private init() {
    parent = nil
    token = ""
    key = nil
  }

  init(_ parent: PathNode, _ token: String, _ key: (any CodingKey)?) {
    self.parent = parent
    self.token = token
    self.key = key
  }

  init(_ parent: PathNode, _ index: Int) {
    self.parent = parent
    token = String(index)
    key = IndexKey(index)
  }

  var pointer: JSONPointer {
    var tokens: [String] = []
    var node = self
    while let parent = node.parent {
      tokens.append(node.token)
      node = parent
    }
    return JSONPointer(keys: tokens.reversed())
  }

  var codingPath: [any CodingKey] {
    var keys: [any CodingKey] = []
    var node = self
    while let parent = node.parent {
      if let key = node.key { keys.append(key) }
      node = parent
    }
    return keys.reversed()
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
