import Bindings
import ViewModels

/// The names of a session and what they stand for.
@MainActor
final class SessionScope {
  /// The things that a person has made; they can be put aside as a whole.
  struct Contents {
    var variables: [String: Variable] = [:]
    /// The bodies of derived values, by their name.
    var derivations: [String: Derivation] = [:]
    /// The types that derived values had when they were declared.
    var derivedTypes: [String: ValueType] = [:]
    /// The names and results of which the values of others were made.
    var origins: [String: Set<String>] = [:]
    /// The statements that gave the names.
    var declarations: [String: String] = [:]
    /// The view-models that were created here and have a name, and the last one.
    var made: [ObjectIdentifier: Made] = [:]
  }

  /// A derived value's body.
  struct Derivation {
    let body: Expression
    /// The body as it was written.
    let text: String
  }

  /// A view-model that the session has made, and how.
  struct Made {
    let viewModel: any ViewModel
    let entry: Catalog.Entry
    let arguments: [Argument]
  }

  let catalog: Catalog
  let models: ModelCatalog
  let graph: Graph
  /// The names of the catalog's types and of their members; asked for by each statement.
  private let catalogNames: Set<String>
  private var contents = Contents()
  /// The names that stand for something: what is typed in their place is no slip, and no secret.
  private(set) var knownNames: Set<String> = []
  /// The things that the host has given a name; a person may have given it to something else since.
  private var hostThings: [String: Variable] = [:]
  /// Changes when a name is given to something else, so that what follows from it follows again.
  let changes: Property<Int>
  /// Changes when derived values that were cut are to be computed again, and their names.
  let cuts: Property<Int>
  var cutNames: Set<String> = []
  /// The names of secure members, those that can be created and those that were met, and of variables that
  /// hold secrets.
  private(set) var secretNames: Set<String> = []
  /// The texts that have gone into secret places.
  var concealed = ConcealedTexts()
  /// The secrets that commands were given, and those that have gone from a view-model into a secret place.
  let givenAway: GivenSecrets
  /// What completion knows of values; `nil` where nobody completes.
  var symbolMemo: SymbolMemo?
  /// The names that were given a value since a lesson has looked.
  var given: Set<String> = []

  init(_ catalog: Catalog, _ models: ModelCatalog, _ graph: Graph) {
    self.catalog = catalog
    self.models = models
    self.graph = graph
    changes = Property(0, label: "names", graph: graph)
    cuts = Property(0, label: "cuts", graph: graph)
    givenAway = GivenSecrets(graph)
    catalogNames = Set(
      catalog.entries.flatMap { [$0.schema.typeName] + $0.schema.members.map(\.name) })
    for member in catalog.entries.flatMap(\.schema.members) where member.isSecure {
      secretNames.insert(member.name)
    }
    knownNames = catalogNames
  }

  var variables: [String: Variable] { contents.variables }
  var derivations: [String: Derivation] { contents.derivations }
  var derivedTypes: [String: ValueType] { contents.derivedTypes }
  var declarations: [String: String] { contents.declarations }
  var made: [ObjectIdentifier: Made] { contents.made }
  /// The names that the host has given.
  var hostNames: Set<String> { Set(hostThings.keys) }

  /// The thing that a name stands for.
  subscript(name: String) -> Variable? { contents.variables[name] }

  var viewModels: [any ViewModel] { variables.values.compactMap(\.viewModel) }

  /// Gives a name to something, by a statement.
  ///
  /// - Returns: Whatever the name stood for before.
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

  /// Takes note of what the value of a name was made of.
  func note(_ name: String, madeOf sources: Set<String>) {
    if !sources.isEmpty { contents.origins[name, default: []].formUnion(sources) }
  }

  /// The names and results of which the values of names were made.
  var origins: [String: Set<String>] { contents.origins }

  /// Lets others stand for the results that are gone, in what the values of names were made of.
  func replaceSources(_ gone: [String: Set<String>]) {
    contents.origins = contents.origins.mapValues { $0.replacing(gone) }
  }

  /// Takes note of what a derived value is made of.
  func derive(_ name: String, from body: Derivation, type: ValueType? = nil) {
    contents.derivations[name] = body
    contents.derivedTypes[name] = type
  }

  /// Whether something that reads `names` would follow from `name`, directly or through others.
  func follows(_ names: Set<String>, from name: String) -> Bool {
    Redaction.origins(of: names) { derivations[$0]?.body.names }.contains(name)
  }

  /// Takes note of a view-model that was made here; of those before, the ones that have a name stay.
  func take(_ new: Made) {
    // Seldom enough that many names cost no more each than a few.
    if contents.made.count > 2 * variables.count + 16 {
      let named = Set(viewModels.map { ObjectIdentifier($0) })
      contents.made = contents.made.filter { named.contains($0.key) }
    }
    contents.made[ObjectIdentifier(new.viewModel)] = new
  }

