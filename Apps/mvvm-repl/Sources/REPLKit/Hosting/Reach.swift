import Bindings
import ViewModels

/// The view-models that can be reached from names, each once, the nearest first.
///
/// - Complexity: O(*n*) in the number of view-models.
@MainActor
struct Reach {
  struct Step {
    let viewModel: any ViewModel
    /// The starting name or, for a child, the name of the member that contains it.
    let name: String
    /// The index in a list.
    let index: Int?
    /// The index of the owner in the steps.
    let owner: Int?
    let depth: Int
  }

  /// The number of levels of children that are visited.
  static let deepest = 4

  private(set) var steps: [Step] = []
  private var seen: Set<ObjectIdentifier> = []

  /// Visits children; the reads are tracked by the current observer.
  ///
  /// With `startsWithLists`, view-models in lists are reached before those that are members themselves. If `isDone`, a
  /// view-model is skipped, together with everything that is reachable only through it.
  init(
    from names: some Sequence<(String, any ViewModel)>, below deepest: Int = Self.deepest,
    skipsLists: Bool = false,
    rows: ((ListViewModel) -> Range<Int>)? = nil, startsWithLists: Bool = false,
    except isDone: (any ViewModel) -> Bool = { _ in false }
  ) {
    for (name, viewModel) in names where !isDone(viewModel) {
      meet(viewModel, name, at: nil, of: nil, depth: 0)
    }
    var next = 0
    while next < steps.count {
      let owner = steps[next]
      if owner.depth < deepest {
        let list = rows == nil ? nil : owner.viewModel as? ListViewModel
        var members = Self.containers(of: owner.viewModel)
        if startsWithLists {
          members = members.filter { $0.kind == .list } + members.filter { $0.kind != .list }
        }
        for member in members {
          let isList = member.kind == .list
          if isList, skipsLists { continue }
          if isList, rows != nil, namesRowsAgain(member, of: owner) { continue }
          if let list, let rows, isList, member.name == "cells" {
            for index in rows(list) where !isDone(list.content.rows[index].cell) {
              meet(
                list.content.rows[index].cell, member.name, at: index, of: next,
                depth: owner.depth + 1)
            }
            continue
          }
          for (index, child) in member.children(in: owner.viewModel).enumerated()
          where !isDone(child) {
            meet(child, member.name, at: isList ? index : nil, of: next, depth: owner.depth + 1)
          }
        }
      }
      next += 1
    }
  }

  /// Whether a member only repeats rows that are also among the cells of the list.
  private func namesRowsAgain(_ member: Member, of owner: Step) -> Bool {
    switch member.name {
    case "selectedCells": owner.viewModel is ListViewModel
    case "cells":
      owner.viewModel is SectionViewModel
        && owner.owner.map { steps[$0].viewModel is ListViewModel } == true
    default: false
    }
  }

  private mutating func meet(
    _ viewModel: any ViewModel, _ name: String, at index: Int?, of owner: Int?, depth: Int
  ) {
    guard seen.insert(ObjectIdentifier(viewModel)).inserted else { return }
    steps.append(
      Step(viewModel: viewModel, name: name, index: index, owner: owner, depth: depth))
  }

  /// The path of a step, as a person types it.
  func path(of step: Step) -> String {
    let own = step.name + (step.index.map { "[\($0)]" } ?? "")
    return step.owner.map { "\(path(of: steps[$0])).\(own)" } ?? own
  }

  func root(of step: Step) -> String { step.owner.map { root(of: steps[$0]) } ?? step.name }

  /// The members that may contain view-models, by the type that has the members.
  private static var containers: [ObjectIdentifier: [Member]] = [:]

  static func containers(of viewModel: any ViewModel) -> [Member] {
    let type = type(of: viewModel)
    if let known = containers[ObjectIdentifier(type)] { return known }
    let found = type.schema.members.filter { $0.kind == .child || $0.kind == .list }
    containers[ObjectIdentifier(type)] = found
    return found
  }
}

extension SessionScope {
  /// The view-models that can be reached from the names.
  func reach(
    skipsLists: Bool = false, rows: ((ListViewModel) -> Range<Int>)? = nil,
    except isDone: (any ViewModel) -> Bool = { _ in false }
  ) -> Reach {
    Reach(
      from: variables.compactMap { name, variable in variable.viewModel.map { (name, $0) } }
        .sorted { $0.0 < $1.0 }, skipsLists: skipsLists, rows: rows, except: isDone)
  }
}
