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
  /// What the section offers by name.
  open class var schema: ViewModelSchema { ownSchema }

  let rows: Property<[CellViewModel]>
  let headerTitleNode: Property<String?>
  let footerTitleNode: Property<String?>
  let headerNode: Property<SupplementaryViewModel?>
  let footerNode: Property<SupplementaryViewModel?>

  /// The graph that its nodes belong to.
  public let ownGraph = Graph.current
  /// How often its rows were changed.
  var edits = 0

  /// The list that it is in; not tracked.
  public internal(set) weak var list: ListViewModel?

  /// Makes a section that is in no list yet.
  public init(
    headerTitle: String? = nil, footerTitle: String? = nil, header: SupplementaryViewModel? = nil,
    footer: SupplementaryViewModel? = nil
  ) {
    rows = Property([], label: "cells")
    headerTitleNode = Property(headerTitle, label: "headerTitle")
    footerTitleNode = Property(footerTitle, label: "footerTitle")
    headerNode = Property(header, label: "header")
    footerNode = Property(footer, label: "footer")
  }
}

extension SectionViewModel {
  /// The rows, in order; tracked.
  public var cells: [CellViewModel] { rows.value }

  /// What is written above the rows; `nil` for nothing.
  public var headerTitle: String? {
    get { headerTitleNode.value }
    set { headerTitleNode.value = newValue }
  }

  /// What is written below the rows; `nil` for nothing.
  public var footerTitle: String? {
    get { footerTitleNode.value }
    set { footerTitleNode.value = newValue }
  }

  /// What stands above the rows instead of the title.
  public var header: SupplementaryViewModel? {
    get { headerNode.value }
    set { exchange(headerNode, for: newValue) }
  }

  /// What stands below the rows instead of the title.
  public var footer: SupplementaryViewModel? {
    get { footerNode.value }
    set { exchange(footerNode, for: newValue) }
  }

  /// What the header says: its view-model's text, or the title; `nil` without one.
  public var headerText: String? { header?.text ?? headerTitle }

  /// What the footer says: its view-model's text, or the title; `nil` without one.
  public var footerText: String? { footer?.text ?? footerTitle }

  private func exchange(
    _ node: Property<SupplementaryViewModel?>, for new: SupplementaryViewModel?
  ) {
    let old = node.peek()
    guard old !== new else { return }
    old?.leave()
    node.value = new
    if let list { new?.enter(list) }
  }

  /// What the section is called where a list names its sections: its header, or its type.
  public var description: String { headerText ?? type(of: self).schema.typeName }

  func enter(_ list: ListViewModel) {
    self.list = list
    headerNode.peek()?.enter(list)
    footerNode.peek()?.enter(list)
  }

  func leave() {
    list = nil
    headerNode.peek()?.leave()
    footerNode.peek()?.leave()
  }

  private static let ownSchema = ViewModelSchema(
    SectionViewModel.self, "A group of rows with a header and a footer.",
    members: [
      .property("headerTitle", { $0.headerTitleNode }, "What is written above the rows."),
      .property("footerTitle", { $0.footerTitleNode }, "What is written below the rows."),
      .property("header", { $0.headerNode }, "What stands above the rows instead of the title."),
      .property("footer", { $0.footerNode }, "What stands below the rows instead of the title."),
      .derived("cells", { $0.rows }, "The rows, in order."),
    ])
}