  /// Whether the host has given a view-model a name.
  func isOfHost(_ viewModel: any ViewModel) -> Bool {
    hostThings.values.contains { $0.viewModel === viewModel }
  }

  /// Takes note of secrets before a command of a view-model is given them.
  func give(away secrets: [DynamicValue], to viewModel: any ViewModel) {
    let hosts = hostThings.values.compactMap(\.viewModel)
    givenAway.note(secrets, toldBy: [viewModel] + hosts)
  }

  /// Takes note that what a name stands for now is the host's.
  func reserve(_ name: String) { hostThings[name] = variables[name] }

  /// Whether a name stands for what the host has given it.
  private func isHosts(_ name: String, _ variable: Variable) -> Bool {
    switch (hostThings[name], variable) {
    case (.viewModel(let host)?, .viewModel(let own)): host === own
    case (.derived(let host)?, .derived(let own)): host.node == own.node
    default: false
    }
  }

  /// Takes over what the names of another scope stand for.
  func copy(_ other: SessionScope) {
    contents.variables = other.variables
    symbolMemo?.forget()
    hostThings = other.hostThings
    knownNames = catalogNames.union(variables.keys)
  }

  /// The person's names, without those of the host.
  var personal: Contents {
    var personal = contents
    personal.variables = personal.variables.filter { !isHosts($0.key, $0.value) }
    return personal
  }

  /// Lays down names that were put aside, or none; those of the host stay, as it has given them.
  func lay(_ new: Contents = Contents()) {
    contents = new
    symbolMemo?.forget()
    contents.variables.merge(hostThings) { own, _ in own }
    knownNames = catalogNames.union(variables.keys)
    changes.value += 1
  }

  /// Forgets all names.
  func clear() {
    (contents.variables, hostThings) = ([:], [:])
    symbolMemo?.forget()
    givenAway.end()
    knownNames = catalogNames
  }
}

// MARK: - Secrets

extension SessionScope {
  /// Takes note of the name of a secret place.
  func noteSecret(_ name: String) { secretNames.insert(name) }

  /// The names and results of which others were made, directly or through others, and those themselves; `results`
  /// has what a result was made of.
  func origins(of names: Set<String>, _ results: (String) -> Set<String>?) -> Set<String> {
    Redaction.origins(of: names) { results($0) ?? contents.origins[$0] }
  }

  /// The texts of the values of names that tell a secret.
  func texts(of names: Set<String>, thatTell text: String) -> Set<String> {
    names.reduce(into: []) { texts, name in
      switch variables[name] {
      case .constant(let value, _), .secret(let value, _):
        if value.tells(text) { texts.formUnion(value.tellingTexts) }
      case .variable(let node, _):
        if node.peek().tells(text) { texts.formUnion(node.peek().tellingTexts) }
      default: break
      }
    }
  }

  /// Makes secrets of the values of names of which something was made that has gone into a secret place: of all texts,
  /// and of what else has the same text or a part of it.
  ///
  /// - Parameters:
  ///   - sources: The names and results of which it was made.
  ///   - text: The secret.
  ///   - others: The texts of results among them: a name that was given the same is known by its value alone.
  /// - Returns: The names that stand for secrets now and did not before.
  func conceal(
    _ sources: Set<String>, madeInto text: String, beside others: Set<String>
  ) -> [String] {
    let equals = others.filter(Redaction.isTelling)
    let concealed = (equals.isEmpty ? Array(sources) : Array(variables.keys)).filter { name in
      let isSource = sources.contains(name)
      guard isSource || !equals.isEmpty else { return false }
      switch variables[name] {
      case .constant(let value, let type)
      where isSource ? value.tells(text) : equals.contains(value.text):
        contents.variables[name] = .secret(value, type)
      case .variable(let node, _)
      where !node.node.isSecure
        && (isSource ? node.peek().tells(text) : equals.contains(node.peek().text)):
        node.node.isSecure = true
      case .derived: return isSource && !secretNames.contains(name)
      default: return false
      }
      return true
    }
    secretNames.formUnion(concealed)
    // What is derived of them, or of results, is one from now on, too.
    if !concealed.isEmpty || !others.isEmpty { changes.value += 1 }
    return concealed
  }

  /// What is a secret, and what was given a value, as a trial must leave it.
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

  /// The redaction of a text, as far as secrets are known now.
  var redaction: Redaction {
    Redaction(names: secretNames, known: knownNames, finder: givenAway.typed)
  }
}

extension DynamicValue {
  /// The text that it becomes within another one.
  var text: String { if case .string(let text) = self { text } else { description } }

  /// Whether somebody who knows it knows something of a secret that was made of it.
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
