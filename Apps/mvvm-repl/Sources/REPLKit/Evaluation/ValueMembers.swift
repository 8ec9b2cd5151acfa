import ViewModels

/// The members of plain values, named as in Swift.
enum ValueMembers {
  static func names(of value: DynamicValue) -> [String] {
    switch value {
    case .string:
      ["count", "isEmpty", "uppercased", "lowercased", "contains", "hasPrefix", "hasSuffix"]
    case .array: ["count", "isEmpty", "first", "last", "contains"]
    case .object(let members): members.keys.sorted() + ["count", "isEmpty", "keys"]
    case .null, .bool, .int, .double: []
    }
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
    _ name: String, of value: DynamicValue, _ arguments: [DynamicValue]
  ) -> DynamicValue? {
    switch (name, value, arguments.first, arguments.count) {
    case ("uppercased", .string(let text), nil, 0): .string(text.uppercased())
    case ("lowercased", .string(let text), nil, 0): .string(text.lowercased())
    case ("contains", .string(let text), .string(let part)?, 1): .bool(text.contains(part))
    case ("hasPrefix", .string(let text), .string(let part)?, 1): .bool(text.hasPrefix(part))
    case ("hasSuffix", .string(let text), .string(let part)?, 1): .bool(text.hasSuffix(part))
    case ("contains", .array(let elements), let element?, 1): .bool(elements.contains(element))
    default: nil
    }
  }

  /// What a method takes and returns; `nil` when there is no such method.
  static func call(_ name: String, of value: DynamicValue) -> (
    parameters: [Parameter], result: ValueType, documentation: String
  )? {
    switch (name, value) {
    case ("uppercased", .string): ([], .string, "The text in capitals.")
    case ("lowercased", .string): ([], .string, "The text in small letters.")
    case ("contains", .string):
      ([Parameter(name: "part", type: .string)], .bool, "Whether the text holds this part.")
    case ("hasPrefix", .string):
      ([Parameter(name: "start", type: .string)], .bool, "Whether the text starts so.")
    case ("hasSuffix", .string):
      ([Parameter(name: "end", type: .string)], .bool, "Whether the text ends so.")
    case ("contains", .array(let elements)):
      (
        [Parameter(name: "element", type: elements.first?.type ?? .any)], .bool,
        "Whether this is among the elements."
      )
    default: nil
    }
  }
}
