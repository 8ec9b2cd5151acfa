import ViewModels

/// Code completion: a pure function of the typed text, the cursor and the ``Symbols``.
public enum Completer {
  /// The candidates, and the range of the text that a candidate replaces.
  public struct Result: Sendable, Hashable {
    /// The UTF-8 range of the text that a candidate replaces.
    public let replaced: Range<Int>
    /// The candidates, in the order in which they are offered.
    public let candidates: [Symbols.Symbol]
  }

  /// The candidates at `cursor`, a UTF-8 offset into `text`.
  ///
  /// If the place expects a type, the candidates are values of this type and paths that lead to them. If no such value
  /// exists, all names are candidates. Matching ignores case if no candidate matches exactly. If no candidate has the
  /// typed prefix, letters may be missing: `frm.ph` and `fph` find `form.phone`. Strings and comments have no
  /// candidates, except for file names in strings. A cursor outside the text counts as the nearer end of the text. The
  /// best candidate comes first. `files` returns the names of the files that begin with a text.
  public static func complete(
    _ text: String, cursor: Int, symbols: Symbols, files: (String) -> [String] = { _ in [] }
  ) -> Result {
    let statement = TypedStatement(text, cursor: cursor)
    let place = CompletionPlace(statement, in: symbols)
    if case .file = place.kind {
      return Result(
        replaced: place.start..<statement.cursor,
        candidates: files(place.prefix).map { Symbols.Symbol(text: $0, kind: "file") })
    }
    for candidates in symbols.candidates(at: place) {
      let exact = candidates.filter { $0.text.hasPrefix(place.prefix) }
      let prefix = place.prefix.lowercased()
      let found =
        exact.isEmpty ? candidates.filter { $0.text.lowercased().hasPrefix(prefix) } : exact
      if !found.isEmpty {
        return Result(replaced: place.start..<statement.cursor, candidates: found)
      }
    }
    return place.lettersLeftOut(in: statement, symbols)
      ?? Result(replaced: place.start..<statement.cursor, candidates: [])
  }

  /// Returns the argument of `:help` for the name at the cursor or, without a name, for the call around the cursor.
  ///
  /// The result is a path, a type, a verb, a filter or a tool command. It is nil if there is nothing to explain.
  public static func topic(at cursor: Int, in text: String, symbols: Symbols) -> String? {
    let bytes = Array(text.utf8)
    var end = min(max(0, cursor), bytes.count)
    while end < bytes.count, bytes[end].isNamePart { end += 1 }
    let statement = TypedStatement(text, cursor: end)
    guard statement.end == .code || statement.end == .string else { return nil }
    if case .meta(let word, _)? = statement.words.last?.kind { return ":\(word)" }
    let path = statement.words.trailingPath
    if statement.end == .code, statement.words.last?.span.end == end, !path.isEmpty { return path }
    return OpenCall(around: statement.words, in: symbols)?.path ?? (path.isEmpty ? nil : path)
  }
}

extension Symbols {
  /// The lists of candidates for a place; a list is used only if nothing in the earlier lists matches the typed text.
  fileprivate func candidates(at place: CompletionPlace) -> [[Symbol]] {
    if let base = place.base { return members(of: base, for: place) }
    return switch place.kind {
    case .nothing: []
    case .statementStart: [variables + verbs + types]
    case .value(let type): values(of: type, except: place.assigned)
    case .argument(let labels, let type):
      [
        labels.map {
          Symbol(
            text: "\($0.label ?? ""): ", kind: "arg",
            detail: "\($0.type)" + ($0.defaultValue.map { " = \($0)" } ?? ""))
        }
      ] + (type.map { values(of: $0) } ?? (labels.isEmpty ? [] : [variables]))
    case .observable: [variables]
    case .target(let type, let source):
      [targets(of: type, except: source), targets(of: .any, except: source)]
        .filter { !$0.isEmpty } + (type == nil ? [variables] : [])
    case .converter(let type, let target, let isTwoWay):
      [
        converters.filter {
          Converter(rawValue: $0.text)?.leads(from: type, to: target, bothWays: isTwoWay) == true
        }
      ]
    case .watched: [watched + [Symbol(text: "all", kind: "word")]]
    case .bound: [bound + [Symbol(text: "all", kind: "word")]]
    case .element(let path): elements[path].map { [$0] } ?? [variables]
    case .continuation(let verb): [continuations[verb] ?? []]
    case .via: [[via]]
    case .filter: [filters]
    case .model: [models]
    case .type: [["String", "Int", "Double", "Bool"].map { Symbol(text: $0, kind: "type") }]
    case .tool: [tools]
    case .toolWord(let words, let texts):
      [words.map { Symbol(text: $0, kind: "word", detail: texts[$0] ?? "") }]
    case .setting: [settings]
    case .settingValue(let name): [settingValues[name] ?? []]
    case .observed(let words): [words.map { Symbol(text: $0, kind: "word") } + variables]
    case .file: []
    case .helpTopic:
      // `:help watch` shows the topic, not the verb of that name.
      [
        topics
          + verbs.map { Symbol(text: $0.text.trimmed, kind: $0.kind, detail: $0.detail) }
          .filter { verb in !topics.contains { $0.text == verb.text } } + variables
      ]
    }
  }

