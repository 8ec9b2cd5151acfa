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
  /// The names that the host has given.
  private(set) var hostNames: Set<String> = []
  /// Changes when a name is given to something else, so that what follows from it follows again.
  let changes: Property<Int>
  /// The names of secure members, those that can be created and those that were met, and of variables that
  /// hold secrets.
  private(set) var secretNames: Set<String> = []
  /// The names that were given a value since a lesson has looked.
  var given: Set<String> = []

  init(_ catalog: Catalog, _ models: ModelCatalog, _ graph: Graph) {
    self.catalog = catalog
    self.models = models
    self.graph = graph
    changes = Property(0, label: "names", graph: graph)
    catalogNames = Set(
      catalog.entries.flatMap { [$0.schema.typeName] + $0.schema.members.map(\.name) })
    for member in catalog.entries.flatMap(\.schema.members) where member.isSecure {
      secretNames.insert(member.name)
    }
  }

  var variables: [String: Variable] { contents.variables }
  var derivations: [String: Derivation] { contents.derivations }
  var derivedTypes: [String: ValueType] { contents.derivedTypes }
  var declarations: [String: String] { contents.declarations }
  var made: [ObjectIdentifier: Made] { contents.made }

  /// The thing that a name stands for.
  subscript(name: String) -> Variable? { contents.variables[name] }

  /// The view-models that have a name.
  var viewModels: [any ViewModel] { variables.values.compactMap(\.viewModel) }

  /// Gives a name to something, by a statement.
  ///
  /// - Returns: Whatever the name stood for before.
  func give(_ name: String, _ variable: Variable, by statement: String?) -> Variable? {
    given.insert(name)
    contents.derivations[name] = nil
    contents.declarations[name] = statement
    let old = contents.variables.updateValue(variable, forKey: name)
    if old != nil { changes.value += 1 }
    return old
  }

  /// Takes note of what a derived value is made of.
  func derive(_ name: String, from body: Derivation, type: ValueType? = nil) {
    contents.derivations[name] = body
    contents.derivedTypes[name] = type
  }

  /// Whether something that reads `names` would follow from `name`, directly or through others.
  func follows(_ names: Set<String>, from name: String) -> Bool {
    var open = names
    var seen: Set<String> = []
    while let next = open.popFirst() {
      if next == name { return true }
      if seen.insert(next).inserted { open.formUnion(derivations[next]?.body.names ?? []) }
    }
    return false
  }

  /// Takes note of a view-model that was made here; of those before, the ones that have a name stay.
  func take(_ new: Made) {
    let named = Set(viewModels.map { ObjectIdentifier($0) })
    contents.made = contents.made.filter { named.contains($0.key) }
    contents.made[ObjectIdentifier(new.viewModel)] = new
  }

  /// Takes note that a name is the host's.
  func reserve(_ name: String) { hostNames.insert(name) }

  /// Takes over what the names of another scope stand for.
  func copy(_ other: SessionScope) {
    contents.variables = other.variables
  }

  /// The person's names, without those of the host.
  var personal: Contents {
    var personal = contents
    personal.variables = personal.variables.filter { !hostNames.contains($0.key) }
    return personal
  }

  /// Lays down names that were put aside, or none; those of the host stay.
  func lay(_ new: Contents = Contents()) {
    let host = variables.filter { hostNames.contains($0.key) }
    contents = new
    contents.variables.merge(host) { _, host in host }
    changes.value += 1
  }

  /// Forgets all names.
  func clear() { contents.variables = [:] }
}

// MARK: - Secrets

extension SessionScope {
  /// Takes note of the name of a secret place.
  func noteSecret(_ name: String) { secretNames.insert(name) }

  /// Makes secrets of the texts that go into a secret place.
  ///
  /// - Returns: The names that stand for secrets now.
  func conceal(_ names: Set<String>) -> [String] {
    names.filter { name in
      switch variables[name] {
      case .constant(let value, let type) where type == .string:
        contents.variables[name] = .secret(value, type)
      case .variable(let node, let type) where type == .string: node.node.isSecure = true
      default: return false
      }
      secretNames.insert(name)
      return true
    }
  }

  /// The redaction of a text, as far as secrets are known now.
  var redaction: Redaction { Redaction(names: secretNames, known: knownNames) }

  /// The names that stand for something: what is typed in their place is no slip, and no secret.
  var knownNames: Set<String> { catalogNames.union(variables.keys) }
}
