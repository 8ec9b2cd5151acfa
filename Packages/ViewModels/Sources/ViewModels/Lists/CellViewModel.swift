public import Bindings

/// One row of a list, or one tile of a grid.
///
/// Subclass it for the content of a row, and register a renderer for the subclass; or use ``TextCell``,
/// ``StandardCell`` or ``ImageCell``. The object is the row's identity: it can be in only one list at a time, and only
/// once.
///
/// ```swift
/// @ViewModel final class PostCell: CellViewModel {
///   var title = ""
/// }
/// ```
/// The list is not involved in changes of a cell's content: observers of the cell see a changed `title`, but the list
/// does not change.
@MainActor
@ViewModel
open class CellViewModel: ListItemViewModel {
  @Ignored weak var home: SectionViewModel?
  /// The section that was removed from its list together with this cell; the next property is the cell's index there.
  @Ignored weak var keeper: SectionViewModel?
  @Ignored var placeAtKeeper = 0
  /// The number of the cell's reloads, in all lists.
  @Ignored var reloads = 0
  @Ignored var isInSelection = false
  /// The list that the cell has left and to which it may return before the batch ends.
  @Ignored weak var formerList: ListViewModel?
  /// The number of the cell's last selection, by which the selected cells are in order.
  @Ignored var selectionNumber = 0
  /// Whether the cell was selected when it left; if it returns before the batch ends, it takes its place in the
  /// selection again.
  @Ignored var wasInSelection = false
  /// Whether the list has sent the event of the cell's last selection.
  @Ignored var isSelectionTold = false

  /// Makes a cell that is in no list yet.
  public override init() { super.init() }
}

extension CellViewModel {
  /// The section of the cell; tracked, and not retained.
  public var section: SectionViewModel? {
    _ = list?.content.version
    return home
  }

  /// The path of the cell in its list, tracked; `nil` while it is not in a list.
  public var path: ListPath? { list?.path(of: self) }

  func leave() {
    home = nil
    list = nil
    endDisplay()
  }

  func endDisplay() { (self as? any ImageShowing)?.picture.endDisplay() }
}

/// A header or footer of a section that is more than a title; several sections and lists may share it.
@MainActor
@ViewModel
open class SupplementaryViewModel: ListItemViewModel {
  /// The text.
  public var text: String
  /// The lists that show the header or footer, with the numbers of their places; the one with the latest place is last.
  @Ignored private var places: [(list: Weak<ListViewModel>, count: Int)] = []

  /// Makes a header or footer that is in no list yet.
  public init(_ text: String = "") {
    self.text = text
    super.init()
  }

  /// The text.
  @Ignored open override var description: String { text }
}

extension SupplementaryViewModel {
  /// Adds a place in a list, which may show the header or footer already.
  func appear(in list: ListViewModel) {
    let known = places.firstIndex { $0.list.object === list }.map { places.remove(at: $0) }
    places.append((Weak(object: list), (known?.count ?? 0) + 1))
    self.list = list
  }

  /// Removes a place in a list; after the last place there, `list` is the most recent of the remaining lists.
  func disappear(from list: ListViewModel?) {
    if let index = places.firstIndex(where: { $0.list.object === list }) {
      places[index].count -= 1
      if list == nil || places[index].count == 0 { places.remove(at: index) }
    }
    self.list = places.last { $0.list.object != nil }?.list.object
  }
}
