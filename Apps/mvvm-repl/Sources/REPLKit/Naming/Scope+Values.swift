import Bindings
import ViewModels

extension Scope {
  /// Every value that can be reached from a name.
  func everything() -> [String: Record.ShownValue] {
    var values: [String: Record.ShownValue] = [:]
    for (name, variable) in variables {
      switch variable {
      case .viewModel(let viewModel):
        collect(viewModel, path: name, depth: 0, into: &values)
      case .variable(let node, let type):
        let value = node.value
        values[name] = node.node.isSecure ? .secret : .plain(value, type)
      case .derived(let node):
        switch node.value {
        case .value(let value): values[name] = .plain(value, value.type)
        case .secret: values[name] = .secret
        case .failure(let problem): values[name] = .unreadable(problem.message)
        }
      case .constant, .secret: break
      }
    }
    return values
  }

  private func collect(
    _ viewModel: any ViewModel, path: String, depth: Int,
    into values: inout [String: Record.ShownValue]
  ) {
    for row in ViewModelSnapshot(viewModel).rows {
      let memberPath = "\(path).\(row.member.name)"
      if let value = row.value {
        values[memberPath] = value
      } else {
        values["\(memberPath)()"] = .unreadable(.state(row.disabledReasons))
      }
      guard depth < Self.deepest else { continue }
      for (index, child) in row.member.children(in: viewModel).enumerated() {
        let place = row.member.kind == .list ? "\(memberPath)[\(index)]" : memberPath
        collect(child, path: place, depth: depth + 1, into: &values)
      }
    }
  }
}

extension Record.ShownValue {
  /// The value in one line.
  func text(in language: HelpLanguage = .english) -> String {
    switch self {
    case .plain(.string(let name), let type) where type.hasCases: ".\(name)"
    case .plain(let value, let type): type.dateText(of: value) ?? "\(value)"
    case .secret: "secret"
    case .unreadable(let reason): reason.text(in: language)
    }
  }
}
