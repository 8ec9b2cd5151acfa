package import HTTPTypes

extension HTTPFields {
  /// Returns the first value of a field that may occur only once; a subscript would join all values.
  ///
  /// - Complexity: O(*n*) in the number of fields.
  package func first(_ name: HTTPField.Name) -> String? {
    first { $0.name == name }?.value
  }

  /// Adds the fields of `defaults` whose names are not yet present.
  package mutating func fill(from defaults: HTTPFields) {
    let mine = self
    append(contentsOf: defaults.lazy.filter { !mine.contains($0.name) })
  }
}

extension HTTPRequest.Method {
  /// Whether the method is safe: it promises to change nothing (RFC 9110, 9.2.1).
  var isSafe: Bool {
    self == .get || self == .head || self == .options
  }

  /// Whether a second request has no further effect (RFC 9110, 9.2.2).
  var isIdempotent: Bool { isSafe || self == .put || self == .delete }
}
