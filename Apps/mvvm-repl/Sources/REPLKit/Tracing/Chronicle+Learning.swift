import Bindings
import ViewModels

// MARK: - Knowing what can change

extension Chronicle {
  /// Registers the members of all view-models that are reachable from a name; known members stay unchanged.
  ///
  /// - Complexity: O(*n*) in the reachable view-models; of the rows of a list, only new rows are visited.
  func learn() {
    for name in scope.variables.keys { learnValue(of: name) }
    forgetUnreached(reached: walk())
  }

  /// Registers the members of the view-models that are reachable from one view-model, or from all names.
  ///
  /// - Returns: The number of view-models that were visited, or skipped because they are known.
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

  private func learnValue(of name: String) {
    switch scope[name] {
    case .variable(let node, _):
      writes.events.nodes.insert(node.node)
      remember(Timeline.Place(path: name, target: .variable(node)), node.node)
    case .derived(let node): writes.events.nodes.insert(node.node)
    case .constant, .secret, .viewModel, nil: break
    }
  }

  /// Returns the changed rows of a list: all between the common beginning and end; all rows if a row may have children.
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

  /// Removes the view-models that are no longer reachable, once they outnumber the reachable ones.
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

  /// Registers the new value of a name, and removes what its old value led to, unless another name leads there.
  ///
  /// - Complexity: O(1) for a value; O(*n*) in what a new name reaches; otherwise that of ``learn()``.
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
    // A value leads to no view-models.
    guard old?.viewModel != nil || scope[name]?.viewModel != nil else {
      return learnValue(of: name)
    }
    if old == nil, let viewModel = scope[name]?.viewModel {
      // The members behind other names are unchanged.
      _ = walk(from: (name, viewModel))
    } else {
      learn()
    }
  }

  /// Replaces the timeline, and registers all members again.
  func begin(_ timeline: Timeline) {
    self.timeline = timeline
    endLive()
    learnAnew()
  }

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
    let schema = type(of: viewModel).schema
    // A list may have many view-models of one type.
    if scope.learnt.insert(ObjectIdentifier(type(of: viewModel))).inserted {
      scope.know(schema.words)
    }
    return schema.members.compactMap { member in
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
