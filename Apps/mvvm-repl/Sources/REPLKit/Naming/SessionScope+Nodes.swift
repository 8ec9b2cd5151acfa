import Bindings
import ViewModels

extension SessionScope {
  /// The paths of all nodes that can be reached from a name.
  var nodePaths: [Node: String] {
    var paths: [Node: String] = [:]
    for (name, variable) in variables.sorted(by: { $0.key < $1.key }) {
      switch variable {
      case .viewModel(let viewModel):
        paths.merge(viewModel.nodePaths(under: name)) { first, _ in first }
      case .variable, .derived, .constant, .secret:
        if let node = variable.node { paths[node] = name }
      }
    }
    return paths
  }

  /// Returns the value of a node as all other output shows it: a case of an enumeration with its dot, an object by its
  /// value, a view-model by its type name.
  var showing: @MainActor (Node) -> String? {
    let members = Dictionary(
      viewModels.flatMap(\.membersWithTypes).map { ($0.node, $0) }
    ) { first, _ in first }
    return { [self] node in
      guard let text = node.valueDescription.map({ masked($0) }) else { return nil }
      guard let shown = members[node], !node.isSecure else { return text }
      if shown.member.isSecret(in: shown.viewModel) { return "\(TraceValue.hidden)" }
      if shown.member.kind != .property, shown.member.kind != .derived {
        return text.withoutModules
      }
      if text == "nil" || shown.member.type.isCase(text) { return text.asCase(in: [node], node) }
      let value = untracked { try? shown.member.value(in: shown.viewModel) }
      return value.map { Record.ShownValue.plain($0, shown.member.type).text(in: .english) } ?? text
    }
  }

  /// The nodes whose values are cases of an enumeration.
  var caseNodes: Set<Node> {
    Set(viewModels.flatMap(\.membersWithTypes).filter(\.member.type.hasCases).map(\.node))
  }

  /// Returns the name of a node for explanations; `nil` means the node's own name.
  var naming: (Node) -> String? {
    let paths = nodePaths
    return { node in
      paths[node].map { node.kind == .command ? "\($0)()" : $0 } ?? node.placeOfObserver
    }
  }
}

extension TraceRecord {
  /// Returns a value of the record as all other output shows it: a case of an enumeration with its dot.
  @MainActor
  func text(of value: TraceValue, _ cases: Set<Node>) -> String {
    // The node may have become secret after the record was made.
    if node?.isSecure == true { return "\(TraceValue.hidden)" }
    if case .text(let name) = value, let node { return name.asCase(in: cases, node) }
    return "\(value)"
  }
}

extension String {
  /// The text of a node's value: a case with its dot, a view-model by its type name.
  fileprivate func asCase(in cases: Set<Node>, _ node: Node) -> String {
    guard self != "nil", cases.contains(node) else { return self }
    return ValueType.named("").isCase(self) ? ".\(self)" : withoutModules
  }

  /// The text with module names removed from the type names in it.
  fileprivate var withoutModules: String {
    let parts = split(separator: ", ", omittingEmptySubsequences: false).map { part in
      let words = part.split(separator: ".")
      let isName =
        words.count > 1
        && words.joined().allSatisfy { $0.isLetter || $0.isNumber || "_[]".contains($0) }
      let bracket = part.first == "[" ? "[" : ""
      return isName ? bracket + words[words.count - 1] : String(part)
    }
    return parts.joined(separator: ", ")
  }
}

extension Node {
  /// The name of an observer without a label: `Form.swift:12`.
  @MainActor fileprivate var placeOfObserver: String? {
    guard kind == .observer, label == nil, let place = source?.split(separator: "/").last else {
      return nil
    }
    return String(place)
  }
}
