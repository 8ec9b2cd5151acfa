import Bindings
import ViewModels

extension Session {
  /// A snapshot of the names that can be typed now.
  public var symbols: Symbols {
    var symbols = Symbols()
    let documentation = documentation
    for entry in catalog.entries { symbols.add(entry, documentation) }
    let memo = scope.symbolMemo
    memo?.begin()
    for (name, variable) in scope.variables.sorted(by: { $0.key < $1.key }) {
      symbols.add(
        variable, named: name, scope.derivedTypes[name], documentation, memo, scope.givenAway)
    }
    memo?.end()
    symbols.redaction = scope.redaction
    symbols.models = models.entries.map { Symbols.Symbol(text: $0.name, kind: "model") }
    symbols.watched = watches.all.flatMap { watch in
      watch.paths.map {
        Symbols.Symbol(text: $0, kind: "#\(watch.number)", detail: "is watched")
      }
    }
    symbols.bound = links.all.map {
      Symbols.Symbol(text: "#\($0.number)", kind: "bind", detail: $0.description)
    }
    addWords(to: &symbols)
    symbols.addLiterals()
    return symbols
  }

  /// Adds the words of the language and the tool commands, explained in the language of the help.
  private func addWords(to symbols: inout Symbols) {
    func symbol(_ text: String, _ kind: String, _ explanation: Message) -> Symbols.Symbol {
      Symbols.Symbol(text: text, kind: kind, detail: explanation.text(in: language))
    }
    func word(_ continuation: Verb.Continuation) -> Symbols.Symbol {
      symbol(continuation.text, "word", continuation.explanation)
    }
    symbols.verbs = Verb.all.map { verb in
      Symbols.Symbol(
        text: verb.object == .rare ? verb.name : "\(verb.name) ",
        kind: verb.name == "let" ? "decl" : "verb", detail: verb.explanation.brief(in: language))
    }
    for verb in Verb.all { symbols.continuations[verb.name] = verb.continuations.map(word) }
    symbols.via = word(Verb.via)
    symbols.topics = HelpTopic.allCases.map { symbol($0.rawValue, "word", $0.summary) }
    symbols.filters = Filter.allCases.map { symbol($0.rawValue, "show", $0.explanation) }
    symbols.converters = Converter.allCases.map { symbol($0.rawValue, "via", $0.explanation) }
    symbols.tools = host.words.all.map { symbol(":\($0.name)", "tool", $0.explanation) }
    if let uses = lessons?.words {
      symbols.verbs.removeAll { $0.kind != "decl" && !uses.contains($0.text.trimmed) }
      symbols.tools.removeAll { !uses.contains(String($0.text.dropFirst())) }
    }
    for command in host.words.all {
      let texts = command.texts(language)
      for word in [command.name] + command.synonyms {
        symbols.toolArguments[word] = command.argument
        if !texts.isEmpty { symbols.toolTexts[word] = texts }
      }
    }
    symbols.toolArguments["restore"] = .text(chronicle.timeline.snapshots.keys.sorted())
    symbols.settings = settings.map { setting in
      Symbols.Symbol(
        text: setting.name, kind: "set",
        detail: "= \(setting.value)  "
          + setting.explanation.text(in: language))
    }
    for setting in settings {
      symbols.settingValues[setting.name] = setting.values.map { value in
        Symbols.Symbol(
          text: value, kind: "word", detail: value == setting.standard ? "default" : "")
      }
    }
  }
}

extension Symbols {
  /// The depth to which children are visited; a limit is needed because view-models may refer to each other in cycles.
  private static let deepest = 4
  /// The number of elements of a list that are visited.
  private static let mostElements = 20

  fileprivate mutating func add(_ entry: Catalog.Entry, _ texts: Documentation) {
    let name = entry.schema.typeName
    types.append(
      Symbol(
        text: entry.parameters.isEmpty ? "\(name)()" : "\(name)(", kind: "type",
        detail: texts.text(of: entry.schema)))
    calls[name] = Call(
      parameters: entry.parameters, result: nil,
      documentation: texts.text(of: entry.schema))
  }

