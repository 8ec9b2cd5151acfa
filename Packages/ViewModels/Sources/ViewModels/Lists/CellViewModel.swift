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
  /// The lists that show the header or footer, with their numbers of places and the number of the latest arrival.
  @Ignored private var places:
    [ObjectIdentifier: (list: Weak<ListViewModel>, count: Int, arrival: Int)] = [:]
  @Ignored private var arrivals = 0

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
    let id = ObjectIdentifier(list)
    // A released list may have had the same address.
    let count = places[id].flatMap { $0.list.object == nil ? nil : $0.count } ?? 0
    arrivals += 1
    places[id] = (Weak(object: list), count + 1, arrivals)
    self.list = list
  }

  /// Removes a place in a list; after the last place there, `list` is the most recent of the remaining lists.
  ///
  /// - Complexity: O(1), or O(*n*) in the number of lists if the most recent one goes.
  func disappear(from list: ListViewModel?) {
    if let list, let index = places.index(forKey: ObjectIdentifier(list)) {
      places.values[index].count -= 1
      if places.values[index].count > 0 { return }
      places.remove(at: index)
      if let latest = self.list, latest !== list { return }
    }
    places = places.filter { $0.value.list.object != nil }
    self.list = places.values.max { $0.arrival < $1.arrival }?.list.object
  }
}
