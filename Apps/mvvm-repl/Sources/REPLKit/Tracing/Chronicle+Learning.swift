import Bindings
import ViewModels

// MARK: - Knowing what can change

extension Chronicle {
  /// Gets to know every member that can be reached from a name; what is known already stays.
  ///
  /// - Complexity: O(*n*) in the view-models that can be reached, but for the rows of a list that are
  ///   the same as before: only those that are new are looked at.
  func learn() {
    for name in scope.variables.keys { learnValue(of: name) }
    forgetUnreached(reached: walk())
  }

  /// Gets to know the members of what is reached from a name and a view-model, or from all names.
  ///
  /// - Returns: The number of view-models that were met, or passed as known.
  private func walk(from start: (String, any ViewModel)? = nil) -> Int {
    timeline.walks += 1
    var passed = 0
    func isPassed(_ viewModel: any ViewModel) -> Bool {
      timeline.looks += 1
      let id = ObjectIdentifier(viewModel as AnyObject)
      guard let known = timeline.met[id], known.isLeaf else { return false }
      if known.walk != timeline.walks { passed += 1 }
      known.walk = timeline.walks
      return true
    }
    func newRows(of list: ListViewModel) -> Range<Int> {
      let new = changedRows(of: list, list.content.rows)
      passed += list.content.rowCount - new.count
      return new
    }
    let reach = untracked {
      start.map { Reach(from: CollectionOfOne($0), rows: newRows, except: isPassed) }
        ?? scope.reach(rows: newRows, except: isPassed)
    }
    for step in reach.steps {
      let id = ObjectIdentifier(step.viewModel)
      if let owner = step.owner, step.viewModel is CellViewModel,
        !Reach.containers(of: step.viewModel).isEmpty
      {
        timeline.rows[ObjectIdentifier(reach.steps[owner].viewModel)]?.haveChildren = true
      }
      if let known = timeline.met[id] {
        known.walk = timeline.walks
      } else {
        timeline.met[id] = Timeline.Acquaintance(
          step.viewModel, root: reach.root(of: step),
          nodes: learnMembers(of: step.viewModel, reach.path(of: step)), walk: timeline.walks)
      }
    }
    return reach.steps.count + passed
  }

  /// Gets to know the value of a name.
  private func learnValue(of name: String) {
    switch scope[name] {
    case .variable(let node, _):
      writes.events.nodes.insert(node.node)
      remember(Timeline.Place(path: name, target: .variable(node)), node.node)
    case .derived(let node): writes.events.nodes.insert(node.node)
    case .constant, .secret, .viewModel, nil: break
    }
  }

  /// The rows of a list between those that were in front and behind when it was walked last; all of them
  /// where something may be behind a row.
  private func changedRows(of list: ListViewModel, _ rows: [ListRow]) -> Range<Int> {
    let id = ObjectIdentifier(list)
    let known = timeline.rows[id]
    timeline.rows[id] = (rows, known?.haveChildren ?? false)
    guard let known, !known.haveChildren else { return rows.indices }
    let (old, count) = (known.rows, min(known.rows.count, rows.count))
    var front = 0
    while front < count, old[front].cell === rows[front].cell { front += 1 }
    var back = 0
    while back < count - front,
      old[old.count - 1 - back].cell === rows[rows.count - 1 - back].cell
    {
      back += 1
    }
    return front..<(rows.count - back)
  }

  /// Forgets rows and pages that are gone, once they are more than those that are there.
  private func forgetUnreached(reached: Int) {
    guard timeline.met.count > 2 * reached + 64 else { return }
    for (id, known) in timeline.rows {
      guard timeline.met[id]?.walk == timeline.walks else {
        timeline.rows[id] = nil
        continue
      }
      for row in known.rows { timeline.met[row.id]?.walk = timeline.walks }
    }
    for (id, known) in timeline.met where known.walk != timeline.walks { forget(known, id) }
  }

  private func forget(_ known: Timeline.Acquaintance, _ id: ObjectIdentifier) {
    for node in known.nodes { forget(node) }
    timeline.met[id] = nil
  }

  private func forget(_ node: Node) {
    timeline.known[node] = nil
    writes.events.nodes.remove(node)
  }

  /// Gets to know what a name stands for, and forgets what was reached from it before unless another name leads there.
  ///
  /// - Complexity: O(1) for a value; for a view-model behind a new name that of what it
  ///   reaches, behind another name that of ``learn()``.
  func learn(_ name: String, insteadOf old: Variable?) {
    switch old {
    case .viewModel:
      for (id, known) in timeline.met where known.root == name { forget(known, id) }
      timeline.rows = [:]
    case .variable(let property, _): forget(property.node)
    case .derived(let computed): forget(computed.node)
    case .constant, .secret, nil: break
    }
    if old != nil { timeline.ignored = [] }
    // Nothing is reached from a value.
    guard old?.viewModel != nil || scope[name]?.viewModel != nil else {
      return learnValue(of: name)
    }
    if old == nil, let viewModel = scope[name]?.viewModel {
      // What other names reach is as it was.
      _ = walk(from: (name, viewModel))
    } else {
      learn()
    }
  }

  /// Goes on with another timeline.
  func begin(_ timeline: Timeline) {
    self.timeline = timeline
    endLive()
    learnAnew()
  }

  /// Gets to know everything from the beginning.
  private func learnAnew() {
    timeline.known = [:]
    timeline.met = [:]
    timeline.rows = [:]
    timeline.ignored = []
    writes.events.nodes = []
    learn()
  }

  /// - Returns: The nodes of the members.
  private func learnMembers(of viewModel: any ViewModel, _ path: String) -> [Node] {
    type(of: viewModel).schema.members.compactMap { member in
      guard let node = member.node(in: viewModel) else { return nil }
      writes.events.nodes.insert(node)
      if member.isSecure {
        node.isSecure = true
        scope.noteSecret(member.name)
      }
      if member.kind == .property || member.kind == .derived, node.kind == .property {
        remember(
          Timeline.Place(path: "\(path).\(member.name)", target: .member(viewModel, member)), node)
      }
      return node
    }
  }

  private func remember(_ place: Timeline.Place, _ node: Node) {
    guard timeline.known[node] == nil, let value = place.value else { return }
    timeline.known[node] = Timeline.Known(place: place, value: value, position: place.position)
  }
}
