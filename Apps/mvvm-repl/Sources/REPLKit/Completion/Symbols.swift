import Bindings
import ViewModels

/// The names that exist at one moment, as a value that any thread may read.
public struct Symbols: Sendable, Hashable {
  /// One name with what is shown beside it.
  public struct Symbol: Sendable, Hashable {
    /// The text that is inserted.
    public let text: String
    /// What it is, in a word: `var`, `get`, `cmd`, `type`, `verb`, `tool`.
    public let kind: String
    /// Its type, current value or purpose.
    public let detail: String
  }

  let types: [Symbol]
  let variables: [Symbol]
  /// What follows a dot, by what stands before it: `form`, `form.search`, `list.items[2]`.
  var members: [String: [Symbol]] = [:]
  /// What follows a bracket, with the closing one.
  var elements: [String: [Symbol]] = [:]
  var secrets: Set<String> = []
  let models: [Symbol]
  /// The host's words with what may follow them.
  let tools: [Symbol]
  let toolWords: [String: [Symbol]]
}

extension Session {
  /// A snapshot of the names that can be typed now.
  public var symbols: Symbols {
    var symbols = Symbols(
      types: catalog.entries.map {
        Symbols.Symbol(
          text: $0.parameters.isEmpty ? "\($0.schema.typeName)()" : "\($0.schema.typeName)(",
          kind: "type", detail: $0.schema.documentation)
      },
      variables: variables.sorted { $0.key < $1.key }.map { name, variable in
        switch variable {
        case .viewModel(let viewModel):
          Symbols.Symbol(text: name, kind: "vm", detail: type(of: viewModel).schema.typeName)
        case .constant(let value, _): Symbols.Symbol(text: name, kind: "let", detail: "\(value)")
        case .variable(let node, _):
          Symbols.Symbol(text: name, kind: "var", detail: "\(node.peek())")
        case .derived(let node):
          Symbols.Symbol(text: name, kind: "get", detail: node.peek().text)
        }
      },
      models: models.entries.map { Symbols.Symbol(text: $0.name, kind: "model", detail: "") },
      tools: toolCommands.map {
        Symbols.Symbol(text: ":\($0.name)", kind: "tool", detail: $0.explanation)
      },
      toolWords: Dictionary(
        toolCommands.map { command in
          (command.name, command.words.map { Symbols.Symbol(text: $0, kind: "word", detail: "") })
        }, uniquingKeysWith: { $1 }))
    for (name, variable) in variables {
      switch variable {
      case .viewModel(let viewModel): symbols.add(viewModel, at: name)
      case .constant(let value, _): symbols.add(value, at: name)
      case .variable(let node, _): symbols.add(node.peek(), at: name)
      case .derived(let node):
        if case .success(let value) = node.peek() { symbols.add(value, at: name) }
      }
    }
    return symbols
  }
}

extension Symbols {
  /// How deep children are followed; view-models may refer to each other in circles.
  private static let deepest = 4
  /// How many elements of a list are followed.
  private static let mostElements = 20

  @MainActor
  fileprivate mutating func add(_ viewModel: any ViewModel, at path: String, depth: Int = 0) {
    members[path] = ViewModelSnapshot(viewModel).rows.map { row in
      if case .plain(let value, _)? = row.value, row.member.kind != .child, row.member.kind != .list
      {
        add(value, at: "\(path).\(row.member.name)")
      }
      return Symbol(row)
    }
    for member in type(of: viewModel).schema.members {
      let place = "\(path).\(member.name)"
      if member.isSecure { secrets.insert(place) }
      switch member.kind {
      case .command: members[place] = Self.commandStates
      case .child where depth < Self.deepest:
        for child in member.children(in: viewModel) { add(child, at: place, depth: depth + 1) }
      case .list where depth < Self.deepest:
        let children = member.children(in: viewModel).prefix(Self.mostElements)
        for (index, child) in children.enumerated() {
          add(child, at: "\(place)[\(index)]", depth: depth + 1)
        }
        elements[place] = children.enumerated().map { index, child in
          Symbol(text: "\(index)]", kind: "vm", detail: type(of: child).schema.typeName)
        }
      case .property, .derived, .child, .list: break
      }
    }
    if let keyed = viewModel as? any KeyedViewModel {
      elements[path] = keyed.suggestedKeys.map { Symbol(text: "\($0)]", kind: "key", detail: "") }
    }
  }

  fileprivate mutating func add(_ value: DynamicValue, at path: String) {
    members[path] = ValueMembers.names(of: value).map { name in
      let found = ValueMembers.property(name, of: value)
      return Symbol(
        text: found == nil ? "\(name)(" : name, kind: "get",
        detail: found.map { "\($0)".clipped(to: 30) } ?? "")
    }
  }

  private static let commandStates = Place.CommandState.allCases.map {
    Symbol(text: $0.rawValue, kind: "get", detail: "Bool")
  }
}

extension Symbols.Symbol {
  fileprivate init(_ row: ViewModelSnapshot.Row) {
    let member = row.member
    switch member.kind {
    case .property: self.init(text: member.name, kind: "var", detail: Self.detail(row))
    case .derived: self.init(text: member.name, kind: "get", detail: Self.detail(row))
    case .child, .list: self.init(text: member.name, kind: "vm", detail: Self.detail(row))
    case .command:
      let state = row.disabledReasons.map { "  (\($0.joined(separator: "; ")))" } ?? ""
      let call = member.parameters.isEmpty ? "()" : "("
      let signature = member.parameters.isEmpty ? "" : "\(member.signature)  "
      self.init(
        text: member.name + call, kind: "cmd", detail: signature + member.documentation + state)
    }
  }

  private static func detail(_ row: ViewModelSnapshot.Row) -> String {
    let value =
      switch row.value {
      case .plain(let value, _)?: " = \("\(value)".clipped(to: 30))"
      case .secret?, .unreadable?, nil: ""
      }
    return "\(row.member.type)\(value)  \(row.member.documentation)"
  }
}

extension Symbols {
  /// The entry as it may be kept in a history file: values assigned to secure members are removed.
  public func redacted(_ entry: String) -> String {
    guard !secrets.isEmpty else { return entry }
    guard let statements = try? Parser.parse(entry) else {
      return secrets.contains { entry.contains($0) } ? "" : entry
    }
    let source = SourceText(entry)
    let spans = statements.flatMap { statement in
      statement.secrets { expression in
        secrets.contains(String(source.slice(expression.span)).replacing("?.", with: "."))
      }
    }
    return Statement.redacted(entry, spans)
  }
}
