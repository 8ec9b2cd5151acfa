import Bindings
import ViewModels

extension SessionScope {
  /// Every value that can be reached from a name.
  func everything() -> [String: SeenValue] {
    var values: [String: SeenValue] = [:]
    for (name, variable) in variables {
      switch variable {
      case .viewModel(let viewModel):
        let reach = Reach(from: [(name, viewModel)])
        for step in reach.steps { collect(step.viewModel, reach.path(of: step), into: &values) }
      case .variable(let node, let type):
        let value = node.value
        values[name] =
          node.node.isSecure
          ? SeenValue(shown: .init(secret: value, type), secret: value)
          : SeenValue(shown: .plain(value, type))
      case .derived(let node):
        switch current(node) {
        case .value(let value): values[name] = SeenValue(shown: .plain(value, value.type))
        case .secret(let value):
          values[name] = SeenValue(shown: .init(secret: value, value.type), secret: value)
        case .failure(let problem): values[name] = SeenValue(shown: .unreadable(problem.message))
        }
      case .constant, .secret: break
      }
    }
    return values
  }

  private func collect(
    _ viewModel: any ViewModel, _ path: String,
    into values: inout [String: SeenValue]
  ) {
    for row in ViewModelSnapshot(viewModel).rows {
      if let value = row.value {
        let secret = value == .secret ? try? row.member.value(in: viewModel) : nil
        values["\(path).\(row.member.name)"] = SeenValue(shown: value, secret: secret)
      } else {
        values["\(path).\(row.member.name)()"] = SeenValue(
          shown: .unreadable(.state(row.disabledReasons)))
      }
    }
  }
}
