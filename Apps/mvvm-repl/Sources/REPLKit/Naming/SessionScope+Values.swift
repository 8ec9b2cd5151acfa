import Bindings
import ViewModels

extension SessionScope {
  /// Every value that can be reached from a name.
  func everything() -> [String: Record.ShownValue] {
    var values: [String: Record.ShownValue] = [:]
    for (name, variable) in variables {
      switch variable {
      case .viewModel(let viewModel):
        let reach = Reach(from: [(name, viewModel)])
        for step in reach.steps { collect(step.viewModel, reach.path(of: step), into: &values) }
      case .variable(let node, let type):
        let value = node.value
        values[name] = node.node.isSecure ? .init(secret: value, type) : .plain(value, type)
      case .derived(let node):
        switch node.value {
        case .value(let value): values[name] = .plain(value, value.type)
        case .secret(let value): values[name] = .init(secret: value, value.type)
        case .failure(let problem): values[name] = .unreadable(problem.message)
        }
      case .constant, .secret: break
      }
    }
    return values
  }

  private func collect(
    _ viewModel: any ViewModel, _ path: String,
    into values: inout [String: Record.ShownValue]
  ) {
    for row in ViewModelSnapshot(viewModel).rows {
      if let value = row.value {
        values["\(path).\(row.member.name)"] = value
      } else {
        values["\(path).\(row.member.name)()"] = .unreadable(.state(row.disabledReasons))
      }
    }
  }
}
