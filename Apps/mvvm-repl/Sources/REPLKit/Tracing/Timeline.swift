import Bindings
import ViewModels

/// The undo history of a session: the changes of each statement, for `undo`, `:goto` and `:timeline`.
///
/// Only the newest steps are kept, so that a long session stays small.
struct Timeline {
  /// The number of steps that remain when old ones are dropped, which happens at twice this number.
  static let limit = 1_000

  /// Stands in a list of paths for a value that no member shows.
  static let hidden = "…"

  /// A place with a value that changes over time: a member of a view-model, or a variable.
  struct Place {
    indirect enum Target {
      case member(any ViewModel, Member)
      case variable(Property<DynamicValue>)
    }

    let path: String
    let target: Target
    /// The navigator whose `tree` this place is; undo moves such a navigator back to its old position.
    let navigator: Navigator?
    /// Whether undo can restore the value: it can be set, or the view-model keeps it for itself by `private(set)`.
    let isRestorable: Bool

    init(path: String, target: Target) {
      (self.path, self.target) = (path, target)
      guard case .member(let viewModel, let member) = target else {
        (navigator, isRestorable) = (nil, true)
        return
      }
      navigator = member.name == "tree" ? viewModel as? Navigator : nil
      isRestorable = navigator != nil || member.isRestorable
    }

    @MainActor var node: Node? {
      switch target {
      case .member(let viewModel, let member): member.node(in: viewModel)
      case .variable(let property): property.node
      }
    }

    /// Whether the value can be set from outside.
    var isSettable: Bool {
      switch target {
      case .member(_, let member): member.kind == .property
      case .variable: true
      }
    }

    /// Whether the place is the `tree` of a navigator.
    var isTree: Bool { navigator != nil }

    var isSecure: Bool {
      switch target {
      case .member(_, let member): member.isSecure
      case .variable(let node): MainActor.assumeIsolated { node.node.isSecure }
      }
    }

    /// Whether the value is a date that only its view-model sets, such as the time of loading.
    var isDateOfViewModel: Bool { isDate && !isRestorable }

    /// Whether both places hold the same value in two sessions, where the paths may differ.
    func isLike(_ other: Place) -> Bool {
      if !isTree, case .member(let viewModel, let member) = target,
        case .member(let otherViewModel, let otherMember) = other.target
      {
        return type(of: viewModel) == type(of: otherViewModel) && member.name == otherMember.name
      }
      return path == other.path
    }

    /// Whether the place belongs to an image, such as its loading state.
    var isOfPicture: Bool {
      if case .member(let viewModel, _) = target { viewModel is ImageViewModel } else { false }
    }

    /// Whether the value is a date, which is different in each run.
    var isDate: Bool {
      if case .member(_, let member) = target { member.type.isDate } else { false }
    }
  }

  struct Change {
    let node: Node
    let place: Place
    fileprivate(set) var old: DynamicValue
    fileprivate(set) var new: DynamicValue
    /// The positions of a navigator before and after the change; `nil` for any other value.
    var positions: (old: NavigationTree.Position, new: NavigationTree.Position)?

    /// The change in words; secure values are not shown.
    var text: String {
      place.isSecure ? "changed" : "\(new)  ⟵ \(old)".clipped(to: 120)
    }
  }

  /// An undo step: a statement and its changes.
  struct Entry {
    let number: Int
    fileprivate(set) var text: String
    /// The record of the statement; nil for changes between statements.
    let mark: TraceRecord.ID?
    fileprivate(set) var changes: [Change]
    /// The names of values that the statement has changed directly and that undo cannot restore, such as lists.
    var others: [String] = []
    /// The batches with writes while the statement moved the clock; these writes come from other work.
    var batches: [Int] = []

    /// The name that the statement has declared, which undo leaves as it is; `nil` if it is no declaration.
    var declaredName: String? {
      let words = text.split(maxSplits: 2) { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return words.count > 1 && ["let", "var"].contains(words[0]) ? String(words[1]) : nil
    }
  }

  /// The last known value of a place, for comparison with its next value.
  struct Known {
    let place: Place
    var value: DynamicValue
    /// The position of the screens if the place is the tree of a navigator.
    var position: NavigationTree.Position?
  }

  /// A snapshot, which `:snapshot` keeps under a name.
  struct Snapshot {
    var values: [Node: Known]
    /// The ID of the youngest node at the time of the snapshot.
    var youngest: UInt32 = 0
    /// The nodes that have changed since and that undo cannot restore, such as lists, with their names.
    var others: [Node: String] = [:]
    /// The names of such nodes from the previous run of the program.
    var earlierOthers: [String] = []
  }

  /// A registered view-model; it is retained, so that no other object can have its identity.
  final class Acquaintance {
    let viewModel: any ViewModel
    /// The name from which the view-model was reached.
    let root: String
    let nodes: [Node]
    /// Whether no member leads to further view-models.
    let isLeaf: Bool
    /// The number of the last walk that visited the view-model.
    var walk: Int

    @MainActor
    init(_ viewModel: any ViewModel, root: String, nodes: [Node], walk: Int) {
      (self.viewModel, self.root, self.nodes, self.walk) = (viewModel, root, nodes, walk)
      isLeaf = Reach.containers(of: viewModel).isEmpty
    }
  }

