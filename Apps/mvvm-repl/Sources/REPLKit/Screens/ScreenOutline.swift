/// The lines of a picture in the order in which they stand and are walked through, without a width.
///
/// What covers a page is an outline of its own, so the front one alone can be acted on.
struct ScreenOutline: Hashable {
  /// The form in which it is drawn.
  enum Kind: Hashable {
    case page, sheet, question, call
  }

  /// The page that an outline is of, as far as one can tell it from others.
  struct Page: Hashable {
    let kind: Kind
    let title: String?
    let escape: String?
    /// The number of the part of a long list.
    var part = 0

    /// Whether it is that page, whichever part of its list is in sight.
    func isSame(as other: Page) -> Bool {
      kind == other.kind && title == other.title && escape == other.escape
    }
  }

  let kind: Kind
  /// The heading of what covers a page.
  var title: String?
  var items: [ScreenItem] = []
  /// What covers it; one at most.
  var covers: [ScreenOutline] = []
  /// The statement that leaves it.
  var escape: String?
  /// The statement that loads it anew.
  var pull: String?
  /// The statements that show the rows before and behind those in sight.
  var previous: String?
  var next: String?

  /// The one that nothing covers.
  var front: ScreenOutline { covers.first?.front ?? self }

  /// The one that has the keys: that of the field in which a text is edited, whatever has come over it since, or else the
  /// one that nothing covers.
  func current(_ walk: ScreenWalk) -> ScreenOutline {
    walk.typing.flatMap { holding($0.control) } ?? front
  }

  /// Itself or what covers it, whichever has a text field of an identity.
  private func holding(_ id: String) -> ScreenOutline? {
    control(id)?.field?.isTyped == true ? self : covers.first?.holding(id)
  }

  /// What can be acted on in the lines that have something.
  var controls: [[ScreenControl]] { items.map(\.controls).filter { !$0.isEmpty } }

  /// The control to begin with: the first one of the content, or of what stands above it.
  var firstControl: ScreenControl? {
    (items.first { !$0.isChrome && !$0.controls.isEmpty }?.controls ?? controls.first)?.first
  }

  var page: Page {
    var page = Page(kind: kind, title: title, escape: escape)
    for case .extent(let extent) in items { page.part = extent.page }
    return page
  }

  /// The control that stands where another one was on this page; of another part of a long list its first row, or
  /// its last one when it is a part before.
  func control(at place: ScreenWalk.Place) -> ScreenControl? {
    let (page, controls) = (page, controls)
    guard page.isSame(as: place.page), place.control != nil, !controls.isEmpty else { return nil }
    guard page.part == place.page.part else {
      let rows = items.filter(\.isRows).map(\.controls).filter { !$0.isEmpty }
      return (page.part > place.page.part ? rows.first : rows.last)?.first
    }
    let line = controls[min(place.line, controls.count - 1)]
    return line[min(place.column, line.count - 1)]
  }

  /// Where a control is among ``controls``.
  func place(of id: String) -> (line: Int, column: Int)? {
    for (line, row) in controls.enumerated() {
      if let column = row.firstIndex(where: { $0.id == id }) { return (line, column) }
    }
    return nil
  }

  /// The control of an identity.
  func control(_ id: String?) -> ScreenControl? {
    guard let id, let place = place(of: id) else { return nil }
    return controls[place.line][place.column]
  }
}

/// Something on a screen that a person can act on.
struct ScreenControl: Hashable {
  enum Action: Hashable {
    /// Runs a statement.
    case press(String)
    /// Changes an input.
    case edit(ScreenPicture.Field)
    /// Asks for the values of a command.
    case ask(ScreenPicture.Button)
    /// Changes the value of a command that is asked for, by its number.
    case fill(Int, ScreenPicture.Field)
    /// Runs the command with the values that were asked for.
    case call
    /// Picks a row of a column.
    case pick(column: Int)
    /// Does nothing: the button was pressed, or may not be now, and keeps the focus until it may again.
    case wait
  }

  /// The identity, which stays when the screen changes around it.
  let id: String
  let action: Action

  init(_ id: String, _ action: Action) { (self.id, self.action) = (id, action) }

  /// Runs a statement, by which it is known.
  init(_ statement: String) { self.init(statement, .press(statement)) }

  /// The field that is changed, if it is one.
  var field: ScreenPicture.Field? {
    switch action {
    case .edit(let field), .fill(_, let field): field
    case .press, .ask, .call, .pick, .wait: nil
    }
  }
}

/// A line of an outline, or several that belong together.
enum ScreenItem: Hashable {
  case title(String, back: ScreenControl?)
  case strip(ScreenPicture.Strip)
  case rule
  case note(ScreenText)
  case sectionHeader(String)
  case busy(ScreenPicture.Busy)
  case empty(ScreenPicture.Empty)
  case field(ScreenPicture.Field, ScreenControl)
  case output(ScreenPicture.Output)
  case retry(String)
  /// Rows beside each other; a single one in a list.
  case rows([ScreenPicture.Row], columns: Int)
  case extent(ScreenPicture.Extent)
  case more(ScreenPicture.More)
  case buttons([ScreenPicture.Button])
  /// A button that cannot be pressed and had the focus when it still could.
  case waiting(ScreenPicture.Button)
  /// The editing of a text that something has come over; `nil` when its field is gone.
  case editing(String?)
  case run(ScreenPicture.Button)
  case toast(ScreenPicture.Toast)
  case picker(ScreenPicture.Question)

  /// What can be acted on, from left to right.
  var controls: [ScreenControl] {
    switch self {
    case .title(_, let back): back.map { [$0] } ?? []
    case .strip(let strip): strip.items.map { ScreenControl($0.statement) }
    case .field(_, let control): [control]
    case .retry(let statement): [ScreenControl(statement)]
    case .rows(let rows, _):
      rows.flatMap { [$0.statement, $0.imageRetry, $0.detailStatement].compactMap(\.self) }
        .map { ScreenControl($0) }
    case .more(let more): more.statement.map { [ScreenControl($0)] } ?? []
    case .buttons(let buttons): buttons.compactMap(\.control)
    case .waiting(let button): [ScreenControl(button.statement, .wait)]
    case .run: [ScreenControl("call", .call)]
    case .toast(let toast): [ScreenControl(toast.statement)]
    case .picker(let question):
      question.columns.indices.map { ScreenControl("column \($0)", .pick(column: $0)) }
    case .rule, .note, .sectionHeader, .busy, .empty, .output, .extent, .editing: []
    }
  }

  /// Whether it is a row of a list.
  var isRows: Bool { if case .rows = self { true } else { false } }

  /// Whether it belongs to the frame around the content.
  var isChrome: Bool {
    switch self {
    case .title, .strip: true
    default: false
    }
  }
}

extension ScreenPicture.Button {
  /// What pressing it does; `nil` while it cannot be pressed.
  var control: ScreenControl? {
    guard reason == nil else { return nil }
    return parameters.isEmpty ? ScreenControl(statement) : ScreenControl(statement, .ask(self))
  }
}
