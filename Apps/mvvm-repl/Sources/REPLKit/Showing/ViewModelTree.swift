import Bindings
import ViewModels

/// View-models with those inside them, as nested objects: the value that `| tree` shows.
///
/// Each view-model stands once, at its shortest path, under the name of its type. Elsewhere the path names it, so that a
/// cycle has an end. What is too deep inside, and what is left after ``most``, is named by its type. Secrets are left
/// out, as in any object.
@MainActor
struct ViewModelTree {
  /// The number of view-models whose members are shown.
  static let most = 200

  private let reach: Reach
  /// The index of each view-model in the steps of ``reach``.
  private var steps: [ObjectIdentifier: Int] = [:]

  /// Finds the view-models inside those with the given names.
  init(of names: [(String, any ViewModel)]) {
    reach = untracked { Reach(from: names, rows: Self.rows, startsWithLists: true) }
    for (index, step) in reach.steps.enumerated() {
      steps[ObjectIdentifier(step.viewModel)] = index
    }
  }

  private static func rows(of list: ListViewModel) -> Range<Int> {
    0..<min(most, list.content.rowCount)
  }

  /// Returns the members of a view-model by name.
  func object(of viewModel: any ViewModel) -> DynamicValue {
    let owner = steps[ObjectIdentifier(viewModel)]
    return untracked {
      ViewModelSnapshot(viewModel).object { member in
        guard member.kind == .child || member.kind == .list else { return nil }
        let children = member.children(in: viewModel).enumerated().map { index, child in
          value(of: child, in: owner, member.name, at: member.kind == .list ? index : nil)
        }
        return member.kind == .list ? .array(children) : children.first
      }
    }
  }

  /// Returns the view-models of a list, each under the name of its type.
  func rows(_ viewModels: [any ViewModel]) -> [DynamicValue] {
    viewModels.enumerated().map { index, viewModel in
      let type = type(of: viewModel).schema.typeName
      return index < Self.most ? .object([type: object(of: viewModel)]) : .string(type)
    }
  }

  /// Returns the members of a view-model at its shortest path; elsewhere the path, or else the name of its type.
  private func value(
    of child: any ViewModel, in owner: Int?, _ name: String, at index: Int?
  ) -> DynamicValue {
    let type = type(of: child).schema.typeName
    guard let number = steps[ObjectIdentifier(child)], number < Self.most else {
      return .string(type)
    }
    let step = reach.steps[number]
    guard step.owner == owner, step.name == name, step.index == index, owner != nil else {
      return .string(reach.path(of: step))
    }
    return .object([type: object(of: child)])
  }
}

extension ViewModelSnapshot {
  /// Returns the values that can be shown, by name; `replaced` may return another value for a member.
  func object(_ replaced: (Member) -> DynamicValue? = { _ in nil }) -> DynamicValue {
    var members: [String: DynamicValue] = [:]
    for row in rows {
      if case .plain(let value, let type)? = row.value {
        members[row.member.name] = replaced(row.member) ?? type.filtered(value)
      }
    }
    return .object(members)
  }
}
