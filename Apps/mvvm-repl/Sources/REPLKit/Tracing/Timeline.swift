import Bindings
import ViewModels

/// The changes of a session by statement: what `undo`, `:goto` and `:timeline` go by.
///
/// It holds the newest changes only, so a long session stays small.
struct Timeline {
  /// The number of statements that are kept.
  static let limit = 1_000

  /// Something that has a value over time.
  struct Place {
    enum Target {
      case member(any ViewModel, Member)
      case variable(Property<DynamicValue>)
    }

    let path: String
    let target: Target

    /// The node of the value.
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

    /// Whether the value can be put back, as it can be set or is its view-model's own.
    var isRestorable: Bool {
      if case .member(_, let member) = target { isTree || member.isRestorable } else { true }
    }

    /// The navigator of which it is the tree: that goes back to where its screens were.
    var navigator: Navigator? {
      guard case .member(let viewModel, let member) = target, member.name == "tree" else {
        return nil
      }
      return viewModel as? Navigator
    }

    /// Whether it is where the screens of a navigator are.
    var isTree: Bool { navigator != nil }

    var isSecure: Bool {
      switch target {
      case .member(_, let member): member.isSecure
      case .variable(let node): MainActor.assumeIsolated { node.node.isSecure }
      }
    }

    /// Whether it tells a point in time that only its view-model sets: when it was loaded, say.
    var isDateOfViewModel: Bool { isDate && !isRestorable }

    /// Whether it is the same value in another session, where it may be reached by another path.
    func isLike(_ other: Place) -> Bool {
      if !isTree, case .member(let viewModel, let member) = target,
        case .member(let otherViewModel, let otherMember) = other.target
      {
        return type(of: viewModel) == type(of: otherViewModel) && member.name == otherMember.name
      }
      return path == other.path
    }

    /// Whether it tells how far a picture has come.
    var isOfPicture: Bool {
      if case .member(let viewModel, _) = target { viewModel is ImageViewModel } else { false }
    }

    /// Whether it tells a point in time, which is another one at each run.
    var isDate: Bool {
      if case .member(_, let member) = target { member.type.isDate } else { false }
    }
  }

  /// A value that was replaced by another one.
  struct Change {
    let node: Node
    let place: Place
    fileprivate(set) var old: DynamicValue
    fileprivate(set) var new: DynamicValue
    /// Where the screens of a navigator were before and behind it; `nil` for any other value.
    var positions: (old: NavigationTree.Position, new: NavigationTree.Position)?

    /// The change in words; secure values are not shown.
    var text: String {
      place.isSecure ? "changed" : "\(new)  ⟵ \(old)".clipped(to: 120)
    }
  }

  /// A statement that changed something.
  struct Entry {
    let number: Int
    fileprivate(set) var text: String
    /// The record of the statement; nil for what changed in between.
    let mark: TraceRecord.ID?
    fileprivate(set) var changes: [Change]
    /// Further things that it changed itself, not by what follows, and that cannot be put back: lists, say.
    var others: [String] = []
    /// The batches in which that happened while it moved the clock: what wrote there was begun by others.
    var batches: [Int] = []
  }

  /// A value that is known, to be compared with what it becomes.
  struct Known {
    let place: Place
    var value: DynamicValue
    /// Where the screens are, if it is a navigator's tree.
    var position: NavigationTree.Position?
  }

  /// What `:snapshot` has kept under a name.
  struct Snapshot {
    var values: [Node: Known]
    /// The number of the youngest node that there was.
    var youngest: UInt32 = 0
    /// What has changed since and cannot be put back, by its own name: lists, say.
    var others: [Node: String] = [:]
    /// The same of a program before this one.
    var earlierOthers: [String] = []
  }

  /// A view-model whose members are known; kept, so that no other object is taken for it.
  final class Acquaintance {
    let viewModel: any ViewModel
    /// The name from which it was reached.
    let root: String
    let nodes: [Node]
    /// Whether there are no members behind which there may be others.
    let isLeaf: Bool
    /// The last walk that came by.
    var walk: Int

