import ViewModels

/// The names that exist at one moment, as a value that any thread may read.
public struct Symbols: Sendable, Hashable {
  /// One name with what is shown beside it.
  public struct Symbol: Sendable, Hashable {
    /// The text that is inserted.
    public let text: String
    /// The kind of the name in a word, for programs: `var`, `get`, `cmd`, `type`, `verb`, `tool`, `arg`, `show`.
    public let kind: String
    /// Its type, current value or purpose.
    public internal(set) var detail = ""
    /// The type of its value, when it is known.
    var type: ValueType?
  }

  /// A call, with what it takes and returns: a command, or the creation of a view-model.
  struct Call: Sendable, Hashable {
    let parameters: [Parameter]
    /// Nil where nothing is known of it, or nothing comes back.
    let result: String?
    let documentation: String
  }

  var types: [Symbol] = []
  var variables: [Symbol] = []
  /// The members behind a dot, by what stands before it: `form`, `form.search`, `list.items[2]`.
  var members: [String: [Symbol]] = [:]
  /// The elements behind a bracket, with the closing one.
  var elements: [String: [Symbol]] = [:]
  /// The types of what has a value, by path.
  var valueTypes: [String: ValueType] = [:]
  /// The paths that can be set and bound to.
  var settable: Set<String> = []
  /// The calls, by path or by the name of the type.
  var calls: [String: Call] = [:]
  /// The watches and bindings there are, as `unwatch` and `unbind` name them.
  var watched: [Symbol] = []
  var bound: [Symbol] = []
  /// The paths of secure members.
  var secrets: Set<String> = []
  /// The names of secure members and of variables that hold secrets.
  var secretNames: Set<String> = []
  /// The secrets that are known wherever they are typed.
  var typedSecrets = TextFinder()
  /// The names of everything that there is.
  var knownNames: Set<String> = []
  var models: [Symbol] = []
  var verbs: [Symbol] = []
  /// The continuations of a statement, by its verb.
  var continuations: [String: [Symbol]] = [:]
  /// The continuation behind the arrow of a `bind`.
  var via = Symbol(text: "", kind: "word")
  var filters: [Symbol] = []
  var converters: [Symbol] = []
  /// The tool's and the host's words, with their colons.
  var tools: [Symbol] = []
  /// The arguments of the words of the tool.
  var toolArguments: [String: ToolCommand.Argument] = [:]
  var settings: [Symbol] = []
  /// The values that a setting may have, by its name.
  var settingValues: [String: [Symbol]] = [:]
}

extension Symbols {
  /// The paths to values of a type, the shortest first.
  ///
  /// - Complexity: O(*n* log *n*) in the number of known paths.
  func paths(fitting type: ValueType, where isWanted: (String) -> Bool = { _ in true }) -> [Symbol]
  {
    let found = valueTypes.compactMap { path, found in
      type.takes(found) && isWanted(path) ? path : nil
    }
    return found.sorted { ($0.depth, $0) < ($1.depth, $1) }.map { symbol(at: $0) }
  }

  /// The row of a path, with the whole path as its text.
  func symbol(at path: String) -> Symbol {
    let cut = path.lastIndex(of: ".")
    let siblings = cut.map { members[String(path[..<$0]), default: []] } ?? variables
    let name = cut.map { String(path[path.index(after: $0)...]) } ?? path
    guard let known = siblings.first(where: { $0.text == name }) else {
      return Symbol(text: path, kind: "get", type: valueTypes[path])
    }
    return Symbol(text: path, kind: known.kind, detail: known.detail, type: known.type)
  }

  /// Whether a path can be bound to a source: a secret only to a secret place, or to a variable, which becomes one.
  func isTarget(_ path: String, of source: String) -> Bool {
    settable.contains(path) && path != source
      && (!secrets.contains(source) || secrets.contains(path) || !path.contains("."))
  }

  /// Whether something of that type is found behind a path.
  func leads(_ path: String, to type: ValueType) -> Bool {
    valueTypes.contains { $0.key.hasPrefix(path + ".") && type.takes($0.value) }
  }
}

extension String {
  /// The number of steps of a path.
  fileprivate var depth: Int { utf8.count { $0 == UInt8(ascii: ".") } }
}

extension Symbols {
  /// The entry as it may be kept in a history file and shown: without what is typed into secret places;
  /// empty when nothing of it may be kept.
  public func redacted(_ entry: ParsedText) -> String {
    Redaction(names: secretNames, known: knownNames, finder: typedSecrets).redacted(entry)
  }
}
