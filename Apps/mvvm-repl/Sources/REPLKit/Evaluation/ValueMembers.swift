import ViewModels

/// The members of plain values, named as in Swift.
enum ValueMembers {
  /// Called for each step of long work, which ends with its error.
  typealias Counting = () throws -> Void

  /// A method, which is called with parentheses.
  struct Method: Sendable {
    let name: String
    let parameters: [Parameter]
    let documentation: String
    /// Returns the type of the result for the type of the value.
    let result: @Sendable (ValueType) -> ValueType
    /// Executes the method; `nil` if the arguments have other types.
    let run: @Sendable (DynamicValue, [DynamicValue], Counting) throws -> DynamicValue?

    /// Whether the method takes a closure, which the session runs itself.
    var takesClosure: Bool { parameters.first?.type == .named(ValueMembers.closure) }
  }

  static func names(of value: DynamicValue) -> [String] {
    let properties =
      switch value {
      case .string: ["count", "isEmpty"]
      case .array: ["count", "isEmpty", "first", "last"]
      case .object(let members): members.keys.sorted() + ["count", "isEmpty", "keys"]
      case .null, .bool, .int, .double: [String]()
      }
    let methods = methods(of: value).map(\.name)
    return properties + methods.filter { !properties.contains($0) }
  }

  static func property(_ name: String, of value: DynamicValue) -> DynamicValue? {
    switch (name, value) {
    case ("count", .string(let text)): .int(text.count)
    case ("count", .array(let elements)): .int(elements.count)
    case ("count", .object(let members)): .int(members.count)
    case ("isEmpty", .string(let text)): .bool(text.isEmpty)
    case ("isEmpty", .array(let elements)): .bool(elements.isEmpty)
    case ("isEmpty", .object(let members)): .bool(members.isEmpty)
    case ("first", .array(let elements)): elements.first ?? .null
    case ("last", .array(let elements)): elements.last ?? .null
    case ("keys", .object(let members)): .array(members.keys.sorted().map(DynamicValue.string))
    case (_, .object(let members)): members[name]
    default: nil
    }
  }

  static func method(
    _ name: String, of value: DynamicValue, _ arguments: [DynamicValue],
    _ count: Counting = {}
  ) throws -> DynamicValue? {
    guard let method = call(name, of: value), !method.takesClosure else { return nil }
    return try method.run(value, arguments, count)
  }

  static func call(_ name: String, of value: DynamicValue) -> Method? {
    methods(of: value).first { $0.name == name }
  }

  static let methodNames = Set((texts + arrays).map(\.name))
  static let allNames = methodNames.union(["count", "isEmpty", "first", "last", "keys"])

  private static func methods(of value: DynamicValue) -> [Method] {
    switch value {
    case .string: texts
    case .array: arrays
    case .null, .bool, .int, .double, .object: []
    }
  }

  /// The type of a closure in the displayed parameters of a method.
  static let closure = "{ $0 … }"

  private static let texts = [
    text("uppercased", "The text in capitals.") { .string($0.uppercased()) },
    text("lowercased", "The text in small letters.") { .string($0.lowercased()) },
    text("reversed", "The text the other way round.") { .string(String($0.reversed())) },
    test("contains", "part", "Whether the text holds this part.") { $0.contains($1) },
    test("hasPrefix", "start", "Whether the text starts so.") { $0.hasPrefix($1) },
    test("hasSuffix", "end", "Whether the text ends so.") { $0.hasSuffix($1) },
    Method(
      name: "split", parameters: [Parameter(label: "separator", name: "separator", type: .string)],
      documentation: "The parts between a separator.", result: { _ in .array(.string) }
    ) { value, arguments, _ in
      guard case .string(let text) = value, case .string(let separator)? = arguments.first,
        arguments.count == 1, !separator.isEmpty
      else { return nil }
      return .array(text.split(separator: separator).map { .string(String($0)) })
    },
    part("prefix", "The first characters.") { value, count in
      if case .string(let text) = value { .string(String(text.prefix(count))) } else { nil }
    },
    part("suffix", "The last characters.") { value, count in
      if case .string(let text) = value { .string(String(text.suffix(count))) } else { nil }
    },
  ]

