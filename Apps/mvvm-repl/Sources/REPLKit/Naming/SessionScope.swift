import Bindings
import ViewModels

/// The symbol table of a session: its names and their values.
@MainActor
final class SessionScope {
  /// The names that a person has defined; a lesson or a talk sets them aside as a whole.
  struct Contents {
    var variables: [String: Variable] = [:]
    /// The expressions of derived values, by name.
    var derivations: [String: Derivation] = [:]
    /// The types of derived values at their declaration, by name.
    var derivedTypes: [String: ValueType] = [:]
    /// The names and results from which the value of a name was computed, by name.
    var origins: [String: Set<String>] = [:]
    /// The statements that defined the names.
    var declarations: [String: String] = [:]
    /// The named view-models that the session has created, and the last one created.
    var made: [ObjectIdentifier: Made] = [:]
  }

  /// The expression of a derived value.
  struct Derivation {
    let body: Expression
    /// The expression as it was typed.
    let text: String
  }

  /// A view-model that the session has created, with its constructor call.
  struct Made {
    let viewModel: any ViewModel
    let entry: Catalog.Entry
    let arguments: [LabeledArgument]
  }

  let catalog: Catalog
  let models: ModelCatalog
  let graph: Graph
  /// The names that keep their meaning: of types, models and members, and of tool commands with their colons.
  private var lastingNames: Set<String> = []
  /// The types of view-models that were met, whose members are known; two types may have one name.
  var learnt: Set<ObjectIdentifier> = []
  private var contents = Contents()
  /// The names with a meaning; such a name is neither a typo nor a secret typed without quotes.
  private(set) var knownNames: Set<String> = []
  /// The objects that the host has named; a person may have redefined the names since.
  private var hostThings: [String: Variable] = [:]
  /// A counter that is incremented when a name is redefined, so that derived values are computed again.
  let changes: Property<Int>
  /// A counter that is incremented when interrupted computations of derived values are to be repeated.
  let cuts: Property<Int>
  var cutNames: Set<String> = []
  /// The names of secure members that can be created or have occurred, and of variables that hold secrets.
  private(set) var secretNames: Set<String> = []
  /// The texts that were assigned to secret places.
  var concealed = ConcealedTexts()
  /// The secrets that were passed to commands, or that went from a view-model into a secret place.
  let givenAway: GivenSecrets
  /// The cache of value descriptions for completion; `nil` if there is no completion.
  var symbolMemo: SymbolMemo?
  /// The names that were set since the last check of a lesson.
  var given: Set<String> = []

  init(_ catalog: Catalog, _ models: ModelCatalog, _ graph: Graph) {
    self.catalog = catalog
    self.models = models
    self.graph = graph
    changes = Property(0, label: "names", graph: graph)
    cuts = Property(0, label: "cuts", graph: graph)
    givenAway = GivenSecrets(graph)
    let members = catalog.entries.flatMap(\.schema.members)
    for member in members where member.isSecure { secretNames.insert(member.name) }
    know(models.entries.map(\.name))
    for entry in catalog.entries { know(entry.schema.words + entry.parameters.flatMap(\.words)) }
  }

  /// Records names that have a meaning as long as the session exists.
  func know(_ names: some Sequence<String>) {
    lastingNames.formUnion(names)
    knownNames.formUnion(names)
  }

  var variables: [String: Variable] { contents.variables }
  var derivations: [String: Derivation] { contents.derivations }
  var derivedTypes: [String: ValueType] { contents.derivedTypes }
  var declarations: [String: String] { contents.declarations }
  var made: [ObjectIdentifier: Made] { contents.made }
  var hostNames: Set<String> { Set(hostThings.keys) }

  subscript(name: String) -> Variable? { contents.variables[name] }

  var viewModels: [any ViewModel] { variables.values.compactMap(\.viewModel) }

