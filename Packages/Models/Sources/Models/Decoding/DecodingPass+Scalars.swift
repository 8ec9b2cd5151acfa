extension DecodingPass {
  func bool(_ entry: Int, _ path: PathNode) throws -> Bool {
    if document.kind(of: entry) == .bool { return document.scalar(entry) == true }
    if options.convertsScalars, let value = document.scalar(entry).flatMap(LenientScalar.bool) {
      noteConverted(entry, path, "true or false")
      return value
    }
    _ = try expect(.bool, "true or false", entry, path)
    return false
  }

  func string(_ entry: Int, _ path: PathNode) throws -> String {
    if document.kind(of: entry) == .string { return document.string(entry) }
    if options.convertsScalars, let value = document.scalar(entry).flatMap(LenientScalar.string) {
      noteConverted(entry, path, "a string")
      return value
    }
    _ = try expect(.string, "a string", entry, path)
    return ""
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
    if options.convertsScalars,
      let value = document.scalar(entry).flatMap({ LenientScalar.integer(type, $0) })
    {
      noteConverted(entry, path, "an integer")
      return value
    }
    _ = try expect(.number, "an integer", entry, path)
    return 0
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
    if options.convertsScalars, let value = document.scalar(entry).flatMap(LenientScalar.double) {
      noteConverted(entry, path, "a number")
      return value
    }
    _ = try expect(.number, "a number", entry, path)
    return 0
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

  private func noteConverted(_ entry: Int, _ path: PathNode, _ expected: String) {
    note(
      .wrongType, entry, path, expected: expected, remedy: "Correct the value: it was converted.",
      effect: .converted)
  }
}