  private(set) var entries: [Entry] = []
  /// The number of steps that are in effect; the later steps can be redone.
  private(set) var position = 0
  private(set) var count = 0
  /// Commands that ran without a known change, each with the number of the step before it.
  var silent: [(after: Int, text: String)] = []
  var known: [Node: Known] = [:]
  /// The registered view-models.
  var met: [ObjectIdentifier: Acquaintance] = [:]
  /// The rows of each list at the last walk, and whether a row may have children.
  var rows: [ObjectIdentifier: (rows: [ListRow], haveChildren: Bool)] = [:]
  /// The number of walks over everything that has a name.
  var walks = 0
  /// The number of view-models that the walks have visited.
  var looks = 0
  /// Nodes that were written and belong to no member.
  var ignored: Set<Node> = []
  var snapshots: [String: Snapshot] = [:]

  /// Adds a step, named after the earlier statements whose commands made the changes, or else after `text`.
  ///
  /// A new step discards the undone steps, as in an editor. With `keepsUndone`, for changes by time or by a command in
  /// the background, the undone steps stay and can still be redone.
  mutating func append(
    _ sources: [String] = [], else text: String, _ changes: [Change], others: [String] = [],
    by mark: TraceRecord.ID? = nil, batches: [Int] = [], keepsUndone: Bool = false
  ) {
    if !keepsUndone { entries.removeSubrange(position...) }
    count += 1
    // These commands have changed something after all.
    silent.removeAll { sources.contains($0.text) }
    let text = sources.isEmpty ? text : sources.joined(separator: "; ").clipped(to: 120)
    entries.insert(
      Entry(
        number: count, text: text, mark: mark, changes: changes, others: others, batches: batches),
      at: position)
    position += 1
    guard entries.count >= 2 * Self.limit else { return }
    let gone = min(Self.limit, position)
    entries.removeFirst(gone)
    position -= gone
  }

  /// Updates the old values of the next step before a redo: they may differ from those at its first run.
  @MainActor mutating func rebaseNext() {
    guard let next else { return }
    for (index, change) in next.changes.enumerated() {
      if let value = change.place.value { entries[position].changes[index].old = value }
      if let now = change.place.position { entries[position].changes[index].positions?.old = now }
    }
  }

  /// Rebases the undo steps and snapshots onto values that came from outside the session, such as a network response.
  ///
  /// Undo and restore then keep these values. Redo still sets the value that the step set.
  mutating func take(fromOutside changes: [Change]) {
    let values = Dictionary(changes.map { ($0.node, $0.new) }) { $1 }
    guard !values.isEmpty else { return }
    for entry in entries.indices.prefix(position) {
      for (index, change) in entries[entry].changes.enumerated() {
        guard let value = values[change.node] else { continue }
        entries[entry].changes[index].old = value
      }
    }
    for name in snapshots.keys {
      for (node, value) in values { snapshots[name]?.values[node]?.value = value }
    }
  }

  /// Records in the snapshots a node that has changed and cannot be restored.
  mutating func noteOther(_ node: Node, _ name: String) {
    for (key, snapshot) in snapshots
    where node.id <= snapshot.youngest && snapshot.values[node] == nil {
      snapshots[key]?.others[node] = name
    }
  }

  /// Redacts a secret in the texts of the kept statements.
  mutating func redact(_ redact: (String) -> String) {
    entries.modify { $0.text = redact($0.text) }
    silent.modify { $0.text = redact($0.text) }
  }

  mutating func goOn(with entries: [Entry], position: Int, count: Int) {
    (self.entries, self.position, self.count) = (entries, position, count)
  }

  /// The step that is undone next.
  var last: Entry? { position > 0 ? entries[position - 1] : nil }
  /// The step that is redone next.
  var next: Entry? { position < entries.count ? entries[position] : nil }

  mutating func move(by step: Int) { position += step }

  /// Records a command that has changed nothing restorable.
  mutating func noteSilent(_ text: String) {
    silent.append((last?.number ?? 0, text), keeping: Self.limit)
  }

  /// Returns the silent commands after a step, which an undo of the step skips; each is reported once.
  mutating func passedOver(behind entry: Entry) -> [String] {
    // A step that was inserted before the undone steps has a higher number than they have.
    let index = entries.firstIndex { $0.number == entry.number } ?? 0
    let behind = Set(entries[index...].map(\.number))
    defer { silent.removeAll { behind.contains($0.after) } }
    return silent.filter { behind.contains($0.after) }.map(\.text)
  }
}

extension Timeline.Place {
  /// The value now; `nil` when it cannot be read.
  @MainActor var value: DynamicValue? {
    untracked {
      switch target {
      case .member(let viewModel, let member): try? member.value(in: viewModel)
      case .variable(let node): node.value
      }
    }
  }

  /// The current position of a navigator; `nil` for any other place.
  @MainActor var position: NavigationTree.Position? {
    navigator.map { navigator in untracked { navigator.tree.position } }
  }

  /// Restores a value, or the position of a navigator; returns whether that was possible.
  @MainActor func restore(
    _ value: DynamicValue, _ position: NavigationTree.Position? = nil
  ) -> Bool {
    if let navigator {
      return position.map { (try? navigator.goBack(to: $0)) != nil } ?? false
    }
    switch target {
    case .member(let viewModel, let member):
      return (try? member.restore(value, in: viewModel)) != nil
    case .variable(let node):
      node.value = value
      return true
    }
  }
}
