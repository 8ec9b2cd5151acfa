public import Bindings

/// A screen with segments, of which one is visible at a time; the segments are its children, named by their titles.
///
/// All segments are set up together with it. Only the selected one becomes active and loads; the previously
/// selected one becomes inactive and unloads. The first child is selected when it is added. If the selected child is
/// removed, the child at its position is selected, or else the last one.
///
/// ```swift
/// let orders = SegmentedViewModel()
/// for status in [Status.toPickUp, .toDeliver] { orders.addChild(OrderList(status: status)) }
/// orders.selectCommand.execute(1)
/// ```
@MainActor
@ViewModel
open class SegmentedViewModel: LifecycleViewModel {
  /// The position of the visible segment; `nil` when there are no segments.
  public internal(set) var selectedIndex: Int?

  /// The titles of the segments; empty for a segment without a title.
  public var titles: [String] { children.map { $0.title ?? "" } }

  /// The visible segment.
  public var selectedChild: LifecycleViewModel? {
    selectedIndex.flatMap { children.indices.contains($0) ? children[$0] : nil }
  }

  /// The child that was selected after the latest change of the list or the selection.
  @Ignored private weak var seen: LifecycleViewModel?

  /// Selects the segment at a position; the first is 0.
  @Command public func select(_ index: Int) throws(ViewModelError) {
    try action { () throws(ViewModelError) in
      guard children.indices.contains(index) else {
        let range =
          children.isEmpty
          ? "There are no segments." : "Write a number from 0 to \(children.count - 1)."
        throw ViewModelError(
          .arguments, "There is no segment \(index). \(range)",
          instead: .positions(count: children.count, asked: index))
      }
      show(index)
    }
  }

  override func sees(_ child: LifecycleViewModel) -> Bool { child === seen }

  override func childrenDidChange() {
    if let seen, let index = children.firstIndex(where: { $0 === seen }) {
      selectedIndex = index
    } else {
      show(children.isEmpty ? nil : min(selectedIndex ?? 0, children.count - 1))
    }
  }

  private func show(_ index: Int?) {
    guard _node_selectedIndex.mayBeWritten() else { return }
    let next = index.map { children[$0] }
    let last = seen
    selectedIndex = index
    seen = next
    if let last, last !== next, last.parent === self { last.catchUp(with: self) }
    if let next, next.parent === self { next.catchUp(with: self) }
  }
}
