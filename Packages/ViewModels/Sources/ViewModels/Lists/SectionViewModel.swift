public import Bindings

/// A group of rows with a header above and a footer below, if it has them.
///
/// ```swift
/// let inbox = SectionViewModel(headerTitle: "Inbox")
/// try list.append(inbox, cells: [TextCell("Hello")])
/// inbox.headerTitle = "Inbox (1)"
/// ```
/// A header is a title, or a view-model that counts instead of the title. Both are observed, and
/// changing them is no change of the list. The rows are changed through the list. The main actor
/// guards it.
@MainActor
open class SectionViewModel: SchemaInheriting, Identifiable, CustomStringConvertible {
  /// The members that the section offers by name.
  open class var schema: ViewModelSchema { ownSchema }

  let headerTitleNode: Property<String?>
  let footerTitleNode: Property<String?>
  let headerNode: Property<SupplementaryViewModel?>
  let footerNode: Property<SupplementaryViewModel?>

  /// The graph that its nodes belong to.
  public let ownGraph = Graph.current
  /// The number of changes of its rows, on which readers of the rows depend.
  let edits = Property(0, label: "edits")
  /// Its rows while it is in no list; a list keeps those of its sections.
  private var ownCells: [CellViewModel] = []

  /// The list that it is in; not tracked.
  public internal(set) weak var list: ListViewModel?

  /// Makes a section that is in no list yet.
  public init(
    headerTitle: String? = nil, footerTitle: String? = nil, header: SupplementaryViewModel? = nil,
    footer: SupplementaryViewModel? = nil
  ) {
    headerTitleNode = Property(headerTitle, label: "headerTitle")
    footerTitleNode = Property(footerTitle, label: "footerTitle")
    headerNode = Property(header, label: "header")
    footerNode = Property(footer, label: "footer")
  }
}

extension SectionViewModel {
  /// The rows, in order; tracked.
  ///
  /// A section that is taken out of its list keeps its rows.
  ///
  /// - Complexity: O(*n*) in its rows; ``ListViewModel/cell(at:)`` is O(1).
  public var cells: [CellViewModel] {
    _ = edits.value
    return untracked {
      guard let list, let index = list.index(of: self) else { return ownCells }
      return list.content.rows(in: index).map(\.cell)
    }
  }

  /// The text above the rows; `nil` for nothing.
  public var headerTitle: String? {
    get { headerTitleNode.value }
    set { headerTitleNode.value = newValue }
  }

  /// The text below the rows; `nil` for nothing.
  public var footerTitle: String? {
    get { footerTitleNode.value }
    set { footerTitleNode.value = newValue }
  }

  /// The view-model above the rows, instead of the title.
  public var header: SupplementaryViewModel? {
    get { headerNode.value }
    set { exchange(headerNode, for: newValue) }
  }

  /// The view-model below the rows, instead of the title.
  public var footer: SupplementaryViewModel? {
    get { footerNode.value }
    set { exchange(footerNode, for: newValue) }
  }

  /// The text of the header: that of its view-model, or the title; `nil` without one.
  public var headerText: String? { header?.text ?? headerTitle }

  /// The text of the footer: that of its view-model, or the title; `nil` without one.
  public var footerText: String? { footer?.text ?? footerTitle }

  private func exchange(
    _ node: Property<SupplementaryViewModel?>, for new: SupplementaryViewModel?
  ) {
    action {
      let old = node.peek()
      guard old !== new else { return }
      node.value = new
      guard let list else { return }
      let ending = old?.disappear() ?? []
      let subscribe = new?.appear(in: list)
      for subscription in ending { subscription.cancel() }
      subscribe?()
    }
  }

  /// The name of the section where a list names its sections: its header, or its type.
  public var description: String { headerText ?? type(of: self).schema.typeName }

  /// Makes the section one of a list.
  ///
  /// - Returns: Makes the subscriptions of its header and footer.
  func enter(_ list: ListViewModel) -> [() -> Void] {
    guard self.list !== list else { return [] }
    self.list = list
    ownCells = []
    return [headerNode.peek(), footerNode.peek()].compactMap { $0?.appear(in: list) }
  }

  /// Leaves its list with the cells that it has there.
  ///
  /// - Returns: The subscriptions of its header and footer, which end with it.
  func leave(with cells: [CellViewModel]) -> [Subscription] {
    list = nil
    ownCells = cells
    return [headerNode.peek(), footerNode.peek()].flatMap { $0?.disappear() ?? [] }
  }

  /// Tells whoever reads its rows that they have changed.
  func didEdit() { edits.value = edits.peek() + 1 }

  private static let ownSchema = ViewModelSchema(
    SectionViewModel.self, "A group of rows with a header and a footer.",
    members: [
      .property("headerTitle", { $0.headerTitleNode }, "What is written above the rows."),
      .property("footerTitle", { $0.footerTitleNode }, "What is written below the rows."),
      .property("header", { $0.headerNode }, "What stands above the rows instead of the title."),
      .property("footer", { $0.footerNode }, "What stands below the rows instead of the title."),
      .list("cells", { $0.cells }, "The rows, in order."),
    ])
}
