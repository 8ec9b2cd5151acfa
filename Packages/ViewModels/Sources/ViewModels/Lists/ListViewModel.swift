public import Bindings

/// Rows in sections, with no user interface: what a table shows, and what a person does to it.
///
/// ```swift
/// let list = ListViewModel()
/// try list.append(TextCell("Ada"))
/// try list.insert(TextCell("Alan"), at: 0, animation: .left)
/// ```
/// Rows are cells, objects of which each is in the list once. Where no section is named, the last one
/// is meant, and the first row makes one. What is wrong is a ``ListError`` and changes nothing. Views
/// observe ``content`` and report what a person does; view-models observe ``events``. Each call is one
/// transaction, and a `batch` around several calls makes them one. The main actor guards it.
@MainActor
@ViewModel
open class ListViewModel: LifecycleViewModel {
  /// Whether wrong calls do nothing instead of throwing, as the lists of old did.
  public var isLenient: Bool = false
  /// Whether more than one row can be selected.
  public var allowsMultipleSelection: Bool = false
  /// The selected rows, in the order of their selection.
  public internal(set) var selectedCells: [CellViewModel] = []
  /// The sections, in order.
  public var sections: [SectionViewModel] { content.headers.map(\.section) }
  /// The rows of all sections, in order.
  public var cells: [CellViewModel] { content.value.flatMap { $0.rows.map(\.cell) } }
  /// How many rows there are in all sections.
  public var count: Int { content.rowCount }
  /// How many sections there are.
  public var sectionCount: Int { content.count }
  /// The last change in a few words, with a number: `#2 + rows 0.1 left`; empty before the first.
  public internal(set) var lastChange: String = ""
  /// The last event in a few words, with a number: `#4 didSelect 0.1`; empty before the first.
  public internal(set) var lastEvent: String = ""
  /// What is shown around the content: the list's own state, unless a page gives its own.
  public var page: PageState

  let rows = ObservableSections<ListGroup, ListRow>(label: "content")
  private let eventSource = SignalSource<ListEvent>()
  private let scrollSource = SignalSource<ScrollRequest>()
  @Ignored private var changeCount = 0
  @Ignored private var eventCount = 0

  /// Makes an empty list.
  ///
  /// - Parameters:
  ///   - page: What is shown around the content of the page that the list is on.
  ///   - environment: What the list gets from around it.
  public init(page: PageState = PageState(), environment: Environment = Environment()) {
    self.page = page
    super.init(environment: environment)
    owned.keep { [weak self] in self?.removeAllSections() }
    keep(
      changes.observe { [weak self] changes in
        guard let self else { return }
        changeCount += 1
        lastChange = "#\(changeCount) \(changes.summary)"
      })
  }

  /// Makes a row of a text that a person wrote; a ``TextCell`` here.
  open func makeCell(_ text: String) -> CellViewModel { TextCell(text) }

  // MARK: Commands for who types

  private func make(_ text: String) -> CellViewModel { ownGraph.run { makeCell(text) } }

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
    try replace(
      from: row, with: [make(text)], section: section, animation: ListAnimation(named: style))
  }

  /// Removes a row.
  @Command public func remove(at row: Int, section: Int? = nil, style: String? = nil) throws {
    try remove(rows: row..<(row + 1), section: section, animation: ListAnimation(named: style))
  }

  /// Removes all rows and sections.
  @Command public func clear() { removeAllSections() }

  /// Moves a row; of two sections, `toSection` is the other one.
  @Command public func move(
    from row: Int, to goal: Int, section: Int? = nil, toSection: Int? = nil
  ) throws {
    let section = section ?? lastSection
    try move(
      from: ListPath(section: section, row: row),
      to: ListPath(section: toSection ?? section, row: goal))
  }

  /// Shows a row anew.
  @Command public func reload(at row: Int, section: Int? = nil) throws {
    try reload(rows: row..<(row + 1), section: section)
  }

  /// Adds a section at the end.
  @Command public func addSection(_ title: String? = nil, footer: String? = nil) throws {
    try append(ownGraph.run { SectionViewModel(headerTitle: title, footerTitle: footer) })
  }

  /// Removes a section with its rows.
  @Command public func removeSection(at index: Int, style: String? = nil) throws {
    try remove(sections: index..<(index + 1), animation: ListAnimation(named: style))
  }

  /// Selects a row.
  @Command public func select(at row: Int, section: Int? = nil) throws {
    try attempt { () throws(ListError) in try select(self.cell(at: row, section)) }
  }

  /// Deselects a row.
  @Command public func deselect(at row: Int, section: Int? = nil) throws {
    try attempt { () throws(ListError) in try deselect(self.cell(at: row, section)) }
  }

  /// Tells what happened to a row, as a view does: `report("didHighlight", at: 2)`.
  @Command public func report(
    _ event: ListEvent.CellEvent, at row: Int, section: Int? = nil
  ) throws {
    try attempt { () throws(ListError) in try report(event, of: self.cell(at: row, section)) }
  }

  /// Tells that the view turned to a page of rows; pages begin at 0.
  @Command public func turn(toPage page: Int) throws { try report(pageTo: page) }

  /// Asks the view to bring a row into sight.
  @Command public func scroll(to row: Int, section: Int? = nil) throws {
    try scroll(to: ListPath(section: section ?? lastSection, row: row))
  }
}

extension ListViewModel {
  /// What views observe: sections and rows, with the changes as batches.
  ///
  /// ```swift
  /// let token = list.content.observeChanges { update in table.show(update) }
  /// ```
  public var content: LiveSections<ListGroup, ListRow> { rows }

  /// What a person does to the list, and what its view shows of it.
  public var events: Signal<ListEvent> { eventSource.signal }

  /// What the list asks its view to bring into sight.
  public var scrolls: Signal<ScrollRequest> { scrollSource.signal }

  func send(_ event: ListEvent) {
    eventCount += 1
    lastEvent = "#\(eventCount) \(event)"
    eventSource.send(event)
  }

  func send(_ request: ScrollRequest) { scrollSource.send(request) }

  /// Each change as it is delivered to views, without the first state.
  public var changes: Signal<ListViewChanges> {
    Signal.create { [content] observer in
      let token = content.observeChanges { update in
        if let changes = update.changes { observer.send(changes) }
      }
      return { token.cancel() }
    }
  }
}

extension ListViewModel: RowCounting {
  /// How many rows a section has; 0 for a section that there is not.
  public func rowCount(in section: Int) -> Int {
    (0..<content.count).contains(section) ? content.rowCount(in: section) : 0
  }
}

extension ListAnimation {
  /// The style of a name, if there is one.
  init?(named name: String?) {
    guard let name else { return nil }
    self.init(rawValue: name)
  }
}
