import ViewModels

extension CompletionPlace {
  /// The paths that contain the typed letters in order, with others between: `frm.ph` and `fph` for `form.phone`.
  ///
  /// The result is nil if the place does not accept paths.
  func lettersLeftOut(in statement: TypedStatement, _ symbols: Symbols) -> Completer.Result? {
    guard takesPaths, !prefix.isEmpty, base != "" else { return nil }
    let typed = (base.map { "\($0)." } ?? "") + prefix
    let start = statement.cursor - typed.utf8.count
    guard typed.utf8.count > 1, start >= 0, statement.text(from: start) == typed else { return nil }
    let found = symbols.paths(leavingLettersOutOf: typed).filter { path in
      if case .target(_, let source) = kind { symbols.isTarget(path, of: source) } else { true }
    }
    let fitting = found.filter { symbols.fits($0, kind) }
    let best = (fitting.isEmpty ? found : fitting).prefix(Self.mostFound)
    guard !best.isEmpty else { return nil }
    return Completer.Result(
      replaced: start..<statement.cursor, candidates: best.map { symbols.symbol(at: $0) })
  }

  private static let mostFound = 20

  private var takesPaths: Bool {
    switch kind {
    case .statementStart, .value, .argument, .observable, .target, .helpTopic, .observed:
      true
    default: false
    }
  }
}

extension Symbols {
  /// The paths that match `typed` as an abbreviation, the shortest first.
  ///
  /// - Complexity: O(*n* log *n*) in the number of known paths.
  fileprivate func paths(leavingLettersOutOf typed: String) -> [String] {
    let paths =
      variables.map(\.text)
      + members.flatMap { base, members in
        // Methods of values are left out; completion finds them by prefix only.
        members.filter { $0.kind != "get" || !$0.text.contains("(") }.map { "\(base).\($0.text)" }
      }
    let found = paths.filter {
      $0.first != "\"" && $0.first != "[" && $0.isAbbreviated(as: typed)
    }
    // Matches step by step are preferred: `frm.ph` means `form.phone`, not `form.graph`.
    let stepwise = found.filter { path in
      let (steps, wanted) = (path.split(separator: "."), typed.split(separator: "."))
      return steps.count == wanted.count
        && zip(steps, wanted).allSatisfy { String($0).isAbbreviated(as: String($1)) }
    }
    return (stepwise.isEmpty ? found : stepwise).sorted {
      ($0.utf8.count, $0) < ($1.utf8.count, $1)
    }
  }

  fileprivate func fits(_ path: String, _ kind: CompletionPlace.Kind) -> Bool {
    switch kind {
    case .value(let type?), .argument(_, let type?):
      valueTypes[path].map(type.takes) == true && !secrets.contains(path)
    case .target(let type, let source):
      isTarget(path, of: source)
        && type.map { valueTypes[path].map($0.takes) == true } ?? true
    default: true
    }
  }
}

extension String {
  /// Whether the letters of `short` occur in this order, ignoring case, and the first letters are equal.
  fileprivate func isAbbreviated(as short: String) -> Bool {
    let (letters, wanted) = (Array(lowercased()), Array(short.lowercased()))
    guard letters.first == wanted.first else { return false }
    var place = 0
    for letter in wanted {
      guard let next = letters[place...].firstIndex(of: letter) else { return false }
      place = next + 1
    }
    return true
  }
}