  @MainActor
  fileprivate mutating func add(
    _ variable: Variable, named name: String, _ derivedType: ValueType?, _ texts: Documentation,
    _ memo: SymbolMemo?, _ secrets: GivenSecrets
  ) {
    switch variable {
    case .viewModel(let viewModel):
      variables.append(Symbol(text: name, kind: "vm", detail: type(of: viewModel).schema.typeName))
      add(viewModel, at: name, texts, memo)
    case .constant(let value, let type):
      let make = { SymbolMemo.Look(of: value, at: name, secrets) }
      add(name, "let", memo?.look(atConstant: name, make) ?? make(), type)
    case .secret(let value, let type):
      addSecret(name, "let", value, type)
    case .variable(let node, let type) where node.node.isSecure:
      addSecret(name, "var", node.peek(), type)
      settable.insert(name)
    case .variable(let node, let type):
      let make = { SymbolMemo.Look(of: node.peek(), at: name, secrets) }
      add(name, "var", memo?.look(at: node.node, name, make) ?? make(), type)
      settable.insert(name)
    case .derived:
      // Reading the value would compute it, and the graph would then behave differently than in a script.
      variables.append(
        Symbol(
          text: name, kind: "get", detail: derivedType.map { "\($0)" } ?? "", type: derivedType))
      valueTypes[name] = derivedType
      if let sample = derivedType?.sample { addParts(of: sample, at: name, isShown: false) }
    }
  }

  private mutating func add(
    _ name: String, _ kind: String, _ look: SymbolMemo.Look, _ type: ValueType
  ) {
    variables.append(Symbol(text: name, kind: kind, detail: look.text ?? "", type: type))
    valueTypes[name] = type
    add(look.parts)
  }

  /// Adds the members of a value.
  private mutating func add(_ parts: Symbols) {
    members.merge(parts.members) { $1 }
    valueTypes.merge(parts.valueTypes) { $1 }
    calls.merge(parts.calls) { $1 }
  }

  private mutating func addSecret(
    _ name: String, _ kind: String, _ value: DynamicValue, _ type: ValueType
  ) {
    variables.append(Symbol(text: name, kind: kind, detail: value.masked, type: type))
    secrets.insert(name)
    valueTypes[name] = type
    members[name] = ValueMembers.names(of: value).map { Symbol(text: $0, kind: "get") }
  }

  /// Adds the members of the schema, and stored values; nothing is computed.
  @MainActor
  private mutating func add(
    _ viewModel: any ViewModel, at path: String, _ texts: Documentation, _ memo: SymbolMemo?,
    depth: Int = 0
  ) {
    let schema = type(of: viewModel).schema
    members[path] = (schema.members + schema.constants).map { member in
      let place = "\(path).\(member.name)"
      var stored: String?
      switch member.kind {
      case .property, .derived:
        valueTypes[place] = member.type
        if member.kind == .property { settable.insert(place) }
        if let node = member.node(in: viewModel), node.kind == .property {
          let make = { SymbolMemo.Look(of: member, in: viewModel, at: place) }
          let look = memo?.look(at: node, place, make) ?? make()
          stored = look.text
          add(look.parts)
        } else if member.type.cases.isEmpty, let sample = member.type.sample {
          addParts(of: sample, at: place, isShown: false)
        }
      case .command:
        calls[place] = Call(
          parameters: member.parameters, result: member.type == .void ? nil : member.type.written,
          documentation: texts.text(of: member, in: schema))
      case .child, .list: break
      }
      return Symbol(member, stored, texts.text(of: member, in: schema))
    }
    for member in schema.members {
      let place = "\(path).\(member.name)"
      if member.isSecure { secrets.insert(place) }
      switch member.kind {
      case .command: addStates(ofCommandAt: place)
      case .child where depth < Self.deepest:
        for child in untracked({ member.children(in: viewModel) }) {
          add(child, at: place, texts, memo, depth: depth + 1)
        }
      case .list where depth < Self.deepest:
        let children = untracked { member.children(in: viewModel) }.prefix(Self.mostElements)
        for (index, child) in children.enumerated() {
          add(child, at: "\(place)[\(index)]", texts, memo, depth: depth + 1)
        }
        elements[place] = children.enumerated().map { index, child in
          Symbol(text: "\(index)]", kind: "vm", detail: type(of: child).schema.typeName)
        }
      case .property, .derived, .child, .list: break
      }
    }
    if let keyed = viewModel as? any KeyedViewModel {
      elements[path] = keyed.suggestedKeys.map { Symbol(text: "\($0.literal)]", kind: "key") }
    }
  }

