/// A collection that is decoded element by element, so that a broken element does not hide later problems.
protocol DecodableCollection {
  /// The kind of JSON value, in words that follow "expected".
  static var words: String { get }

  static func decode(
    _ pass: DecodingPass, _ entry: Int, _ path: PathNode, isLossy: Bool
  ) throws -> Self
}

extension Array: DecodableCollection where Element: Decodable {
  static var words: String { "an array" }

  static func decode(
    _ pass: DecodingPass, _ entry: Int, _ path: PathNode, isLossy: Bool
  ) throws -> [Element] {
    guard try pass.expect(.array, words, entry, path) else { return [] }
    var elements: [Element] = []
    try pass.document.forEachElement(of: entry) { index, element in
      let value = try pass.element(
        Element.self, element, PathNode(path, index), isLossy: isLossy)
      if let value { elements.append(value) }
      return !pass.isStopped
    }
    return elements
  }
}

extension Set: DecodableCollection where Element: Decodable {
  static var words: String { "an array" }

  static func decode(
    _ pass: DecodingPass, _ entry: Int, _ path: PathNode, isLossy: Bool
  ) throws -> Set<Element> {
    Set(try [Element].decode(pass, entry, path, isLossy: isLossy))
  }
}

extension Dictionary: DecodableCollection where Key == String, Value: Decodable {
  static var words: String { "an object" }

  static func decode(
    _ pass: DecodingPass, _ entry: Int, _ path: PathNode, isLossy: Bool
  ) throws -> [String: Value] {
    guard try pass.expect(.object, words, entry, path) else { return [:] }
    var values: [String: Value] = [:]
    // Keys are compared by their bytes, as in the document; of duplicate keys, the first one counts.
    var seen: Set<ExactKey> = []
    try pass.document.forEachKey(of: entry) { member in
      let key = pass.document.string(member)
      guard seen.insert(ExactKey(key)).inserted else { return true }
      let value = try pass.element(
        Value.self, member + 1, PathNode(path, key, NamedKey(key)), isLossy: isLossy)
      if let value { values[key] = value }
      return !pass.isStopped
    }
    return values
  }
}

extension DecodingPass {
  /// Decodes an element; returns `nil` for a broken element, which was dropped or reported.
  fileprivate func element<Value: Decodable>(
    _ type: Value.Type, _ entry: Int, _ path: PathNode, isLossy: Bool
  ) throws -> Value? {
    isLossy
      ? attempt(type, entry, path, effect: .dropped)
      : try survive { try decode(type, entry, path) }
  }
}