  /// Defines a name by a statement.
  ///
  /// - Returns: The previous value of the name.
  func give(_ name: String, _ variable: Variable, by statement: String?) -> Variable? {
    given.insert(name)
    knownNames.insert(name)
    contents.derivations[name] = nil
    contents.origins[name] = nil
    contents.declarations[name] = statement
    symbolMemo?.forget(name)
    let old = contents.variables.updateValue(variable, forKey: name)
    if old != nil { changes.value += 1 }
    return old
  }

  /// Records the names and results from which the value of a name was computed.
  func note(_ name: String, madeOf sources: Set<String>) {
    if !sources.isEmpty { contents.origins[name, default: []].formUnion(sources) }
  }

  var origins: [String: Set<String>] { contents.origins }

  /// Replaces discarded results in the origins of names by the sources of these results.
  func replaceSources(_ gone: [String: Set<String>]) {
    contents.origins = contents.origins.mapValues { $0.replacing(gone) }
  }

  /// Records the expression of a derived value.
  func derive(_ name: String, from body: Derivation, type: ValueType? = nil) {
    contents.derivations[name] = body
    contents.derivedTypes[name] = type
  }

  /// Whether an expression that reads `names` depends on `name`, directly or indirectly.
  func follows(_ names: Set<String>, from name: String) -> Bool {
    names.reaching { derivations[$0]?.body.names ?? [] }.contains(name)
  }

  /// Records a view-model that the session has created; of the earlier ones only those with a name are kept.
  func take(_ new: Made) {
    // The cleanup is rare, so its cost for each view-model does not depend on the number of names.
    if contents.made.count > 2 * variables.count + 16 {
      let named = Set(viewModels.map { ObjectIdentifier($0) })
      contents.made = contents.made.filter { named.contains($0.key) }
    }
    contents.made[ObjectIdentifier(new.viewModel)] = new
  }

  /// Whether the host has named a view-model.
  func isOfHost(_ viewModel: any ViewModel) -> Bool {
    hostThings.values.contains { $0.viewModel === viewModel }
  }

  /// Records secrets before they are passed to a command of a view-model.
  func give(away secrets: [DynamicValue], to viewModel: any ViewModel) {
    let hosts = hostThings.values.compactMap(\.viewModel)
    givenAway.note(secrets, toldBy: [viewModel] + hosts)
  }

  /// Records that the host has defined the current value of a name.
  func reserve(_ name: String) { hostThings[name] = variables[name] }

  /// Whether the value of a name is still the host's.
  private func isHosts(_ name: String, _ variable: Variable) -> Bool {
    switch (hostThings[name], variable) {
    case (.viewModel(let host)?, .viewModel(let own)): host === own
    case (.derived(let host)?, .derived(let own)): host.node == own.node
    default: false
    }
  }

  func copy(_ other: SessionScope) {
    contents.variables = other.variables
    symbolMemo?.forget()
    hostThings = other.hostThings
    knownNames = lastingNames.union(variables.keys)
  }

  /// The names that the person has defined, without the host's.
  var personal: Contents {
    var personal = contents
    personal.variables = personal.variables.filter { !isHosts($0.key, $0.value) }
    return personal
  }

  /// Replaces the person's names; the host's names stay, except where `new` redefines them.
  func lay(_ new: Contents = Contents()) {
    contents = new
    symbolMemo?.forget()
    contents.variables.merge(hostThings) { own, _ in own }
    knownNames = lastingNames.union(variables.keys)
    changes.value += 1
  }

  func clear() {
    (contents.variables, hostThings) = ([:], [:])
    symbolMemo?.forget()
    givenAway.end()
    knownNames = lastingNames
  }
}

// MARK: - Secrets

extension SessionScope {
  func noteSecret(_ name: String) { secretNames.insert(name) }

  /// The names themselves, and all names and results from which they were computed, directly or indirectly.
  ///
  /// `results` returns the sources of a result.
  func origins(of names: Set<String>, _ results: (String) -> Set<String>?) -> Set<String> {
    names.reaching { results($0) ?? contents.origins[$0] ?? [] }
  }

