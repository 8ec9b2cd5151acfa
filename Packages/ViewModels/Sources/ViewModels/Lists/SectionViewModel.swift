public import Bindings

/// A section of rows, with an optional header above and an optional footer below.
///
/// ```swift
/// let inbox = SectionViewModel(headerTitle: "Inbox")
/// try list.append(inbox, cells: [TextCell("Hello")])
/// inbox.headerTitle = "Inbox (1)"
/// ```
/// A header is a title, or a view-model that takes precedence over the title. Both are observed, and
/// changing them is not a change of the list. The rows are changed through the list.
@MainActor
@ViewModel
open class SectionViewModel: Identifiable, CustomStringConvertible {
  /// The text above the rows; `nil` for nothing.
  public var headerTitle: String?
  /// The text below the rows; `nil` for nothing.
  public var footerTitle: String?
  /// The view-model above the rows, which takes precedence over the title.
  public var header: SupplementaryViewModel? {
    get { headerNode.value }
    set { put(newValue, in: headerNode) }
  }
  /// The view-model below the rows, which takes precedence over the title.
  public var footer: SupplementaryViewModel? {
    get { footerNode.value }
    set { put(newValue, in: footerNode) }
  }
  /// The rows, in order.
  ///
  /// A section that is removed from its list keeps its rows, except for those that enter another list without it.
  ///
  /// - Complexity: O(*n*) in the section's rows; ``ListViewModel/cell(at:)`` is O(1).
  public var cells: [CellViewModel] {
    _ = edits.value
    return untracked {
      guard let list, let index = list.index(of: self) else { return ownCells.compactMap(\.self) }
      return list.content.rows(in: index).map(\.cell)
    }
  }

  private let headerNode: Property<SupplementaryViewModel?>
  private let footerNode: Property<SupplementaryViewModel?>
  /// The number of changes of the section's rows, a dependency of all readers of the rows.
  private let edits = Property(0, label: "edits")
  /// The rows while the section is not in a list, `nil` for those that have left since; a list stores the rows of its
  /// sections.
  @Ignored private var ownCells: [CellViewModel?] = []
  /// The number of the section's reloads, in all lists.
  @Ignored var reloads = 0
  /// The calls of `follow` that keep the rows equal to lists of cells.
  @Ignored private var followers: [Weak<Following>] = []

  /// The list of the section; not tracked.
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

  /// The name of the section in descriptions of the list: the header, or the type.
  @Ignored public var description: String { headerText ?? type(of: self).schema.typeName }
}

extension SectionViewModel {
  /// The text of the header: the text of its view-model, or the title; `nil` without a header.
  public var headerText: String? { header?.text ?? headerTitle }

  /// The text of the footer: the text of its view-model, or the title; `nil` without a footer.
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
    // The deinit of a cell may call the section again.
    letGo(cells)
    for item in [headerNode.peek(), footerNode.peek()] { item?.appear(in: list) }
  }

  /// Leaves the list and takes over the given cells.
  func leave(with cells: [CellViewModel]) {
    for item in [headerNode.peek(), footerNode.peek()] { item?.disappear(from: list) }
    list = nil
    ownCells = cells
    for (place, cell) in cells.enumerated() { (cell.keeper, cell.placeAtKeeper) = (self, place) }
    didEdit()
  }

  /// Removes a cell that enters a list while the section is not in one.
  func lose(_ cell: CellViewModel) {
    ownCells[cell.placeAtKeeper] = nil
    cell.keeper = nil
    didEdit()
  }

  /// Registers `following`, which updates the rows whenever the section enters its list.
  func follow(_ following: Following) {
    followers.removeAll { $0.object == nil }
    followers.append(Weak(object: following))
  }

  /// Shows the cells that the section follows, if it is in a list.
  func showFollowed(isAgain: Bool = false) {
    for follower in followers.compactMap(\.object) { follower.show(isAgain) }
  }

  /// The number of changes of the section's rows; not tracked.
  var editCount: Int { edits.peek() }

  /// Notifies readers of the rows that they have changed.
  func didEdit() { edits.value = editCount + 1 }
}
