import ViewModels

/// A call whose bracket is still open at the cursor.
struct OpenCall {
  /// The callee, as ``Symbols`` knows it.
  let path: String
  let call: Symbols.Call
  /// The index of the first parameter that the current argument may belong to.
  private let next: Int
  /// The label of the current argument, once its colon is typed.
  let label: String?
  /// Whether the current argument is empty, except for a name that may be incomplete.
  let isFresh: Bool

  /// The innermost known call around the end of `words`; with `isDirect` only the innermost open bracket counts.
  init?(around words: TypedStatement.Words, in symbols: Symbols, isDirect: Bool = false) {
    var end = words.endIndex
    while let open = words.openBracket(before: end) {
      if words[open].kind == .symbol("("),
        let (path, call) = Self.callee(words[..<open], in: symbols)
      {
        (self.path, self.call) = (path, call)
        let parts = words[(open + 1)...].parts
        next = Self.next(in: call.parameters, after: parts.dropLast().map(\.label))
        label = parts.last?.label
        let current = parts.last ?? []
        isFresh = current.isEmpty
        return
      }
      if isDirect { return nil }
      end = open
    }
    return nil
  }

  /// The known call that the words name; its callee is a path or a generic type.
  private static func callee(
    _ words: TypedStatement.Words, in symbols: Symbols
  ) -> (path: String, call: Symbols.Call)? {
    ([words.trailingPath] + words.genericTypes.map(\.text)).lazy.compactMap { path in
      symbols.calls[path].map { (path, $0) }
    }.first
  }

  /// The parameter that the cursor is at; nil when there are too many arguments.
  var current: Int? {
    let rest = call.parameters.indices.dropFirst(next)
    guard let label else { return rest.first }
    return rest.first { call.parameters[$0].label == label }
  }

  /// The parameters that may come next: parameters with a default value, up to the first one without.
  var possible: ArraySlice<Parameter> {
    let rest = call.parameters.dropFirst(next)
    let last = rest.firstIndex { $0.defaultValue == nil } ?? rest.endIndex - 1
    return rest.isEmpty ? [] : rest[...last]
  }

  /// The index of the next parameter, found as in Swift: in order, skipping only parameters with a default value.
  private static func next(in parameters: [Parameter], after labels: [String?]) -> Int {
    var next = 0
    for label in labels {
      while next < parameters.count, parameters[next].label != label,
        parameters[next].defaultValue != nil
      {
        next += 1
      }
      next += 1
    }
    return next
  }
}

extension ArraySlice<Token> {
  /// The label at the beginning of an argument.
  fileprivate var label: String? {
    guard let name = firstName, dropFirst().first?.kind == .symbol(":") else { return nil }
    return name
  }
}
