import Bindings
import Foundation
import ViewModels

/// The secrets that were passed to commands, or that went from a view-model into a secret place.
///
/// A value is secret as long as it contains such a secret. For example, a client's log contains the address of each
/// request, and a response may repeat the request. The host's view-models, and those whose commands received a secret,
/// are observed, because two view-models of the host may share data. Values of other view-models are checked when they
/// are read. Lines are masked when they are printed.
@MainActor
final class GivenSecrets {
  /// An observed view-model, which is retained so that its identifier is not reused for another object.
  private struct Look {
    let viewModel: any ViewModel
    var observers: [Subscription] = []
    /// The values of the members that are lists, by name.
    var lists: [String: SearchedList] = [:]
  }

  struct State {
    fileprivate let texts, typed: GivenTexts
  }

  private var looks: [ObjectIdentifier: Look] = [:]
  private var texts = GivenTexts() { didSet { version &+= 1 } }
  /// The version of the secrets; it changes with them, so that cached results about values are recomputed.
  private(set) var version = 0
  private var typedTexts = GivenTexts()
  /// The observers of the values; they are internal to the session.
  private(set) var nodes: Set<Node> = []
  /// The callback for new secrets, after which live views must be redrawn.
  var onNew: () -> Void = {}
  private unowned let graph: Graph

  init(_ graph: Graph) {
    self.graph = graph
    SessionTracer.of(graph).add(self)
  }

  /// Adds secrets and the view-models that may expose them: the owner of a command, and those of the host.
  func note(_ values: [DynamicValue], toldBy viewModels: [any ViewModel]) {
    if texts.takesNew(values) {
      texts.insert(values)
      var new = GivenTexts()
      new.insert(values)
      markWhat(tells: new)
      onNew()
    }
    for viewModel in viewModels where looks[ObjectIdentifier(viewModel)] == nil {
      look(at: viewModel)
    }
  }

  /// Adds secrets that are left out wherever they are typed and kept.
  ///
  /// Output may still show such a text until it leaves its secret place.
  ///
  /// - Returns: The texts that are distinctive enough to be recognized anywhere, and whether one was unknown.
  func noteTyped(_ values: [DynamicValue]) -> (texts: Set<String>, areNew: Bool) {
    let texts = Set(values.flatMap(GivenTexts.texts).filter(Redaction.isTelling))
    return (texts, texts.reduce(false) { typedTexts.insert($1) || $0 })
  }

  /// The finder for secrets in typed text: those passed to commands, and those typed into secret places.
  var typed: TextFinder { typedTexts.finder }

  /// The current secrets; a trial run restores them afterwards.
  var state: State {
    get { State(texts: texts, typed: typedTexts) }
    set {
      if newValue.texts.known != texts.known { texts = newValue.texts }
      typedTexts = newValue.typed
    }
  }

  /// Marks the nodes of observed view-models as secure if their values already contain new secrets.
  private func markWhat(tells new: GivenTexts) {
    for viewModel in looks.values.map(\.viewModel) {
      for member in type(of: viewModel).schema.members {
        guard member.kind != .command, let node = member.node(in: viewModel), !node.isSecure,
          let value = untracked({ try? member.value(in: viewModel) }),
          new.areTold(by: value, from: .asWholeValue)
        else { continue }
        node.isSecure = true
      }
    }
  }

  private func look(at viewModel: any ViewModel) {
    let before = Set(graph.nodes)
    let id = ObjectIdentifier(viewModel)
    looks[id] = Look(viewModel: viewModel)
    // One for each member: a change of one member does not search the others.
    for member in type(of: viewModel).schema.members
    where member.kind != .command && member.node(in: viewModel) != nil {
      let observer = observe(label: "secrets", graph: graph) { [weak self] in
        guard let value = try? member.value(in: viewModel) else { return }
        self?.mark(member, of: viewModel, as: value)
      }
      looks[id]?.observers.append(observer)
    }
    nodes.formUnion(Set(graph.nodes).subtracting(before))
  }

  /// Registers an observer of a secret as internal to the session.
  func own(_ observer: Subscription) {
    nodes = nodes.filter(\.isAlive)
    if let node = observer.node { nodes.insert(node) }
  }

  var isEmpty: Bool { texts.isEmpty }
  var known: Set<String> { texts.known }

  func masked(_ line: String) -> String { texts.masked(line) }

  /// Returns a text that a person typed, such as the path of a watch, with the secrets in it masked.
  func maskedTyped(_ text: String) -> String { masked(typedTexts.masked(text)) }

  /// Whether a value of an observed view-model contains a secret.
  func areTold(by value: DynamicValue) -> Bool { texts.areTold(by: value, from: .asWholeValue) }

  /// Whether a value of any origin contains a secret that is distinctive enough to be recognized in it.
  func areTold(byAny value: DynamicValue) -> Bool {
    texts.areTold(by: value, from: .asWordAnywhere)
  }