  fileprivate mutating func addParts(of value: DynamicValue, at path: String, isShown: Bool = true)
  {
    members[path] = ValueMembers.names(of: value).map { name in
      let place = "\(path).\(name)"
      if let call = ValueMembers.call(name, of: value) {
        calls[place] = Call(
          parameters: call.parameters, result: "\(call.result(value.type))",
          documentation: call.documentation)
        return Symbol(
          text: call.parameters.isEmpty ? "\(name)()" : "\(name)(", kind: "get",
          detail: "\(call.result(value.type))  \(call.documentation)",
          type: call.result(value.type))
      }
      let found = ValueMembers.property(name, of: value)
      if let found { valueTypes[place] = found.type }
      return Symbol(
        text: name, kind: "get", detail: isShown ? found.map { "\($0)".clipped(to: 30) } ?? "" : "",
        type: found?.type)
    }
  }

  /// Adds the members of literals, for completion after a literal and a dot.
  fileprivate mutating func addLiterals() {
    // Their value types are left out, because members of literals are not candidates for a value.
    var literals = Symbols()
    for value: DynamicValue in ["", [], [:]] {
      literals.addParts(of: value, at: value.description, isShown: false)
    }
    members.merge(literals.members) { $1 }
    calls.merge(literals.calls) { $1 }
  }

  private mutating func addStates(ofCommandAt path: String) {
    members[path] = Place.CommandState.allCases.map { state in
      valueTypes["\(path).\(state.rawValue)"] = .bool
      return Symbol(text: state.rawValue, kind: "get", detail: "Bool", type: .bool)
    }
  }
}

extension Symbols.Symbol {
  /// A member with its value, if the value is stored and not a secret.
  fileprivate init(_ member: Member, _ stored: String?, _ documentation: String) {
    switch member.kind {
    case .property, .derived:
      let value = stored.map { " = \($0)" } ?? ""
      self.init(
        text: member.name, kind: member.kind == .property ? "var" : "get",
        detail: "\(member.type)\(value)  \(documentation)",
        type: member.type)
    case .child, .list:
      self.init(
        text: member.name, kind: "vm",
        detail: "\(member.type)  \(documentation)")
    case .command:
      let call = member.parameters.isEmpty ? "()" : "("
      let signature = member.parameters.isEmpty ? "" : "\(member.signature)  "
      self.init(
        text: member.name + call, kind: "cmd",
        detail: signature + documentation)
    }
  }
}

extension SymbolMemo.Look {
  /// The description of the value of a name; if the value contains a given secret, it is masked.
  @MainActor
  fileprivate init(of value: DynamicValue, at name: String, _ secrets: GivenSecrets) {
    let isTold = secrets.areTold(byAny: value)
    var parts = Symbols()
    parts.addParts(of: value, at: name, isShown: !isTold)
    self.init(text: isTold ? value.masked : "\(value)".clipped(to: 80), parts: parts)
  }

  /// The description of a member with a stored value; the value of a secret is left out.
  @MainActor
  fileprivate init(of member: Member, in viewModel: any ViewModel, at path: String) {
    let stored = untracked {
      member.isSecret(in: viewModel) ? nil : try? member.value(in: viewModel)
    }
    var parts = Symbols()
    if member.type.cases.isEmpty, let value = stored ?? member.type.sample {
      parts.addParts(of: value, at: path, isShown: stored != nil)
    }
    let text = stored.map {
      Record.ShownValue.plain($0, member.type).text(in: .english).clipped(to: 30)
    }
    self.init(text: text, parts: parts)
  }
}

extension ValueType {
  /// A sample value of the type, whose members are those of all its values.
  fileprivate var sample: DynamicValue? {
    switch self {
    case .string: .string("")
    case .array: .array([])
    case .dictionary: .object([:])
    default: nil
    }
  }
}
