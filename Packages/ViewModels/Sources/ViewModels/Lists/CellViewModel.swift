public import Bindings

/// One row of a list, or one tile of a grid.
///
/// Subclass it for what a row shows, and tell the view how to draw the subclass; or use ``TextCell``,
/// ``StandardCell`` or ``ImageCell``. The object is the row's identity: it can be in one list only, and
/// once.
///
/// ```swift
/// @ViewModel final class PostCell: CellViewModel {
///   var title = ""
/// }
/// ```
/// Its content is its own affair: a changed `title` reaches who observes the cell, and is no change
/// of the list.
@MainActor
@ViewModel
open class CellViewModel: ListItemViewModel {
  @Ignored weak var home: SectionViewModel?
  /// The section that was taken out of its list with this cell, and the cell's place there.
  @Ignored weak var keeper: SectionViewModel?
  @Ignored var placeAtKeeper = 0
  /// The number of its reloads, in all lists.
  @Ignored var reloads = 0
  @Ignored var isInSelection = false
  /// The list that it has left, to which it may come back before the batch ends.
  @Ignored weak var formerList: ListViewModel?
  /// Whether it was selected when it left, and is selected again if it comes back.
  @Ignored var wasSelected = false
  /// Whether its list has sent the event of its last selection.
  @Ignored var isSelectionTold = false

  /// Makes a cell that is in no list yet.
  public override init() { super.init() }
}

extension CellViewModel {
  /// The section that it is in; tracked, and not kept alive.
  public var section: SectionViewModel? {
    _ = list?.content.version
    return home
  }

  /// The path of the cell in its list, tracked; `nil` in no list.
  public var path: ListPath? { list?.path(of: self) }

  func leave() {
    home = nil
    list = nil
    endDisplay()
  }

  func endDisplay() { (self as? any ImageShowing)?.picture.endDisplay() }
}

/// A header or footer of a section, when a title is not enough; one may stand in several sections, and lists.
@MainActor
@ViewModel
open class SupplementaryViewModel: ListItemViewModel {
  /// The text.
  public var text: String
  /// The lists that show it.
  @Ignored private var places: [ObjectIdentifier: Places] = [:]
  @Ignored private var arrivals = 0

  /// Its places in one list.
  private struct Places {
    weak var list: ListViewModel?
    var count = 0
    /// The number of the arrival that was the last.
    var arrival = 0
  }

  /// Makes a header or footer that is in no list yet.
  public init(_ text: String = "") {
    self.text = text
    super.init()
  }

  /// The text.
  @Ignored open override var description: String { text }
}

extension SupplementaryViewModel {
  /// Takes a place in a list, which may show it already.
  func appear(in list: ListViewModel) {
    let id = ObjectIdentifier(list)
    // A list that is gone may have had the same address.
    let count = places[id].flatMap { $0.list == nil ? nil : $0.count } ?? 0
    arrivals += 1
    places[id] = Places(list: list, count: count + 1, arrival: arrivals)
    self.list = list
  }

  /// Gives up one of its places in a list; after the last, it is in the list that it came to last of the others.
  func disappear(from list: ListViewModel?) {
    if let list, let index = places.index(forKey: ObjectIdentifier(list)) {
      places.values[index].count -= 1
      guard places.values[index].count == 0 else { return }
      places.remove(at: index)
    }
    places = places.filter { $0.value.list != nil }
    self.list = places.values.max { $0.arrival < $1.arrival }?.list
  }
}
