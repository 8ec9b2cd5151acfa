extension JSONPointer {
  init(_ path: [any CodingKey]) {
    // An object's key may have a number, too; only an index has this text.
    self.init(
      keys: path.map { key in
        key.intValue.flatMap { key.stringValue == "Index \($0)" ? "\($0)" : nil } ?? key.stringValue
      })
  }
}

extension JSONProblem {
  /// Makes a problem from an error of a model's own `init(from:)`.
  init(_ error: any Error) {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      self.init(missing: key.stringValue, in: JSONPointer(context.codingPath))
    case DecodingError.valueNotFound(let type, let context):
      self.init(
        .null, at: JSONPointer(context.codingPath), expected: JSONProblem.words(for: type),
        found: "null",
        remedy: "Send a value, or make the property optional.")
    case DecodingError.typeMismatch(let type, let context):
      self.init(
        .wrongType, at: JSONPointer(context.codingPath), expected: JSONProblem.words(for: type),
        found: "another type", remedy: "Correct the value, or the property's type.")
    case DecodingError.dataCorrupted(let context):
      self.init(
        .invalidValue, at: JSONPointer(context.codingPath), expected: "a value that fits the model",
        found: "another value", remedy: context.debugDescription)
    case let error as ModelError where !error.problems.isEmpty:
      self = error.problems[0]
    default:
      self.init(
        .invalidValue, at: .root, expected: "a value that fits the model",
        found: "another value",
        remedy: "\(error)")
    }
  }

  init(missing key: String, in pointer: JSONPointer) {
    self.init(
      .missing, at: pointer.appending(key), expected: "the key \"\(key)\"", found: "nothing",
      remedy: "Add the key \"\(key)\", or make the property optional.")
  }

  /// Describes a Swift type in words that follow "expected".
  static func words(for type: Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any FixedWidthInteger.Type: "an integer"
    case is any BinaryFloatingPoint.Type: "a number"
    case let collection as any DecodableCollection.Type: collection.words
    default: "\(type)"
    }
  }
}
