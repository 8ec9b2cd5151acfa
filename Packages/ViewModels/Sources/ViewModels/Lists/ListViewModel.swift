public import Bindings

/// A list of rows in sections, without a user interface: the content of a table and the user's actions on it.
///
/// ```swift
/// let list = ListViewModel()
/// try list.append(TextCell("Ada"))
/// try list.insert(TextCell("Alan"), at: 0, animation: .left)
/// ```
/// Rows are cells; each cell object is in the list only once. Without a `section` argument, a method uses the last
/// section, and the first row makes a section. A mistake throws a ``ViewModelError`` and changes nothing: a section,
/// row or place that does not exist, an item that is not in the list, or a cell or section that occurs twice
/// or is in a list already. Views observe ``content`` and report the user's actions; view-models observe
/// ``events``. Each call is an action: one transaction without tracking, so observers may call it. A
/// `batch` around several calls combines them into one.
@MainActor
@ViewModel
open class ListViewModel: LifecycleViewModel {
  /// Whether more than one row can be selected; after it is set to false, several rows stay selected until one is
  /// selected.
  public var allowsMultipleSelection: Bool = false
  /// The selected rows, in the order of their selection.
  public internal(set) var selectedCells: [CellViewModel] = []
  /// The sections, in order.
  public var sections: [SectionViewModel] { content.headers.map(\.section) }
  /// The rows of all sections, in order.
  public var cells: [CellViewModel] { content.rows.map(\.cell) }
  /// The number of rows in all sections.
  public var count: Int { content.rowCount }
  /// The number of sections.
  public var sectionCount: Int { content.count }
  /// The last event as a short text with a number, such as `#4 didSelect 0.1`; empty before the first event.
  public var lastEvent: String { latestEvent.value.map { "#\($0.number) \($0.text)" } ?? "" }
  /// The state around the content: the list's own state, unless the page has passed one.
  public var page: PageState

  /// The number of selections so far.
  @Ignored var selections = 0
  /// The number of the last selection that has deselected all other rows, also those that were away.
  @Ignored var singleSelection = 0
  let rows = ObservableSections<ListGroup, ListRow>(label: "content")
  private let eventSource = SignalSource<ListEvent>()
  let scrollSource = SignalSource<ScrollRequest>()
  /// The latest event as text, which retains no cell.
  private let latestEvent = Property<(number: Int, text: String)?>(nil, label: "events.latest")

  /// Makes an empty list, with a page state of its own unless one is passed.
  public init(page: PageState = PageState(), environment: Environment = Environment()) {
    self.page = page
    super.init(environment: environment)
    owned.keep { [weak self, rows, ownGraph] in
      if let self { return removeAllSections() }
      // If the list is released without an end, sections and cells that outlive it leave it here.
      ownGraph.action { rows.giveBack() }
    }
  }

  /// Makes a row from a text that the user typed; the default is a ``TextCell``.
  open func makeCell(_ text: String) -> CellViewModel { TextCell(text) }

  // MARK: What a person types
  //
  // Typed arguments are texts and row numbers. A macro sees only the class declaration, so these commands are here;
  // each calls one action that program code can call, too.

  /// Adds a row at the end of a section.
  @Command public func add(_ text: String, section: Int? = nil, style: String? = nil) throws {
    try append(make(text), section: section, animation: ListAnimation(named: style))
  }

  /// Inserts a row.
  @Command public func insert(
    _ text: String, at row: Int, section: Int? = nil, style: String? = nil
  ) throws {
    try insert(make(text), at: row, section: section, animation: ListAnimation(named: style))
  }

  /// Replaces a row.
  @Command public func replace(
    at row: Int, with text: String, section: Int? = nil, style: String? = nil
  ) throws {
    let new = [make(text)]
    try replace(from: row, with: new, section: section, animation: ListAnimation(named: style))
  }

  /// Removes a row.
  @Command public func remove(at row: Int, section: Int? = nil, style: String? = nil) throws {
    try remove(existingCell(row, section), animation: ListAnimation(named: style))
  }

  /// Removes all rows and sections.
  ///
  /// A subclass whose rows follow a separate list overrides it to clear that list, because the following section
  /// gets its rows from there and, once removed, gets no further ones.
  @Command open func clear() { removeAllSections() }

  /// Moves a row; with two sections, `toSection` is the target.
  @Command public func move(
    from row: Int, to goal: Int, section: Int? = nil, toSection: Int? = nil
  ) throws {
    let place = path(row, section)
    try move(from: place, to: ListPath(section: toSection ?? place.section, row: goal))
  }

  /// Reloads a row.
  @Command public func reload(at row: Int, section: Int? = nil) throws {
    try reload(existingCell(row, section))
  }

  /// Adds a section at the end.
  @Command public func addSection(_ title: String? = nil, footer: String? = nil) throws {
    try append(ownGraph.run { SectionViewModel(headerTitle: title, footerTitle: footer) })
  }

  /// Removes a section with its rows.
  @Command public func removeSection(at index: Int, style: String? = nil) throws {
    let index = try untracked { () throws(ViewModelError) in try existingSection(index) }
    try remove(sections: index..<(index + 1), animation: ListAnimation(named: style))
  }

  /// Selects a row.
  @Command public func select(at row: Int, section: Int? = nil) throws {
    try select(existingCell(row, section))
  }

  /// Deselects a row.
  @Command public func deselect(at row: Int, section: Int? = nil) throws {
    try deselect(existingCell(row, section))
  }

  /// Reports an event of a row, as a view does: `report("didHighlight", at: 2)`.
  @Command public func report(
    _ event: ListEvent.CellEvent, at row: Int, section: Int? = nil
  ) throws {
    try report(event, of: existingCell(row, section))
  }

  /// Reports that the view has turned to a page of rows; the first page is 0.
  @Command public func turn(toPage page: Int) throws {
    try action { () throws(ViewModelError) in
      if page < 0 { throw ViewModelError(.noPage, "There is no page \(page). Pages begin at 0.") }
      send(.didPage(to: page))
    }
  }

  /// Asks the view to scroll to a row.
  @Command public func scroll(to row: Int, section: Int? = nil) throws {
    try scroll(to: path(row, section))
  }

  private func make(_ text: String) -> CellViewModel { action { makeCell(text) } }

  private func path(_ row: Int, _ section: Int?) -> ListPath {
    untracked { ListPath(section: section ?? lastSection, row: row) }
  }

  private func existingCell(_ row: Int, _ section: Int?) throws(ViewModelError) -> CellViewModel {
    let place = path(row, section)
    return try untracked { () throws(ViewModelError) in try existingCell(at: place) }
  }
}

extension ListViewModel {
  /// The sections and rows that views observe, with batches of changes.
  public var content: LiveSections<ListGroup, ListRow> { rows }

  /// A signal of the user's actions on the list and of the reports about visible rows.
  public var events: Signal<ListEvent> { eventSource.signal }

  /// A signal of the requests to the list's view to scroll to a row.
  public var scrolls: Signal<ScrollRequest> { scrollSource.signal }

  func send(_ event: ListEvent) {
    guard latestEvent.mayBeWritten() else { return }
    latestEvent.value = ((latestEvent.peek()?.number ?? 0) + 1, "\(event)")
    eventSource.send(event)
  }
}

extension ListAnimation {
  init?(named name: String?) {
    guard let name else { return nil }
    self.init(rawValue: name)
  }
}