  /// The full paths of the values of a type, then all names; for a nil type only the names.
  private func values(of type: ValueType?, except path: String = "") -> [[Symbol]] {
    let all = variables + types
    guard let type else { return [all] }
    var fitting = paths(fitting: type) { $0 != path && !secrets.contains($0) }
    if type.takes(.bool), type != .any {
      fitting =
        ["true", "false"].map { Symbol(text: $0, kind: "word", detail: "Bool") } + fitting
    }
    fitting = cases(of: type).map { $0.behindDot } + fitting
    if case .optional = type { fitting.append(Symbol(text: "nil", kind: "word")) }
    return [fitting, all]
  }

  private func cases(of type: ValueType) -> [Symbol] {
    type.cases.map { Symbol(text: $0, kind: "case", detail: "\(type)", type: type) }
  }

  private func targets(of type: ValueType?, except source: String) -> [Symbol] {
    guard let type else { return [] }
    return paths(fitting: type) { isTarget($0, of: source) }
  }

  /// The members that match the place; if the place expects a type, followed by all members.
  private func members(of base: String, for place: CompletionPlace) -> [[Symbol]] {
    let all = members[base] ?? []
    func path(_ symbol: Symbol) -> String { "\(base).\(symbol.text)" }
    switch place.kind {
    case .value(let type?), .argument(_, let type?):
      if base.isEmpty { return [cases(of: type)] }
      let fitting = all.filter {
        $0.type.map(type.takes) == true && path($0) != place.assigned && !secrets.contains(path($0))
      }
      return [fitting + all.filter { !fitting.contains($0) && leads(path($0), to: type) }, all]
    case .target(let type, let source):
      let fitting = all.filter { symbol in
        isTarget(path(symbol), of: source)
          && type.map { valueTypes[path(symbol)].map($0.takes) == true } ?? true
      }
      let leading = all.filter { symbol in
        settable.contains { target in
          target.hasPrefix(path(symbol) + ".") && isTarget(target, of: source)
            && type.map { valueTypes[target].map($0.takes) == true } ?? true
        }
      }
      // A converter may accept a target of another type.
      let others = all.filter { isTarget(path($0), of: source) }
      return [fitting + leading, others]
    case .observable, .watched, .observed:
      return [all.map(\.asPath)]
    default: return [all]
    }
  }
}

extension Symbols.Symbol {
  /// Returns the kind translated into a language.
  public func kind(in language: HelpLanguage) -> String {
    language == .chinese ? Self.chineseKinds[kind] ?? kind : kind
  }

  private static let chineseKinds = [
    "arg": "参数", "bind": "绑定", "case": "枚举值", "cmd": "命令", "decl": "声明", "file": "文件",
    "get": "只读", "key": "键", "let": "常量", "model": "模型", "set": "设置", "show": "过滤器",
    "tool": "工具", "type": "类型", "var": "可设置", "verb": "动词", "via": "转换器", "vm": "视图模型", "word": "词",
  ]

  fileprivate var behindDot: Symbols.Symbol {
    Symbols.Symbol(text: ".\(text)", kind: kind, detail: detail, type: type)
  }

  /// The path of a command without its bracket, because here its states are wanted, not a call.
  fileprivate var asPath: Symbols.Symbol {
    guard kind == "cmd" else { return self }
    return Symbols.Symbol(
      text: String(text.prefix { $0 != "(" }), kind: kind, detail: detail, type: type)
  }
}
