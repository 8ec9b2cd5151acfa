import ViewModels

/// A snapshot of the names in a session, as a value that any thread may read.
public struct Symbols: Sendable, Hashable {
  /// One name, with the text that is shown beside it.
  public struct Symbol: Sendable, Hashable {
    /// The text that completion inserts.
    public let text: String
    /// The kind of the name, for programs, such as `var`, `get`, `cmd`, `type`, `verb`, `tool`, `arg` or `show`.
    public let kind: String
    /// Its type, current value or purpose.
    public internal(set) var detail = ""
    /// The type of its value, if the type is known.
    var type: ValueType?
  }

  /// The signature of a command or of the creation of a view-model.
  struct Call: Sendable, Hashable {
    let parameters: [Parameter]
    /// The result type; nil if it is unknown or if the call returns nothing.
    let result: String?
    let documentation: String
  }

  var types: [Symbol] = []
  var variables: [Symbol] = []
  /// The members after a dot, by the path before the dot: `form`, `form.search`, `list.items[2]`.
  var members: [String: [Symbol]] = [:]
  /// The elements after an opening bracket, with the closing bracket, by the path of the list.
  var elements: [String: [Symbol]] = [:]
  /// The types of values, by path.
  var valueTypes: [String: ValueType] = [:]
  /// The paths that can be set and bound to.
  var settable: Set<String> = []
  /// The calls, by path or by type name.
  var calls: [String: Call] = [:]
  /// The watches and bindings, by the names that `unwatch` and `unbind` accept.
  var watched: [Symbol] = []
  var bound: [Symbol] = []
  /// The paths of secure members.
  var secrets: Set<String> = []
  /// The secrets that are left out of a history and of a display.
  var redaction = Redaction(names: [])
  var models: [Symbol] = []
  var verbs: [Symbol] = []
  /// The continuations of statements, by verb.
  var continuations: [String: [Symbol]] = [:]
  /// The word `via` after the target of a `bind`.
  var via = Symbol(text: "", kind: "word")
  /// The topics of the help.
  var topics: [Symbol] = []
  var filters: [Symbol] = []
  var converters: [Symbol] = []
  /// The tool commands of the session and of the host, with their colons.
  var tools: [Symbol] = []
  /// The kinds of arguments of the tool commands, by name.
  var toolArguments: [String: ToolCommand.Argument] = [:]
  /// The meanings of the words that may follow a tool command, by its name.
  var toolTexts: [String: [String: String]] = [:]
  var settings: [Symbol] = []
  /// The possible values of settings, by name.
  var settingValues: [String: [Symbol]] = [:]
}

extension Symbols {
  /// The paths of the values of a type, the shortest first.
  ///
  /// - Complexity: O(*n* log *n*) in the number of known paths.
  func paths(fitting type: ValueType, where isWanted: (String) -> Bool = { _ in true }) -> [Symbol]
  {
    let found = valueTypes.compactMap { path, found in
      type.takes(found) && isWanted(path) ? path : nil
    }
    return found.sorted { ($0.depth, $0) < ($1.depth, $1) }.map { symbol(at: $0) }
  }

  /// The symbol of a path, with the full path as its text.
  func symbol(at path: String) -> Symbol {
    let cut = path.lastIndex(of: ".")
    let siblings = cut.map { members[String(path[..<$0]), default: []] } ?? variables
    let name = cut.map { String(path[path.index(after: $0)...]) } ?? path
    guard let known = siblings.first(where: { $0.text == name }) else {
      return Symbol(text: path, kind: "get", type: valueTypes[path])
    }
    return Symbol(text: path, kind: known.kind, detail: known.detail, type: known.type)
  }

  /// Whether a path can be bound to a source.
  ///
  /// A secret can be bound only to a secure member or to a variable, which then becomes secure.
  func isTarget(_ path: String, of source: String) -> Bool {
    settable.contains(path) && path != source
      && (!secrets.contains(source) || secrets.contains(path) || !path.contains("."))
  }

  /// Whether a path below this one has a value of the type.
  func leads(_ path: String, to type: ValueType) -> Bool {
    valueTypes.contains { $0.key.hasPrefix(path + ".") && type.takes($0.value) }
  }
}

extension String {
  /// The number of dots in a path.
  fileprivate var depth: Int { utf8.count { $0 == UInt8(ascii: ".") } }
}

extension Symbols {
  /// Returns the entry without secrets, for a history file or for display; empty if nothing of it may be kept.
  public func redacted(_ entry: ParsedText) -> String {
    redaction.redacted(entry)
  }

  /// Returns the text of a window without the known secrets, also those broken over rows, as it may stay in a file.
  public func masked(_ text: String) -> String {
    redaction.finder.masked(text, isBrokenFound: true) { _ in Redaction.mark }
  }
}
