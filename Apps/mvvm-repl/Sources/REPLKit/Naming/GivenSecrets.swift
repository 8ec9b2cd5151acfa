import Bindings
import Foundation
import ViewModels

/// The secrets that commands were given.
///
/// A value that tells one is a secret as long as it does: a client's log, say, has the address of each request, and an
/// answer has what was sent. The host's view-models, and those that were given one, are looked at whenever they change;
/// for two of the host may share what they tell of.
@MainActor
final class GivenSecrets {
  /// A look at a view-model, which is kept, so that no other object is taken for it.
  private struct Look {
    let viewModel: any ViewModel
    let observer: Subscription
  }

  private var looks: [ObjectIdentifier: Look] = [:]
  private var texts = GivenTexts()
  /// The observers that look at the values: the session's own affair.
  private(set) var nodes: Set<Node> = []
  private let graph: Graph

  init(_ graph: Graph) { self.graph = graph }

  /// Takes note of secrets before a command is given them.
  ///
  /// - Parameters:
  ///   - values: The secrets.
  ///   - viewModels: The view-models that may tell them: the one of the command, and those of the host.
  func note(_ values: [DynamicValue], toldBy viewModels: [any ViewModel]) {
    let new = GivenTexts(values)
    if texts.insert(new) { markWhat(tells: new) }
    for viewModel in viewModels where looks[ObjectIdentifier(viewModel)] == nil {
      look(at: viewModel)
    }
  }

  /// Makes secrets of the values that tell new texts already.
  private func markWhat(tells new: GivenTexts) {
    for viewModel in looks.values.map(\.viewModel) {
      for member in type(of: viewModel).schema.members where !member.isSecret(in: viewModel) {
        guard member.kind != .command,
          let value = untracked({ try? member.value(in: viewModel) }), new.areTold(by: value)
        else { continue }
        member.node(in: viewModel)?.isSecure = true
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

  /// A line without the secrets in it.
  func masked(_ line: String) -> String { texts.masked(line) }

  /// Whether a value tells a secret.
  func areTold(by value: DynamicValue) -> Bool { texts.areTold(by: value) }

  /// Whether the value of a member tells a secret; its node is secure from now on, or open again.
  func isTold(by value: DynamicValue, _ member: Member, in viewModel: any ViewModel) -> Bool {
    guard !member.isSecure, looks[ObjectIdentifier(viewModel)] != nil else { return false }
    return mark(member, of: viewModel, as: value)
  }

  @discardableResult
  private func mark(
    _ member: Member, of viewModel: any ViewModel, as value: DynamicValue
  ) -> Bool {
    guard !member.isSecure else { return true }
    let isTold = texts.areTold(by: value)
    member.node(in: viewModel)?.isSecure = isTold
    return isTold
  }

  /// Ends the looks at values.
  func end() { (looks, texts) = ([:], GivenTexts()) }
}

/// Texts that were given away, in each form in which a client may tell them.
private struct GivenTexts {
  private var forms: Set<String> = []
  /// Of two the longer one first: the other may be a part of it.
  private var inOrder: [String] = []

  init() {}

  /// Fewer characters than these stand in too much else: as a part of a value they are no secret, and in a line they
  /// are not masked.
  private static let fewest = 3

  /// The texts and numbers of values.
  init(_ values: [DynamicValue]) {
    for text in values.flatMap(Self.texts) {
      forms.insert(text)
      if let decoded = text.removingPercentEncoding { forms.insert(decoded) }
      for allowed in [CharacterSet.unreserved, .urlQueryAllowed, .urlPathAllowed] {
        if let form = text.addingPercentEncoding(withAllowedCharacters: allowed) {
          forms.insert(form)
        }
      }
      forms.insert(String(text.debugDescription.dropFirst().dropLast()))
    }
    inOrder = Array(forms)
  }

  /// What tells a value: itself, or what is in it; not the names of its members.
  private static func texts(in value: DynamicValue) -> [String] {
    switch value {
    case .array(let elements): elements.flatMap(texts).filter { $0.count >= fewest }
    case .object(let members): members.values.flatMap(texts).filter { $0.count >= fewest }
    default: Array(value.tellingTexts)
    }
  }

  /// Takes in others.
  ///
  /// - Returns: Whether one of them was not known.
  mutating func insert(_ others: GivenTexts) -> Bool {
    let count = forms.count
    forms.formUnion(others.forms)
    guard forms.count > count else { return false }
    inOrder = forms.sorted { ($0.count, $0) > ($1.count, $1) }
    return true
  }

  func areTold(by value: DynamicValue) -> Bool {
    guard !inOrder.isEmpty else { return false }
    let texts = value.tellingTexts
    return inOrder.contains { form in texts.contains { !$0.places(of: form).isEmpty } }
  }

  func masked(_ line: String) -> String {
    inOrder.reduce(into: line) { line, form in
      guard form.count >= Self.fewest else { return }
      for place in line.places(of: form).reversed() {
        line.replaceSubrange(place, with: Redaction.mark)
      }
    }
  }
}

extension CharacterSet {
  /// What stands for itself everywhere in an address.
  fileprivate static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension String {
  /// Where a secret stands in it; a short one only as a word of its own, for its letters are in much else.
  fileprivate func places(of secret: String) -> [Range<Index>] {
    let ranges = contains(secret) ? ranges(of: secret) : encodedRanges(of: secret)
    guard !Redaction.isTelling(secret) else { return ranges }
    return ranges.filter { range in
      let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : " "
      let after = range.upperBound < endIndex ? self[range.upperBound] : " "
      return [before, after].allSatisfy { !$0.isLetter && !$0.isNumber }
    }
  }
}

extension String {
  /// Where a text stands whose characters are percent-encoded in part, as clients choose.
  fileprivate func encodedRanges(of text: String) -> [Range<Index>] {
    guard utf8.contains(UInt8(ascii: "%")) else { return [] }
    let (bytes, wanted) = (Array(utf8), Array(text.utf8))
    var decoded: [UInt8] = []
    var places: [Int] = []
    var place = 0
    while place < bytes.count {
      places.append(place)
      let code = bytes[place...].dropFirst().prefix(2)
      if bytes[place] == UInt8(ascii: "%"), code.count == 2,
        let byte = UInt8(String(decoding: code, as: UTF8.self), radix: 16)
      {
        decoded.append(byte)
        place += 3
      } else {
        decoded.append(bytes[place])
        place += 1
      }
    }
    places.append(bytes.count)
    var ranges: [Range<Index>] = []
    var start = 0
    while start + wanted.count <= decoded.count {
      let end = start + wanted.count
      guard decoded[start..<end].elementsEqual(wanted) else {
        start += 1
        continue
      }
      let (from, to) = (places[start], places[end])
      ranges.append(utf8.index(startIndex, offsetBy: from)..<utf8.index(startIndex, offsetBy: to))
      start = end
    }
    return ranges
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
