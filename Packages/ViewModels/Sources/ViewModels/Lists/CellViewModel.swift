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
/// of the list. The main actor guards it.
@MainActor
@ViewModel
open class CellViewModel: ListItemViewModel {
  @Ignored weak var home: SectionViewModel?

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

  /// Is in no list any more.
  func leave() {
    home = nil
    list = nil
  }
}

/// A header or footer of a section, when a title is not enough; one may stand in several sections.
@MainActor
@ViewModel
open class SupplementaryViewModel: ListItemViewModel {
  /// The text.
  public var text: String
  /// The number of headers and footers that it is.
  @Ignored private var places = 0

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
    places = self.list == nil ? 1 : places + 1
    self.list = list
  }

  /// Gives up one of its places, and with the last one the list.
  func disappear() {
    places -= 1
    if places == 0 { list = nil }
  }
}