  /// Whether the value of a member contains a secret; for an observed view-model, also updates `isSecure` of the node.
  func isTold(by value: DynamicValue, _ member: Member, in viewModel: any ViewModel) -> Bool {
    guard !member.isSecure, looks[ObjectIdentifier(viewModel)] != nil else {
      return areTold(byAny: value)
    }
    return mark(member, of: viewModel, as: value)
  }

  @discardableResult
  private func mark(
    _ member: Member, of viewModel: any ViewModel, as value: DynamicValue
  ) -> Bool {
    guard !member.isSecure else { return true }
    let isTold =
      if case .array(let elements) = value {
        looks[ObjectIdentifier(viewModel)]?.lists[member.name, default: SearchedList()]
          .isTold(elements, in: version) { areTold(by: $0) } ?? areTold(by: value)
      } else { areTold(by: value) }
    member.node(in: viewModel)?.isSecure = isTold
    return isTold
  }

  /// Ends all observation, and forgets the secrets.
  func end() { (looks, texts, typedTexts) = ([:], GivenTexts(), GivenTexts()) }
}

/// Secret texts, each in all forms in which a client may output it.
private struct GivenTexts {
  private(set) var finder = TextFinder()
  /// The secrets as they were given, without their encoded forms.
  private(set) var known: Set<String> = []

  /// Texts with fewer characters occur in too many unrelated texts: they are not secret as a part of a value, and are
  /// not masked in lines.
  private static let fewest = 3
  /// A shorter text, such as a PIN, is not recognized within a longer word or number.
  private static let fewestWithinWords = 7

  var isEmpty: Bool { finder.isEmpty }

  /// Inserts the texts and numbers in values.
  mutating func insert(_ values: [DynamicValue]) {
    for text in values.flatMap(Self.texts) { _ = insert(text) }
  }

  /// Inserts a text, and returns whether it is new.
  mutating func insert(_ text: String) -> Bool {
    guard known.insert(text).inserted else { return false }
    finder.insert(formsOf: text)
    return true
  }

  /// Whether the values contain a text that is not known.
  func takesNew(_ values: [DynamicValue]) -> Bool {
    values.contains { !Self.texts(in: $0).allSatisfy(known.contains) }
  }

  /// The forms in which a text may be output or typed.
  fileprivate static func forms(of text: String) -> Set<String> {
    var forms: Set = [text, String(text.debugDescription.dropFirst().dropLast())]
    if let decoded = text.removingPercentEncoding { forms.insert(decoded) }
    for allowed in [CharacterSet.unreserved, .urlQueryAllowed, .urlPathAllowed] {
      if let form = text.addingPercentEncoding(withAllowedCharacters: allowed) {
        forms.insert(form)
      }
    }
    return forms
  }

  fileprivate static func places(of text: String) -> TextFinder.Places {
    guard text.count >= fewest else { return .asWholeValue }
    guard Redaction.isTelling(text) else { return .asWord }
    return text.count < fewestWithinWords ? .asWordAnywhere : .wherever
  }

  /// Returns the texts that identify a value: the value itself or its elements, but not the names of its members.
  fileprivate static func texts(in value: DynamicValue) -> [String] {
    switch value {
    case .array(let elements): elements.flatMap(texts).filter { $0.count >= fewest }
    case .object(let members): members.values.flatMap(texts).filter { $0.count >= fewest }
    default: Array(value.tellingTexts)
    }
  }

  func areTold(by value: DynamicValue, from least: TextFinder.Places) -> Bool {
    guard !isEmpty else { return false }
    return value.tellingTexts.contains { finder.isFound(in: $0, from: least) }
  }

  func masked(_ line: String) -> String { finder.masked(line) { _ in Redaction.mark } }
}

extension TextFinder {
  /// Returns the forms in which a secret may be output or typed.
  static func forms(of text: String) -> Set<String> { GivenTexts.forms(of: text) }

  /// Inserts a secret in all forms in which it may be output or typed.
  mutating func insert(formsOf text: String) {
    for form in Self.forms(of: text) { insert(form, GivenTexts.places(of: form)) }
  }
}

extension CharacterSet {
  /// The characters that are never percent-encoded in an address.
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension DynamicValue {
  /// The non-empty texts and keys in the value, and its numbers as texts.
  var tellingTexts: Set<String> {
    switch self {
    case .null, .bool: []
    case .string(let text): text.isEmpty ? [] : [text]
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.tellingTexts) }
    case .object(let members):
      members.reduce(into: Set(members.keys.filter { !$0.isEmpty })) {
        $0.formUnion($1.value.tellingTexts)
      }
    default: [description]
    }
  }
}

extension Member {
  /// Whether the member's current value is or contains a secret.
  @MainActor
  func isSecret(in viewModel: any ViewModel) -> Bool {
    let node = node(in: viewModel)
    guard !isSecure, node?.isSecure != true else { return true }
    guard kind != .command,
      let tracer = (node?.graph ?? .current).tracer as? SessionTracer, tracer.hasSecrets,
      let value = try? value(in: viewModel)
    else { return false }
    return tracer.tellsSecret(value)
  }
}
