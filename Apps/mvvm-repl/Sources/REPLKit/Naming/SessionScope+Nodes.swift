import Bindings
import ViewModels

extension SessionScope {
  /// The paths of the nodes of everything that has a name.
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

  /// The value of a node as everything else tells it: a case of an enumeration with its dot.
  var showing: @MainActor (Node) -> String? {
    let cases = caseNodes
    return { node in
      let text = node.valueDescription
      return cases.contains(node) && text != "nil" ? text.map { ".\($0)" } : text
    }
  }

  /// The nodes whose values are cases of an enumeration.
  var caseNodes: Set<Node> { Set(viewModels.flatMap(\.caseNodes)) }

  /// The name of a node where it is explained; `nil` for its own name.
  var naming: (Node) -> String? {
    let paths = nodePaths
    return { node in
      paths[node].map { node.kind == .command ? "\($0)()" : $0 } ?? node.observerWithItsPlace
    }
  }
}

extension TraceRecord {
  /// The record as `:log` tells it, with nothing of a node that is a secret by now.
  @MainActor
  func line(in language: HelpLanguage) -> String {
    var line = description
    if node?.isSecure == true, let change {
      let hidden = [old, new].compactMap { $0.map { text(of: $0, []) } }
      line.replace(": \(change)", with: ": \(hidden.joined(separator: " -> "))")
    }
    guard let detail, detail.hasPrefix(Chronicle.typed) else { return line }
    let told = Message.youTyped(String(detail.dropFirst(Chronicle.typed.count)))
    return line.replacing(detail, with: told.text(in: language))
  }

  /// A value of the record as everything else tells it: a case of an enumeration with its dot.
  @MainActor
  func text(of value: TraceValue, _ cases: Set<Node>) -> String {
    // It was no secret yet when the record was made.
    if node?.isSecure == true { return "\(TraceValue.hidden)" }
    if case .text(let name) = value, let node, cases.contains(node), name != "nil" {
      return ".\(name)"
    }
    return "\(value)"
  }
}

extension Node {
  /// What an observer without a label is called: `observer Form.swift:12`.
  @MainActor fileprivate var observerWithItsPlace: String? {
    guard kind == .observer, label == nil, let file = source?.split(separator: "/").last else {
      return nil
    }
    return "observer \(file)"
  }
}