  /// The texts of those named values that reveal a part of a secret.
  func texts(of names: Set<String>, thatTell text: String) -> Set<String> {
    names.compactMap { variables[$0]?.value }.reduce(into: []) { texts, value in
      if value.tells(text) { texts.formUnion(value.tellingTexts) }
    }
  }

  /// Makes the sources of a value that was assigned to a secret place secret.
  ///
  /// All strings among the sources become secret, other values only if their text contains the secret or is part of it.
  /// So do the names in `made`, computed from the secret before, and those with one of the texts `others` of results.
  ///
  /// - Returns: The names that have become secret.
  func conceal(
    _ sources: Set<String>, madeInto text: String, and made: some Sequence<String>,
    beside others: Set<String>
  ) -> [String] {
    let equals = others.filter(Redaction.isTelling)
    let made = Set(made)
    let names = equals.isEmpty ? Array(sources.union(made)) : Array(variables.keys)
    let concealed = names.filter { name in
      let isSource = sources.contains(name)
      func isSecret(_ value: DynamicValue) -> Bool {
        isSource ? value.tells(text) : made.contains(name) || equals.contains(value.text)
      }
      switch variables[name] {
      case .constant(let value, let type) where isSecret(value):
        contents.variables[name] = .secret(value, type)
      case .variable(let node, _) where !node.node.isSecure && isSecret(node.peek()):
        node.node.isSecure = true
      case .derived: return isSource && !secretNames.contains(name)
      default: return false
      }
      return true
    }
    secretNames.formUnion(concealed)
    // Derived values that depend on them become secret, too.
    if !concealed.isEmpty || !others.isEmpty { changes.value += 1 }
    return concealed
  }

  /// A snapshot of what is secret and which names were set; a trial run restores it.
  struct Secrecy {
    fileprivate let names, given: Set<String>
    fileprivate let openNodes: [Node]
    fileprivate let concealed: ConcealedTexts
    fileprivate let givenAway: GivenSecrets.State
  }

  var secrecy: Secrecy {
    Secrecy(
      names: secretNames, given: given,
      openNodes: variables.values.compactMap(\.node).filter { !$0.isSecure },
      concealed: concealed, givenAway: givenAway.state)
  }

  func restore(_ secrecy: Secrecy) {
    (secretNames, given) = (secrecy.names, secrecy.given)
    (concealed, givenAway.state) = (secrecy.concealed, secrecy.givenAway)
    for node in secrecy.openNodes { node.isSecure = false }
  }

  /// The redaction with the secrets that are known now.
  var redaction: Redaction {
    Redaction(names: secretNames, known: knownNames, finder: givenAway.typed)
  }
}

extension DynamicValue {
  /// The text of a text that is recognized anywhere.
  var ownText: String? {
    if case .string(let text) = self, Redaction.isTelling(text) { text } else { nil }
  }

  /// The text of the value inside another text.
  var text: String { if case .string(let text) = self { text } else { description } }

  /// Whether knowing the value reveals a part of a secret that was computed from it.
  func tells(_ secret: String) -> Bool {
    switch self {
    case .string: true
    case .null, .bool: false
    case .array, .object:
      text.contains(secret) || tellingTexts.contains { secret.contains($0) || $0.contains(secret) }
    default: secret.contains(text) || text.contains(secret)
    }
  }
}

extension ViewModelSchema {
  /// The names that have a meaning where the type is used.
  var words: [String] {
    [typeName] + members.flatMap { [$0.name] + $0.type.words + $0.parameters.flatMap(\.words) }
  }
}

extension Parameter {
  fileprivate var words: [String] { (label.map { [$0] } ?? []) + type.words }
}

extension ValueType {
  /// The name of an enumeration or another named type, and the cases.
  fileprivate var words: [String] {
    switch self {
    case .optional(let type), .array(let type), .dictionary(let type): type.words
    case .choice(let name, let cases): [name] + cases
    case .named(let name): [name]
    default: []
    }
  }
}
