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
  let members: [String: [Symbol]]
  let commands: Set<String>
  let secrets: Set<String>
}

extension Session {
  /// A snapshot of the names that can be typed now.
  public var symbols: Symbols {
    var members: [String: [Symbols.Symbol]] = [:]
    var commands: Set<String> = []
    var secrets: Set<String> = []
    for (name, variable) in variables {
      guard case .viewModel(let viewModel) = variable else { continue }
      let snapshot = ViewModelSnapshot(viewModel)
      members[name] = snapshot.rows.map(Symbols.Symbol.init)
      for member in type(of: viewModel).schema.members {
        if member.kind == .command { commands.insert("\(name).\(member.name)") }
        if member.isSecure { secrets.insert("\(name).\(member.name)") }
      }
    }
    return Symbols(
      types: catalog.entries.map {
        Symbols.Symbol(
          text: "\($0.schema.typeName)()", kind: "type", detail: $0.schema.documentation)
      },
      variables: variables.sorted { $0.key < $1.key }.map { name, variable in
        switch variable {
        case .viewModel(let viewModel):
          Symbols.Symbol(text: name, kind: "vm", detail: type(of: viewModel).schema.typeName)
        case .value(let value, let isConstant):
          Symbols.Symbol(text: name, kind: isConstant ? "let" : "var", detail: "\(value)")
        }
      },
      members: members, commands: commands, secrets: secrets)
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
      self.init(
        text: member.name + call, kind: "cmd", detail: member.documentation + state)
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
    var bytes = Array(entry.utf8)
    for statement in statements.reversed() {
      guard case .assignment(let target, _, let value) = statement.kind,
        case .member(let base, let name, _, _) = target.kind, case .name(let variable) = base.kind,
        secrets.contains("\(variable).\(name)")
      else { continue }
      bytes.replaceSubrange(value.span.start..<value.span.end, with: "\"…\"".utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
