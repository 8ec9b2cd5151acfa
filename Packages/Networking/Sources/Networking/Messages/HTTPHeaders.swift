/// The header fields of a message: ordered, repeatable, found by name without regard to case.
///
/// ```swift
/// var headers: HTTPHeaders = ["Accept": "application/json"]
/// headers["accept"]            // "application/json"
/// headers.add("Set-Cookie", "a=1")
/// ```
public struct HTTPHeaders: Sendable, Hashable {
  /// One field line.
  public struct Field: Sendable, Hashable {
    /// The name, in the case it was given or received.
    public var name: String
    /// The value, without surrounding white space.
    public var value: String

    /// Makes a field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// Compares the name without regard to ASCII case.
    func isNamed(_ name: String) -> Bool { sameName(self.name, name) }
  }

  /// The fields in the order given or received.
  public private(set) var fields: [Field]

  /// Makes headers from fields; none by default.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// The first value of a field; setting replaces every field of that name, `nil` removes them.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  public subscript(name: String) -> String? {
    get { fields.first { $0.isNamed(name) }?.value }
    set {
      guard let newValue else {
        fields.removeAll { $0.isNamed(name) }
        return
      }
      guard let first = fields.firstIndex(where: { $0.isNamed(name) }) else {
        fields.append(Field(name: name, value: newValue))
        return
      }
      fields[first].value = newValue
      let rest = first + 1
      if rest < fields.count {
        fields.replaceSubrange(rest..., with: fields[rest...].filter { !$0.isNamed(name) })
      }
    }
  }

  /// Every value of a field, in order.
  public func values(_ name: String) -> [String] {
    fields.filter { $0.isNamed(name) }.map(\.value)
  }

  /// Every value of a field as one, as a list is read (RFC 9110, 5.3); empty when there is none.
  func joined(_ name: String) -> String { values(name).joined(separator: ", ") }

  mutating func removeAll(where isMeant: (Field) -> Bool) {
    fields.removeAll(where: isMeant)
  }

  /// Whether a text may be the value of a field that is sent.
  static func isValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
  }

  /// Appends a field and keeps those of the same name.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Adds the fields of `defaults` whose names are not yet present.
  public mutating func fill(from defaults: HTTPHeaders) {
    let mine = self
    for field in defaults.fields where mine[field.name] == nil {
      fields.append(field)
    }
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// Makes headers in the order written.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field(name: $0.0, value: $0.1) })
  }
}

extension HTTPHeaders: CustomStringConvertible {
  /// One line for each field.
  public var description: String {
    fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
  }
}

/// Compares two names without regard to ASCII case.
private func sameName(_ left: String, _ right: String) -> Bool {
  guard left.utf8.count == right.utf8.count else { return false }
  var others = right.utf8.makeIterator()
  for byte in left.utf8 {
    guard let other = others.next(), byte == other || lowercased(byte) == lowercased(other) else {
      return false
    }
  }
  return true
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
