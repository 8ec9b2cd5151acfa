/// Commands of which one at most runs at a time.
///
/// ```swift
/// let editing = CommandGroup(label: "editing")
/// let save = Command<Void, Void>(label: "save", group: editing) { try await store.save() }
/// let discard = Command<Void, Void>(label: "discard", group: editing) { draft.value = "" }
/// ```
/// While one runs the others are disabled, which changes in the same batch as its `isExecuting`;
/// executing them is rejected with the name of the one that runs. Among its own executions a command
/// keeps to its ``CommandPolicy``. The main actor guards it.
@MainActor
public final class CommandGroup {
  /// What the group is called.
  public let label: String
  /// The command that runs.
  let holder: Property<Holder?>
  /// The same for those outside: a body that does not suspend takes and gives within one batch.
  private let settled: Computed<Holder?>
  private var cancelHolder: (@MainActor () -> Void)?

  struct Holder: Equatable, CustomStringConvertible {
    let node: Node
    let description: String
  }

  /// Makes a group; commands join it when they are made, in the same graph.
  ///
  /// Without a `label` the group is called by its place in the source.
  public init(
    label: String? = nil, graph: Graph = .current, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let label = label ?? "\(fileID):\(line)"
    self.label = label
    let holder = Property<Holder?>(
      nil, label: "\(label).holder", graph: graph, fileID: fileID, line: line)
    self.holder = holder
    settled = Computed(label: "\(label).executing", graph: graph, fileID: fileID, line: line) {
      holder.value
    }
  }

  /// The command that runs; tracked.
  public var executing: Node? { settled.value?.node }

  /// Whether a command of the group runs; tracked.
  public var isExecuting: Bool { settled.value != nil }

  /// Asks the command that runs to stop.
  public func cancel() { cancelHolder?() }

  func isHeld(byOtherThan node: NodeRef) -> Bool {
    guard let holder = holder.value else { return false }
    return holder.node != Node(node)
  }

  func hold(_ command: CommandState, _ cancel: @escaping @MainActor () -> Void) {
    holder.value = Holder(node: command.node, description: command.label)
    cancelHolder = cancel
  }

  func release(_ node: Node) {
    guard holder.peek()?.node == node else { return }
    holder.value = nil
    cancelHolder = nil
  }
}
