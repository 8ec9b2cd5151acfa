/// The items of a picture in reading and focus order, before a layout gives them a width.
///
/// Each cover of a page is an outline of its own, so that a person can act on the front outline only.
struct ScreenOutline: Hashable {
  enum Kind: Hashable {
    case page, sheet, question, call
  }

  /// The identity of a page, as far as its outline tells it.
  struct Page: Hashable {
    let kind: Kind
    let title: String?
    let escape: String?
    /// The visible page of a long list; 0 without a long list.
    var part = 0

    /// Whether both are the same page; the visible part of a list does not matter.
    func isSame(as other: Page) -> Bool {
      kind == other.kind && title == other.title && escape == other.escape
    }
  }

  let kind: Kind
  /// The heading, such as the title of a page or the caption of a question.
  var title: String?
  var items: [ScreenItem] = []
  /// The outline that covers this one; at most one element.
  var covers: [ScreenOutline] = []
  /// The statement that leaves the page, or dismisses the question.
  var escape: String?
  /// The statement that reloads the page.
  var pull: String?
  /// The statements that show the previous and the next page of rows; `next` may load more rows.
  var previous: String?
  var next: String?

  /// The front outline, which nothing covers.
  var front: ScreenOutline { covers.first?.front ?? self }

  /// Returns the outline that receives the keys: the one with the edited text field, even if covered, or else the front
  /// one.
  func current(_ walk: ScreenWalk) -> ScreenOutline {
    walk.typing.flatMap { holding($0.control) } ?? front
  }

  /// Returns this outline or the cover over it, whichever contains the text field with the identity.
  private func holding(_ id: String) -> ScreenOutline? {
    control(id)?.field?.isTyped == true ? self : covers.first?.holding(id)
  }

  /// The controls, line by line; lines without a control are left out.
  var controls: [[ScreenControl]] { items.map(\.controls).filter { !$0.isEmpty } }

  /// The initial focus: the first control of the content, or else the first control of the title or the tabs.
  var firstControl: ScreenControl? {
    (items.first { !$0.isChrome && !$0.controls.isEmpty }?.controls ?? controls.first)?.first
  }

  var page: Page {
    var page = Page(kind: kind, title: title, escape: escape)
    for case .extent(let extent) in items { page.part = extent.page }
    return page
  }

  /// Returns the control at the position that another control had on this page.
  ///
  /// If another part of a long list is visible now, the result is the first row of a later part, or the last row of an
  /// earlier part.
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

  func place(of id: String) -> (line: Int, column: Int)? {
    for (line, row) in controls.enumerated() {
      if let column = row.firstIndex(where: { $0.id == id }) { return (line, column) }
    }
    return nil
  }

  func control(_ id: String?) -> ScreenControl? {
    guard let id, let place = place(of: id) else { return nil }
    return controls[place.line][place.column]
  }
}

/// A control of a screen: an element that a person can act on.
struct ScreenControl: Hashable {
  enum Action: Hashable {
    /// Runs a statement.
    case press(String)
    /// Changes an input.
    case edit(ScreenPicture.Field)
    /// Opens the form for the arguments of a command.
    case ask(ScreenPicture.Button)
    /// Changes an argument in the form, by the index of its parameter.
    case fill(Int, ScreenPicture.Field)
    /// Runs the command with the arguments in the form.
    case call
    /// Picks a row of a column.
    case pick(column: Int)
    /// Does nothing; the disabled button keeps the focus until it is enabled again, for example after its command has
    /// run.
    case wait
  }

  /// The identity of the control, which stays the same when the rest of the screen changes.
  let id: String
  let action: Action

  init(_ id: String, _ action: Action) { (self.id, self.action) = (id, action) }

  /// Creates a control that runs a statement; the statement is its identity.
  init(_ statement: String) { self.init(statement, .press(statement)) }

  /// The field that the control changes; `nil` for any other control.
  var field: ScreenPicture.Field? {
    switch action {
    case .edit(let field), .fill(_, let field): field
    case .press, .ask, .call, .pick, .wait: nil
    }
  }
}

/// The arrangement of tiles, as it is wanted; a layout has less where there is no room.
struct ScreenGrid: Hashable {
  let columns: Int
  let spacing: Int
  let margin: Int

  init(of page: ScreenPicture) {
    (columns, spacing, margin) = (max(1, page.columns), page.spacing, page.margin)
  }
}

/// An item of an outline: one line, or several lines that belong together.
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
  /// Rows beside each other; a list has one row at a time.
  case rows([ScreenPicture.Row], ScreenGrid)
  case extent(ScreenPicture.Extent)
  case more(ScreenPicture.More)
  case buttons([ScreenPicture.Button])
  /// A disabled button that had the focus while it was enabled.
  case waiting(ScreenPicture.Button)
  /// A hint that a cover hides the edited field of that label; `nil` when the typed text belongs to no field.
  case editing(String?)
  case run(ScreenPicture.Button)
  case toast(ScreenPicture.Toast)
  case picker(ScreenPicture.Question)

  /// The controls of the item, from left to right.
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

  var isRows: Bool { if case .rows = self { true } else { false } }

  /// Whether the item belongs to the frame around the content.
  var isChrome: Bool {
    switch self {
    case .title, .strip: true
    default: false
    }
  }
}

extension ScreenPicture.Button {
  /// The control of the button; `nil` while the button is disabled.
  var control: ScreenControl? {
    guard reason == nil else { return nil }
    return parameters.isEmpty ? ScreenControl(statement) : ScreenControl(statement, .ask(self))
  }
}