    @MainActor
    init(_ viewModel: any ViewModel, root: String, nodes: [Node], walk: Int) {
      (self.viewModel, self.root, self.nodes, self.walk) = (viewModel, root, nodes, walk)
      isLeaf = Reach.containers(of: viewModel).isEmpty
    }
  }

  private(set) var entries: [Entry] = []
  /// The number of entries that are in effect; those behind them can be redone.
  private(set) var position = 0
  private(set) var count = 0
  /// Commands that have run and changed nothing that is known, each with the number of the entry before it.
  var silent: [(after: Int, text: String)] = []
  var known: [Node: Known] = [:]
  /// The view-models whose members are known.
  var met: [ObjectIdentifier: Acquaintance] = [:]
  /// The rows that lists had when they were walked last, and whether something may be behind one of them.
  var rows: [ObjectIdentifier: (rows: [ListRow], haveChildren: Bool)] = [:]
  /// The number of walks over everything that has a name.
  var walks = 0
  /// The number of view-models that the walks have looked at.
  var looks = 0
  /// Nodes that were written and belong to no member.
  var ignored: Set<Node> = []
  /// The snapshots that `:snapshot` has kept, by name.
  var snapshots: [String: Snapshot] = [:]

  /// Adds a step under the names of the earlier statements whose commands have made the changes, or under its own.
  ///
  /// What is done anew takes the place of what was undone, as in an editor. What time or a command in the background
  /// has done is put before it: it can still be redone.
  mutating func append(
    _ sources: [String] = [], else text: String, _ changes: [Change], others: [String] = [],
    by mark: TraceRecord.ID? = nil, batches: [Int] = [], keepsUndone: Bool = false
  ) {
    if !keepsUndone { entries.removeSubrange(position...) }
    count += 1
    // They have changed something after all.
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

  /// Takes note of the values that the next step replaces now: they may be others than when it was done first.
  @MainActor mutating func rebaseNext() {
    guard let next else { return }
    for (index, change) in next.changes.enumerated() {
      if let value = change.place.value { entries[position].changes[index].old = value }
      if let now = change.place.position { entries[position].changes[index].positions?.old = now }
    }
  }

  /// Takes values that come from outside: they would be there without the steps before, too, and stay when those are
  /// undone or a snapshot is restored.
  ///
  /// What is done again sets its own value, as it did.
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

  /// Takes note of something that has changed and cannot be put back.
  mutating func noteOther(_ node: Node, _ name: String) {
    for (key, snapshot) in snapshots
    where node.id <= snapshot.youngest && snapshot.values[node] == nil {
      snapshots[key]?.others[node] = name
    }
  }

  /// Keeps a secret out of the statements that are kept.
  mutating func redact(_ redact: (String) -> String) {
    entries.modify { $0.text = redact($0.text) }
    silent.modify { $0.text = redact($0.text) }
  }

  /// Goes on with the entries of another timeline.
  mutating func goOn(with entries: [Entry], position: Int, count: Int) {
    (self.entries, self.position, self.count) = (entries, position, count)
  }

  /// The entry that is undone next.
  var last: Entry? { position > 0 ? entries[position - 1] : nil }
  /// The entry that is redone next.
  var next: Entry? { position < entries.count ? entries[position] : nil }

  mutating func move(by step: Int) { position += step }

  /// Takes note of a command that has changed nothing which could be put back.
  mutating func noteSilent(_ text: String) {
    silent.append((last?.number ?? 0, text), keeping: Self.limit)
  }

  /// The commands behind an entry that an undo of it passes over; each is told once.
  mutating func passedOver(behind entry: Entry) -> [String] {
    // One that was put before what can be redone has a higher number than that.
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

  /// Where the screens of a navigator are now; `nil` for any other place.
  @MainActor var position: NavigationTree.Position? {
    navigator.map { navigator in untracked { navigator.tree.position } }
  }

  /// Puts a value back, or the screens of a navigator, if that is possible.
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
