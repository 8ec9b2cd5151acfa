extension JSONPointer {
  init(_ path: [any CodingKey]) {
    self.init(keys: path.map { key in key.intValue.map(String.init) ?? key.stringValue })
  }
}

extension JSONProblem {
  /// What a thrown `DecodingError` says, before the document is looked at.
  init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, let context):
      self.init(
        .missing, at: JSONPointer(context.codingPath + [key]),
        expected: "the key \"\(key.stringValue)\"",
        found: "nothing",
        remedy: "Add the key \"\(key.stringValue)\", or make the property optional.")
    case .valueNotFound(let type, let context):
      self.init(
        .null, at: JSONPointer(context.codingPath), expected: JSONProblem.words(for: type),
        found: "null",
        remedy: "Send a value, or make the property optional.")
    case .typeMismatch(let type, let context):
      self.init(
        .wrongType, at: JSONPointer(context.codingPath), expected: JSONProblem.words(for: type),
        found: "another type", remedy: "Correct the value, or the property's type.")
    case .dataCorrupted(let context):
      self.init(
        context.codingPath.isEmpty ? .syntax : .invalidValue, at: JSONPointer(context.codingPath),
        expected: "JSON that fits the model", found: "something else",
        remedy: context.debugDescription)
    @unknown default:
      self.init(
        .invalidValue, at: .root, expected: "JSON that fits the model", found: "something else",
        remedy: "\(error)")
    }
  }

  /// A Swift type in words that follow "expected".
  static func words(for type: Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any FixedWidthInteger.Type: "an integer"
    case is any BinaryFloatingPoint.Type: "a number"
    case is any DictionaryType.Type: "an object"
    case is any ArrayType.Type: "an array"
    default: "\(type)"
    }
  }
}

private protocol DictionaryType {}
extension Dictionary: DictionaryType {}
private protocol ArrayType {}
extension Array: ArrayType {}
