import Bindings
import Foundation
import ViewModels

/// The secrets that commands were given, and those that went from a view-model into a secret place.
///
/// A value that tells one is a secret as long as it does: a client's log, say, has the address of each request, and an
/// answer has what was sent. The host's view-models, and those that were given one, are looked at whenever they change;
/// for two of the host may share what they tell of. The values of others are asked when they are read, and lines are
/// masked when they are told.
@MainActor
final class GivenSecrets {
  /// A look at a view-model, which is kept, so that no other object is taken for it.
  private struct Look {
    let viewModel: any ViewModel
    let observer: Subscription
  }

  /// The secrets at one time.
  struct State {
    fileprivate let texts, typed: GivenTexts
  }

  private var looks: [ObjectIdentifier: Look] = [:]
  private var texts = GivenTexts() { didSet { version &+= 1 } }
  /// Changes with the secrets, so that what was found out about values is found out again.
  private(set) var version = 0
  private var typedTexts = GivenTexts()
  /// The observers that look at the values: the session's own affair.
  private(set) var nodes: Set<Node> = []
  /// Called when there are new ones, so that what is seen all the time is shown anew.
  var onNew: () -> Void = {}
  private unowned let graph: Graph

  init(_ graph: Graph) {
    self.graph = graph
    SessionTracer.of(graph).add(self)
  }

  /// Takes note of secrets: before a command is given them, say.
  ///
  /// - Parameters:
  ///   - values: The secrets.
  ///   - viewModels: The view-models that may tell them: the one of the command, and those of the host.
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

  /// Takes note of what must not be kept where it is typed: answers may tell it as long as it has not moved on from its
  /// secret place.
  ///
  /// - Returns: The texts that were not known and are known again by themselves.
  func noteTyped(_ values: [DynamicValue]) -> Set<String> {
    Set(
      values.flatMap(GivenTexts.texts)
        .filter { Redaction.isTelling($0) && typedTexts.insert($0) })
  }

  /// The given secrets, and those that were typed into secret places: where one is typed again, it is not kept.
  var typed: TextFinder { typedTexts.finder }

  /// The secrets now, as a trial must leave them.
  var state: State {
    get { State(texts: texts, typed: typedTexts) }
    set {
      if newValue.texts.known != texts.known { texts = newValue.texts }
      typedTexts = newValue.typed
    }
  }

  /// Makes secrets of the values that tell new texts already.
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
    let observer = observe(label: "secrets", graph: graph) { [weak self] in
      for member in type(of: viewModel).schema.members where member.node(in: viewModel) != nil {
        guard member.kind != .command, let value = try? member.value(in: viewModel) else {
          continue
        }
        self?.mark(member, of: viewModel, as: value)
      }
    }
    looks[ObjectIdentifier(viewModel)] = Look(viewModel: viewModel, observer: observer)
    nodes.formUnion(Set(graph.nodes).subtracting(before))
  }

  /// Takes an observer of a secret for the session's own affair.
  func own(_ observer: Subscription) {
    nodes = nodes.filter(\.isAlive)
    if let node = observer.node { nodes.insert(node) }
  }

  var isEmpty: Bool { texts.isEmpty }
  /// The texts of those that there are.
  var known: Set<String> { texts.known }

  /// A line without the secrets in it.
  func masked(_ line: String) -> String { texts.masked(line) }

  /// Whether a value tells a secret.
  func areTold(by value: DynamicValue) -> Bool { texts.areTold(by: value, from: .asWholeValue) }

  /// Whether a value of anything tells a secret that is known again in any value.
  func areTold(byAny value: DynamicValue) -> Bool {
    texts.areTold(by: value, from: .asWordAnywhere)
  }

  /// Whether the value of a member tells a secret; where it is looked at, its node is secure from now on, or open again.
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
    let isTold = areTold(by: value)
    member.node(in: viewModel)?.isSecure = isTold
    return isTold
  }

  /// Ends the looks at values.
  func end() { (looks, texts, typedTexts) = ([:], GivenTexts(), GivenTexts()) }
}

/// Texts that were given away, in each form in which a client may tell them.
private struct GivenTexts {
  private(set) var finder = TextFinder()
  /// The secrets as they were given, without their encoded forms.
  private(set) var known: Set<String> = []

  /// Fewer characters than these stand in too much else: as a part of a value they are no secret, and in a line they
  /// are not masked.
  private static let fewest = 3
  /// A shorter text, such as a pin, is none within a longer word or number.
  private static let fewestWithinWords = 7

  var isEmpty: Bool { finder.isEmpty }

  /// Takes in the texts and numbers of values.
  mutating func insert(_ values: [DynamicValue]) {
    for text in values.flatMap(Self.texts) { _ = insert(text) }
  }

  /// Takes in a text, if it is not known; whether it was none.
  mutating func insert(_ text: String) -> Bool {
    guard known.insert(text).inserted else { return false }
    finder.insert(formsOf: text)
    return true
  }

  /// Whether one of the texts is not known.
  func takesNew(_ values: [DynamicValue]) -> Bool {
    values.contains { !Self.texts(in: $0).allSatisfy(known.contains) }
  }

  /// The forms in which a text is told or typed.
  fileprivate static func forms(of text: String) -> Set<String> {
    var forms: Set = [
      text, text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping,
      String(text.debugDescription.dropFirst().dropLast()),
    ]
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

  /// What tells a value: itself, or what is in it; not the names of its members.
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
  /// Takes in a secret in each form in which it may be told or typed.
  mutating func insert(formsOf text: String) {
    for form in GivenTexts.forms(of: text) { insert(form, GivenTexts.places(of: form)) }
  }
}

extension CharacterSet {
  /// What stands for itself everywhere in an address.
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension DynamicValue {
  /// The texts in it, and its numbers as texts, without what is empty.
  var tellingTexts: Set<String> {
    switch self {
    case .null, .bool: []
    case .string(let text): text.isEmpty ? [] : [text]
    case .array(let elements): elements.reduce(into: []) { $0.formUnion($1.tellingTexts) }
    case .object(let members):
      members.reduce(into: []) { $0.formUnion($1.value.tellingTexts.union([$1.key])) }
    default: [description]
    }
  }
}

extension Member {
  /// Whether its value now is a secret, or tells one.
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
