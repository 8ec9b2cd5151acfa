extension DecodingPass {
  func bool(_ entry: Int, _ path: PathNode) throws -> Bool {
    if document.kind(of: entry) == .bool { return document.scalar(entry) == true }
    return try converted(Bool.converted, .bool, "true or false", entry, path) ?? false
  }

  func string(_ entry: Int, _ path: PathNode) throws -> String {
    if document.kind(of: entry) == .string { return document.string(entry) }
    return try converted(String.converted, .string, "a string", entry, path) ?? ""
  }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, _ entry: Int, _ path: PathNode)
    throws -> Integer
  {
    if document.kind(of: entry) == .number {
      var reader = document.reader(at: entry)
      if let value = try? reader.exactInteger(type) { return value }
      try fail(
        .invalidValue, entry, path, expected: "an integer from \(Integer.min) to \(Integer.max)",
        remedy: "Send a whole number in that range.")
      return 0
    }
    return try converted(Integer.converted, .number, "an integer", entry, path) ?? 0
  }

  func double(_ entry: Int, _ path: PathNode) throws -> Double {
    if document.kind(of: entry) == .number {
      var reader = document.reader(at: entry)
      if let value = try? reader.finiteDouble() { return value }
      try fail(
        .invalidValue, entry, path, expected: "a number that fits a Double",
        remedy: "Send a smaller number.")
      return 0
    }
    return try converted(Double.converted, .number, "a number", entry, path) ?? 0
  }

  func float(_ entry: Int, _ path: PathNode) throws -> Float {
    if document.kind(of: entry) == .number {
      var reader = document.reader(at: entry)
      if let value = try? reader.finiteFloat() { return value }
    } else if case let value = Float(try double(entry, path)), value.isFinite {
      return value
    }
    try fail(
      .invalidValue, entry, path, expected: "a number that fits a Float",
      remedy: "Send a smaller number.")
    return 0
  }

  /// The value that a scalar of another type stands for, when such are converted; else reports the type.
  func converted<Value>(
    _ convert: (JSONValue) -> Value?, _ kind: JSONDocument.Kind, _ expected: String, _ entry: Int,
    _ path: PathNode
  ) throws -> Value? {
    guard options.convertsScalars, let value = document.scalar(entry).flatMap(convert) else {
      _ = try expect(kind, expected, entry, path)
      return nil
    }
    note(
      .wrongType, entry, path, expected: expected, remedy: "Correct the value: it was converted.",
      effect: .converted)
    return value
  }
}
