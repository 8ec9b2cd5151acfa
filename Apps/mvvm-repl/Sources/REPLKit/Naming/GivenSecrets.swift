import Bindings
import Foundation
import ViewModels

/// The secrets that commands of the host were given.
///
/// A member of such a view-model that tells one is a secret as long as it does.
///
/// A client's log, say, has the address of each request. It is the host's and not secure, so its values are looked at.
@MainActor
final class GivenSecrets {
  /// A view-model that was given secrets; kept, so that no other object is taken for it.
  private struct Receiver {
    let viewModel: any ViewModel
    var texts: GivenTexts
    var observer: Subscription?
  }

  private var receivers: [ObjectIdentifier: Receiver] = [:]
  /// The observers that look at the values: the session's own affair.
  private(set) var nodes: Set<Node> = []
  private let graph: Graph

  init(_ graph: Graph) { self.graph = graph }

  /// Takes note of secrets before a command of a view-model is given them.
  func note(_ values: [DynamicValue], givenTo viewModel: any ViewModel) {
    let id = ObjectIdentifier(viewModel)
    var receiver = receivers[id] ?? Receiver(viewModel: viewModel, texts: GivenTexts())
    for value in values { receiver.texts.insert(value) }
    receivers[id] = receiver
    guard receiver.observer == nil else { return }
    let before = Set(graph.nodes)
    let observer = observe(label: "secrets", graph: graph) { [weak self] in
      for member in type(of: viewModel).schema.members where member.node(in: viewModel) != nil {
        guard member.kind != .command, let value = try? member.value(in: viewModel) else {
          continue
        }
        _ = self?.isTold(by: value, member, in: viewModel)
      }
    }
    receivers[id]?.observer = observer
    nodes.formUnion(Set(graph.nodes).subtracting(before))
  }

  /// Whether a value of a member tells a secret that its view-model was given; its node is secure from now on, or open
  /// again.
  func isTold(by value: DynamicValue, _ member: Member, in viewModel: any ViewModel) -> Bool {
    guard !member.isSecure, let receiver = receivers[ObjectIdentifier(viewModel)] else {
      return false
    }
    let isTold = receiver.texts.areTold(by: value)
    member.node(in: viewModel)?.isSecure = isTold
    return isTold
  }

  /// Ends the looks at values.
  func end() { receivers = [:] }
}

/// Texts that were given away, in each form in which a client may tell them.
private struct GivenTexts {
  private var forms: Set<String> = []

  /// Takes in the texts and numbers of a value.
  mutating func insert(_ value: DynamicValue) {
    for text in value.tellingTexts {
      forms.insert(text)
      for allowed in [CharacterSet.unreserved, .urlQueryAllowed, .urlPathAllowed] {
        if let form = text.addingPercentEncoding(withAllowedCharacters: allowed) {
          forms.insert(form)
        }
      }
      forms.insert(String(text.debugDescription.dropFirst().dropLast()))
    }
  }

  func areTold(by value: DynamicValue) -> Bool {
    let texts = value.tellingTexts
    return forms.contains { form in texts.contains { $0.tells(form) } }
  }
}

extension CharacterSet {
  /// What stands for itself everywhere in an address.
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension String {
  /// Whether a secret stands in it; a short one only as a word of its own, for its letters are in much else.
  fileprivate func tells(_ secret: String) -> Bool {
    guard !Redaction.isTelling(secret) else { return contains(secret) }
    return ranges(of: secret).contains { range in
      let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : " "
      let after = range.upperBound < endIndex ? self[range.upperBound] : " "
      return [before, after].allSatisfy { !$0.isLetter && !$0.isNumber }
    }
  }
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
  /// Whether its value now is a secret.
  @MainActor
  func isSecret(in viewModel: any ViewModel) -> Bool {
    isSecure || node(in: viewModel)?.isSecure == true
  }
}
