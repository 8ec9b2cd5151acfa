import Bindings
import ViewModels

/// The values that can be reached from names, at one time.
@MainActor
struct ReachedValues {
  /// A member of a view-model, by whatever path it is reached.
  private struct Place: Hashable {
    let owner: ObjectIdentifier
    let member: String
  }

  private(set) var values: [String: SeenValue] = [:]
  private var places: [String: Place] = [:]
  private var paths: [Place: String] = [:]
  /// Kept alive, so that no other one is taken for them.
  private var owners: [any ViewModel] = []

  var all: Dictionary<String, SeenValue>.Keys { values.keys }

  /// Returns the value at a path; if this time has no such path, the value of the member that the path named in `other`.
  func value(at path: String, of other: ReachedValues) -> SeenValue? {
    values[path] ?? other.places[path].flatMap { paths[$0] }.flatMap { values[$0] }
  }

  subscript(path: String) -> SeenValue? {
    get { values[path] }
    set { values[path] = newValue }
  }

  mutating func add(_ viewModel: any ViewModel, at path: String) {
    owners.append(viewModel)
    for row in ViewModelSnapshot(viewModel).rows {
      let name = "\(path).\(row.member.name)\(row.value == nil ? "()" : "")"
      let place = Place(owner: ObjectIdentifier(viewModel), member: row.member.name)
      (places[name], paths[place]) = (place, name)
      if let value = row.value {
        let secret = value == .secret ? try? row.member.value(in: viewModel) : nil
        values[name] = SeenValue(shown: value, secret: secret)
      } else {
        values[name] = SeenValue(shown: .unreadable(.state(row.disabledReasons)))
      }
    }
  }
}

extension SessionScope {
  /// Returns all values that can be reached from a name.
  func everything() -> ReachedValues {
    var values = ReachedValues()
    for (name, variable) in variables {
      switch variable {
      case .viewModel(let viewModel):
        let reach = Reach(from: [(name, viewModel)])
        for step in reach.steps { values.add(step.viewModel, at: reach.path(of: step)) }
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
}
