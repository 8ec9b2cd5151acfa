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

extension DecodingPass {
  func array<Element: Decodable>(
    of type: Element.Type, _ entry: Int, _ path: PathNode, isLossy: Bool
  ) throws -> [Element] {
    guard try expect(.array, "an array", entry, path) else { return [] }
    var elements: [Element] = []
    for (index, element) in document.elements(of: entry).enumerated() {
      let place = PathNode(path, index)
      let value =
        isLossy
        ? attempt(type, element, place, effect: .dropped)
        : try survive { try decode(type, element, place) }
      if let value { elements.append(value) }
    }
    return elements
  }

  func dictionary<Value: Decodable>(
    of type: Value.Type, _ entry: Int, _ path: PathNode, isLossy: Bool
  ) throws -> [String: Value] {
    guard try expect(.object, "an object", entry, path) else { return [:] }
    var values: [String: Value] = [:]
    for (key, member) in try resolvedMembers(of: entry, path) {
      let place = PathNode(path, key, NamedKey(key))
      let value =
        isLossy
        ? attempt(type, member, place, effect: .dropped)
        : try survive { try decode(type, member, place) }
      if let value { values[key] = value }
    }
    return values
  }

  /// The members of an object with the policy for keys that come twice applied.
  func resolvedMembers(of object: Int, _ path: PathNode) throws -> [String: Int] {
    var members: [String: Int] = [:]
    for member in document.members(of: object) {
      guard members[member.key] != nil else {
        members[member.key] = member.value
        continue
      }
      switch options.duplicateKeys {
      case .unspecified, .keepFirst: break
      case .keepLast: members[member.key] = member.value
      case .reject:
        try fail(
          .duplicateKey, member.keyEntry, PathNode(path, member.key, nil),
          expected: "each key once",
          remedy: "Remove one of the two.")
      }
    }
    return members
  }
}