  private static let arrays = [
    Method(
      name: "contains", parameters: [Parameter(name: "element", type: .any)],
      documentation: "Whether this is among the elements; or one that { $0 … } holds of.",
      result: { _ in .bool }
    ) { value, arguments, _ in
      guard case .array(let elements) = value, arguments.count == 1 else { return nil }
      return .bool(elements.contains { $0.isEqual(to: arguments[0]) })
    },
    each("map", "What { $0 … } makes of each element.") { _ in .array(.any) },
    each("filter", "The elements of which { $0 … } is true.") { $0 },
    each("allSatisfy", "Whether { $0 … } is true of each element.") { _ in .bool },
    array("sorted", "In order; or by { $0 < $1 }.", result: { $0 }) { elements, count in
      .array(try elements.sorted { try Filter.isOrdered($0, $1, count) })
    },
    array("reversed", "The other way round.", result: { $0 }) { elements, _ in
      .array(elements.reversed())
    },
    array("min", "The least element.", result: element) { elements, count in
      try elements.min { try Filter.isOrdered($0, $1, count) } ?? .null
    },
    array("max", "The greatest element.", result: element) { elements, count in
      try elements.max { try Filter.isOrdered($0, $1, count) } ?? .null
    },
    part("prefix", "The first elements.") { value, count in
      if case .array(let elements) = value { .array(Array(elements.prefix(count))) } else { nil }
    },
    part("suffix", "The last elements.") { value, count in
      if case .array(let elements) = value { .array(Array(elements.suffix(count))) } else { nil }
    },
    part("dropFirst", "The elements after the first ones.") { value, count in
      if case .array(let elements) = value { .array(Array(elements.dropFirst(count))) } else { nil }
    },
    Method(
      name: "joined",
      parameters: [
        Parameter(label: "separator", name: "separator", type: .string, defaultValue: "\"\"")
      ],
      documentation: "Texts as one, with a separator between them.", result: { _ in .string }
    ) { value, arguments, _ in
      guard case .array(let elements) = value, arguments.count < 2 else { return nil }
      guard case .string(let separator) = arguments.first ?? "" else { return nil }
      var texts: [String] = []
      for element in elements {
        guard case .string(let text) = element else { return nil }
        texts.append(text)
      }
      return .string(texts.joined(separator: separator))
    },
  ]
}

extension ValueMembers {
  private static func text(
    _ name: String, _ documentation: String, _ run: @escaping @Sendable (String) -> DynamicValue
  ) -> Method {
    Method(name: name, parameters: [], documentation: documentation, result: { _ in .string }) {
      value, arguments, _ in
      if case .string(let text) = value, arguments.isEmpty { run(text) } else { nil }
    }
  }

  private static func test(
    _ name: String, _ part: String, _ documentation: String,
    _ run: @escaping @Sendable (String, String) -> Bool
  ) -> Method {
    Method(
      name: name, parameters: [Parameter(name: part, type: .string)], documentation: documentation,
      result: { _ in .bool }
    ) { value, arguments, _ in
      guard case .string(let text) = value, arguments.count == 1,
        case .string(let part) = arguments[0]
      else { return nil }
      return .bool(run(text, part))
    }
  }

  private static func part(
    _ name: String, _ documentation: String,
    _ run: @escaping @Sendable (DynamicValue, Int) -> DynamicValue?
  ) -> Method {
    Method(
      name: name, parameters: [Parameter(name: "count", type: .int)], documentation: documentation,
      result: { $0 }
    ) { value, arguments, _ in
      guard arguments.count == 1, case .int(let count) = arguments[0], count >= 0 else {
        return nil
      }
      return run(value, count)
    }
  }

  private static func array(
    _ name: String, _ documentation: String, result: @escaping @Sendable (ValueType) -> ValueType,
    _ run: @escaping @Sendable ([DynamicValue], Counting) throws -> DynamicValue
  ) -> Method {
    Method(name: name, parameters: [], documentation: documentation, result: result) {
      value, arguments, count in
      guard case .array(let elements) = value, arguments.isEmpty else { return nil }
      return try run(elements, count)
    }
  }

  private static func each(
    _ name: String, _ documentation: String, _ result: @escaping @Sendable (ValueType) -> ValueType
  ) -> Method {
    Method(
      name: name, parameters: [Parameter(name: "closure", type: .named(closure))],
      documentation: documentation, result: result
    ) { _, _, _ in nil }
  }

  private static func element(_ type: ValueType) -> ValueType {
    if case .array(let element) = type { .optional(element) } else { .any }
  }
}

/// The conversions between types of values: `Int("5")`.
enum Conversion: String, CaseIterable {
  case int = "Int"
  case double = "Double"
  case string = "String"
  case bool = "Bool"

  /// Converts a value as in Swift: a text that is no number or truth value becomes `.null`, and `Int` drops the fraction.
  func apply(to value: DynamicValue) -> DynamicValue? {
    switch (self, value) {
    case (.int, .int), (.double, .double), (.string, .string), (.bool, .bool): value
    case (.bool, .string(let text)): Bool(text).map(DynamicValue.bool) ?? .null
    case (.int, .string(let text)): Int(text).map(DynamicValue.int) ?? .null
    case (.int, .double(let number)):
      Int(exactly: number.rounded(.towardZero)).map(DynamicValue.int)
    case (.double, .string(let text)): Double(text).map(DynamicValue.double) ?? .null
    case (.double, .int(let number)): .double(Double(number))
    case (.string, .int), (.string, .double), (.string, .bool): .string("\(value)")
    default: nil
    }
  }
}
