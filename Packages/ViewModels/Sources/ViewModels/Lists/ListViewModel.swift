public import Bindings

/// Rows in sections, with no user interface: what a table shows, and what a person does to it.
///
/// ```swift
/// let list = ListViewModel()
/// try list.append(TextCell("Ada"))
/// try list.insert(TextCell("Alan"), at: 0, animation: .left)
/// ```
/// Rows are cells, objects of which each is in the list once. Where no section is named, the last one
/// is meant, and the first row makes one. A mistake is a ``ViewModelError`` and changes nothing: a section,
/// row or place that there is not, an item that is not in the list, and a cell or section that is given twice
/// or is in a list already. Views observe ``content`` and report what a person does; view-models observe
/// ``events``. Each call is an action: one transaction that tracks nothing, so an observer may make it. A
/// `batch` around several calls makes them one.
@MainActor
@ViewModel
open class ListViewModel: LifecycleViewModel {
  /// Whether more than one row can be selected.
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
  /// The last event in a few words, with a number: `#4 didSelect 0.1`; empty before the first.
  public var lastEvent: String { latestEvent.value.map { "#\($0.number) \($0.text)" } ?? "" }
  /// The state around the content: the list's own, unless a page gives its own.
  public var page: PageState

  let rows = ObservableSections<ListGroup, ListRow>(label: "content")
  private let eventSource = SignalSource<ListEvent>()
  private let scrollSource = SignalSource<ScrollRequest>()
  /// The latest event as text, which keeps no cell alive.
  private let latestEvent = Property<(number: Int, text: String)?>(nil, label: "events.latest")

  /// Makes an empty list, which is on a page of its own unless one is given.
  public init(page: PageState = PageState(), environment: Environment = Environment()) {
    self.page = page
    super.init(environment: environment)
    owned.keep { [weak self, rows, ownGraph] in
      if let self { return removeAllSections() }
      // Sections and cells that outlive a list which nobody has ended leave it, too.
      ownGraph.action { rows.giveBack() }
    }
  }

  /// Makes a row of a text that a person wrote; a ``TextCell`` here.
  open func makeCell(_ text: String) -> CellViewModel { TextCell(text) }

  // MARK: What a person types
  //
  // Rows are given as text and by their numbers. A macro sees a class alone, so these stand here, and
  // each is one call of an action that program code has, too.

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
  /// A subclass whose rows follow a list of its own overrides it to empty that list: the section that follows
  /// has its rows from there, and once it is removed no others come.
  @Command open func clear() { removeAllSections() }

  /// Moves a row; of two sections, `toSection` is the other one.
  @Command public func move(
    from row: Int, to goal: Int, section: Int? = nil, toSection: Int? = nil
  ) throws {
    let place = path(row, section)
    try move(from: place, to: ListPath(section: toSection ?? place.section, row: goal))
  }

  /// Shows a row again.
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

  /// Tells what happened to a row, as a view does: `report("didHighlight", at: 2)`.
  @Command public func report(
    _ event: ListEvent.CellEvent, at row: Int, section: Int? = nil
  ) throws {
    try report(event, of: existingCell(row, section))
  }

  /// Tells that the view turned to a page of rows; pages begin at 0.
  @Command public func turn(toPage page: Int) throws {
    try action { () throws(ViewModelError) in
      if page < 0 { throw ViewModelError(.noPage, "There is no page \(page). Pages begin at 0.") }
      send(.didPage(to: page))
    }
  }

  /// Asks the view to bring a row into sight.
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
  /// The sections and rows that views observe, with the changes as batches.
  public var content: LiveSections<ListGroup, ListRow> { rows }

  /// The actions of a person on the list, and the rows that its view shows.
  public var events: Signal<ListEvent> { eventSource.signal }

  /// The requests to the list's view to bring something into sight.
  public var scrolls: Signal<ScrollRequest> { scrollSource.signal }

  func send(_ event: ListEvent) {
    guard latestEvent.mayBeWritten() else { return }
    latestEvent.value = ((latestEvent.peek()?.number ?? 0) + 1, "\(event)")
    eventSource.send(event)
  }

  func send(_ request: ScrollRequest) { scrollSource.send(request) }
}

extension ListAnimation {
  init?(named name: String?) {
    guard let name else { return nil }
    self.init(rawValue: name)
  }
}
