extension Statement {
  /// The places of values that must not be kept: those assigned to secure members, and the arguments
  /// of secure commands.
  ///
  /// - Parameter isSecure: Whether an expression names a secure member.
  /// - Returns: The places, which do not overlap.
  func secrets(_ isSecure: (Expression) -> Bool) -> [Span] { kind.secrets(isSecure) }

  /// A text without the values in some places of it.
  static func redacted(_ text: String, _ secrets: [Span]) -> String {
    guard !secrets.isEmpty else { return text }
    var bytes = Array(text.utf8)
    for span in secrets.sorted(by: { $0.start > $1.start }) where span.end <= bytes.count {
      bytes.replaceSubrange(span.start..<span.end, with: "\"…\"".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Statement.Kind {
  fileprivate func secrets(_ isSecure: (Expression) -> Bool) -> [Span] {
    switch self {
    case .assignment(let target, _, let value):
      isSecure(target) ? [value.span] : target.secrets(isSecure) + value.secrets(isSecure)
    case .whatIf(let inner): inner.secrets(isSecure)
    case .expectEvents(let target, let value, _):
      isSecure(target) ? [value.span] : value.secrets(isSecure)
    case .declaration(_, _, _, let value), .derived(_, let value), .expression(let value, _),
      .expect(let value, _), .waitUntil(let value, _), .why(let value, _):
      value.secrets(isSecure)
    case .meta, .help, .watch, .unwatch, .bind, .unbind, .advance, .wait, .waitForJob, .undo, .redo,
      .expectMarbles:
      []
    }
  }
}

extension Expression {
  fileprivate func secrets(_ isSecure: (Expression) -> Bool) -> [Span] {
    if case .call(let callee, let arguments) = kind, isSecure(callee) {
      return arguments.map(\.value.span)
    }
    // `form.pin == "1234"` tells as much as an assignment.
    if case .binary("==", let left, let right) = kind {
      if isSecure(left) { return [right.span] }
      if isSecure(right) { return [left.span] }
    }
    return kind.children.flatMap { $0.secrets(isSecure) }
  }
}
