/// Arrays, decoded element by element so that one broken element does not hide the next.
protocol DecodableArray {
  static func decodeArray(_ pass: DecodingPass, _ entry: Int, _ path: PathNode) throws -> Any
}

extension Array: DecodableArray where Element: Decodable {
  static func decodeArray(_ pass: DecodingPass, _ entry: Int, _ path: PathNode) throws -> Any {
    try pass.array(of: Element.self, entry, path, isLossy: pass.options.isLossy)
  }
}

/// Dictionaries with string keys, decoded value by value.
protocol DecodableDictionary {
  static func decodeDictionary(_ pass: DecodingPass, _ entry: Int, _ path: PathNode) throws -> Any
}

extension Dictionary: DecodableDictionary where Key == String, Value: Decodable {
  static func decodeDictionary(_ pass: DecodingPass, _ entry: Int, _ path: PathNode) throws -> Any {
    try pass.dictionary(of: Value.self, entry, path, isLossy: pass.options.isLossy)
  }
}

extension Set: DecodableArray where Element: Decodable {
  static func decodeArray(_ pass: DecodingPass, _ entry: Int, _ path: PathNode) throws -> Any {
    Set(try pass.array(of: Element.self, entry, path, isLossy: pass.options.isLossy))
  }
}

extension DecodingPass {
  func array<Element: Decodable>(
    of type: Element.Type, _ entry: Int, _ path: PathNode, isLossy: Bool
  ) throws -> [Element] {
    guard try expect(.array, "an array", entry, path) else { return [] }
    var elements: [Element] = []
    try document.forEachElement(of: entry) { index, element in
      let place = PathNode(path, index)
      let value =
        isLossy
        ? attempt(type, element, place, effect: .dropped)
        : try survive { try decode(type, element, place) }
      if let value { elements.append(value) }
      return !isStopped
    }
    return elements
  }

  func dictionary<Value: Decodable>(
    of type: Value.Type, _ entry: Int, _ path: PathNode, isLossy: Bool
  ) throws -> [String: Value] {
    guard try expect(.object, "an object", entry, path) else { return [:] }
    var values: [String: Value] = [:]
    for member in resolvedMembers(of: entry) {
      let key = document.string(member)
      let place = PathNode(path, key, NamedKey(key))
      let value =
        isLossy
        ? attempt(type, member + 1, place, effect: .dropped)
        : try survive { try decode(type, member + 1, place) }
      if let value { values[key] = value }
      if isStopped { break }
    }
    return values
  }

  /// The entries of the keys of an object, with the policy for keys that come twice applied.
  ///
  /// Keys are compared by their bytes: two spellings of one text are two keys.
  func resolvedMembers(of object: Int) -> [Int] {
    var places: [ExactKey: Int] = [:]
    var members: [Int] = []
    document.forEachKey(of: object) { key in
      let name = ExactKey(document.string(key))
      guard let place = places[name] else {
        places[name] = members.count
        members.append(key)
        return true
      }
      if case .keepLast = options.duplicateKeys { members[place] = key }
      return true
    }
    return members
  }

  /// Notes each key of the document that comes twice in its object, when such are refused.
  func noteDuplicateKeys() {
    guard case .reject = options.duplicateKeys else { return }
    for object in document.indices where document.kind(of: object) == .object {
      var names: Set<ExactKey> = []
      document.forEachKey(of: object) { key in
        let name = ExactKey(document.string(key))
        if !names.insert(name).inserted {
          note(
            .duplicateKey, key, PathNode(document.path(to: object), name.text, nil),
            expected: "each key once", remedy: "Remove one of the two.")
        }
        return !hasListedEnough
      }
      if hasListedEnough { return }
    }
  }
}
