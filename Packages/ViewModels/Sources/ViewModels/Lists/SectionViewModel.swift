public import Bindings

/// A group of rows with a header above and a footer below, if it has them.
///
/// ```swift
/// let inbox = SectionViewModel(headerTitle: "Inbox")
/// try list.append(inbox, cells: [TextCell("Hello")])
/// inbox.headerTitle = "Inbox (1)"
/// ```
/// A header is a title, or a view-model that counts instead of the title. Both are observed, and
/// changing them is no change of the list. The rows are changed through the list.
@MainActor
@ViewModel
open class SectionViewModel: Identifiable, CustomStringConvertible {
  /// The text above the rows; `nil` for nothing.
  public var headerTitle: String?
  /// The text below the rows; `nil` for nothing.
  public var footerTitle: String?
  /// The view-model above the rows, instead of the title.
  public var header: SupplementaryViewModel? {
    get { headerNode.value }
    set { put(newValue, in: headerNode) }
  }
  /// The view-model below the rows, instead of the title.
  public var footer: SupplementaryViewModel? {
    get { footerNode.value }
    set { put(newValue, in: footerNode) }
  }
  /// The rows, in order.
  ///
  /// A section that is taken out of its list keeps its rows, but for those that come into a list without it.
  ///
  /// - Complexity: O(*n*) in its rows; ``ListViewModel/cell(at:)`` is O(1).
  public var cells: [CellViewModel] {
    _ = edits.value
    return untracked {
      guard let list, let index = list.index(of: self) else { return ownCells.compactMap(\.self) }
      return list.content.rows(in: index).map(\.cell)
    }
  }

  private let headerNode: Property<SupplementaryViewModel?>
  private let footerNode: Property<SupplementaryViewModel?>
  /// The number of changes of its rows, on which readers of the rows depend.
  private let edits = Property(0, label: "edits")
  /// Its rows while it is in no list, and `nil` for those that have gone elsewhere since; a list keeps those of its
  /// sections.
  @Ignored private var ownCells: [CellViewModel?] = []
  /// The number of its reloads, in all lists.
  @Ignored var reloads = 0
  /// Those that keep its rows equal to lists of cells.
  @Ignored private var followers: [Weak<Following>] = []

  /// The list that it is in; not tracked.
  @Ignored public internal(set) weak var list: ListViewModel?

  /// Makes a section that is in no list yet.
  public init(
    headerTitle: String? = nil, footerTitle: String? = nil, header: SupplementaryViewModel? = nil,
    footer: SupplementaryViewModel? = nil
  ) {
    self.headerTitle = headerTitle
    self.footerTitle = footerTitle
    headerNode = Property(header, label: "header")
    footerNode = Property(footer, label: "footer")
  }

  /// The name of the section where a list names its sections: its header, or its type.
  @Ignored public var description: String { headerText ?? type(of: self).schema.typeName }
}

extension SectionViewModel {
  /// The text of the header: that of its view-model, or the title; `nil` without one.
  public var headerText: String? { header?.text ?? headerTitle }

  /// The text of the footer: that of its view-model, or the title; `nil` without one.
  public var footerText: String? { footer?.text ?? footerTitle }

  private func put(
    _ new: SupplementaryViewModel?, in node: Property<SupplementaryViewModel?>
  ) {
    action {
      let old = node.peek()
      guard old !== new, node.mayBeWritten() else { return }
      node.value = new
      guard let list else { return }
      old?.disappear(from: list)
      new?.appear(in: list)
    }
  }

  func enter(_ list: ListViewModel) {
    guard self.list !== list else { return }
    self.list = list
    let cells = exchange(&ownCells, with: [])
    for cell in cells { cell?.keeper = nil }
    // The end of a cell may come back here.
    letGo(cells)
    for item in [headerNode.peek(), footerNode.peek()] { item?.appear(in: list) }
  }

  /// Leaves its list with the cells that it has there.
  func leave(with cells: [CellViewModel]) {
    for item in [headerNode.peek(), footerNode.peek()] { item?.disappear(from: list) }
    list = nil
    ownCells = cells
    for (place, cell) in cells.enumerated() { (cell.keeper, cell.placeAtKeeper) = (self, place) }
    didEdit()
  }

  /// Gives up a cell that comes into a list while the section is in none.
  func lose(_ cell: CellViewModel) {
    ownCells[cell.placeAtKeeper] = nil
    cell.keeper = nil
    didEdit()
  }

  /// Has its rows brought up to date whenever it comes into the list of `following`.
  func follow(_ following: Following) {
    followers.removeAll { $0.object == nil }
    followers.append(Weak(object: following))
  }

  func didEnter() {
    for follower in followers {
      if let following = follower.object, following.list === list { following.takeMissed()?() }
    }
  }

  /// The number of changes of its rows; not tracked.
  var editCount: Int { edits.peek() }

  /// Tells whoever reads its rows that they have changed.
  func didEdit() { edits.value = editCount + 1 }
}
