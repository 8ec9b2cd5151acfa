import ViewModels

extension ScreenOutline {
  init(_ picture: ScreenPicture, _ walk: ScreenWalk = ScreenWalk()) {
    self.init(page: picture, .page, walk, over: picture.sheets[...])
    if walk.isAstray {
      tell(.editing(nil))
    } else if walk.typing != nil, !current(walk).covers.isEmpty {
      tell(.editing(current(walk).control(walk.typing?.control)?.field?.label))
    }
  }

  /// Adds an item to the front outline.
  private mutating func tell(_ item: ScreenItem) {
    if covers.isEmpty { items.append(item) } else { covers[0].tell(item) }
  }

  /// Creates the outline of a page and of the sheets over it.
  private init(
    page: ScreenPicture, _ kind: Kind, _ walk: ScreenWalk,
    over sheets: ArraySlice<ScreenPicture>
  ) {
    self.kind = kind
    title = page.title
    escape = page.back
    addFrame(of: page)
    add(page, walk.remembered)
    items += page.allToasts.map { .toast($0) }
    if let sheet = sheets.first {
      covers = [ScreenOutline(page: sheet, .sheet, walk, over: sheets.dropFirst())]
    } else {
      let question = ScreenOutline(page.allQuestions[...], walk)
      let call = walk.call.flatMap { controls.joined().contains($0.control) ? $0 : nil }
      if let call, question == nil || walk.typing?.isOfCall == true {
        covers = [ScreenOutline(call)]
        covers[0].covers = question.map { [$0] } ?? []
      } else if let question {
        covers = [question]
      }
    }
  }

  /// Adds the title, the back button, the tabs and the segments.
  private mutating func addFrame(of page: ScreenPicture) {
    let back = page.back.map { ScreenControl($0) }
    if kind == .sheet {
      if let back { items.append(.title("", back: back)) }
    } else if page.title != nil || back != nil {
      items.append(.title(page.title ?? "", back: back))
    }
    if let tabs = page.tabs { items.append(.strip(tabs)) }
    if let segments = page.segments { items.append(.strip(segments)) }
    if kind == .page, !items.isEmpty { items.append(.rule) }
  }

  /// Adds the content of a page; a disabled button in `remembered` can still have the focus.
  private mutating func add(_ page: ScreenPicture, _ remembered: Set<String>) {
    if let warning = page.warning { items.append(.note(ScreenText("! \(warning)", .bad))) }
    if let header = page.header { items.append(.note(header)) }
    if let busy = page.busy { items.append(.busy(busy)) }
    items += page.fields.map { .field($0, ScreenControl($0.path, .edit($0))) }
    items += page.outputs.map { .output($0) }
    if let empty = page.empty { items.append(.empty(empty)) }
    if let retry = page.retry { items.append(.retry(retry)) }
    if page.empty == nil { addTable(of: page) }
    pull = pull ?? page.pull
    for part in page.parts {
      if let title = part.title { items.append(.sectionHeader(title)) }
      if let tabs = part.tabs { items.append(.strip(tabs)) }
      if let segments = part.segments { items.append(.strip(segments)) }
      add(part, remembered)
    }
    if let footer = page.footer { items.append(.note(footer)) }
    let ready = page.buttons.filter { $0.reason == nil }
    if !ready.isEmpty { items.append(.buttons(ready)) }
    items += page.buttons.filter { $0.reason != nil }
      .map { remembered.contains($0.statement) ? .waiting($0) : .buttons([$0]) }
  }

  /// Adds the rows of a page, and the ways to other rows.
  private mutating func addTable(of page: ScreenPicture) {
    for section in page.sections { add(section, ScreenGrid(of: page)) }
    if let extent = page.extent {
      items.append(.extent(extent))
      (previous, next) = (previous ?? extent.previous, next ?? extent.next)
    }
    if let more = page.more {
      items.append(.more(more))
      if page.extent?.next == nil { next = next ?? more.statement }
    }
  }

  private mutating func add(_ section: ScreenPicture.Section, _ grid: ScreenGrid) {
    items += (section.header?.split(separator: "\n") ?? []).map { .sectionHeader(String($0)) }
    var rest = section.rows[...]
    while !rest.isEmpty {
      items.append(.rows(Array(rest.prefix(grid.columns)), grid))
      rest = rest.dropFirst(grid.columns)
    }
    if let footer = section.footer { items.append(.note(ScreenText(footer, .quiet))) }
  }

  /// Creates the outlines of questions, each over the previous one.
  private init?(_ questions: ArraySlice<ScreenPicture.Question>, _ walk: ScreenWalk) {
    guard let question = questions.first else { return nil }
    kind = .question
    title = question.caption
    escape = question.dismiss
    if let image = question.image { items.append(.note(ScreenText("[\(image)]", .quiet))) }
    if let text = question.styledMessage ?? question.message.map({ ScreenText($0) }) {
      items.append(.note(text))
    }
    switch question.kind {
    case .picker:
      var question = question
      if questions.count == 1 { question.selected = walk.picks(of: question) }
      items.append(.picker(question))
    case .alert:
      if !question.actions.isEmpty { items.append(.buttons(question.actions)) }
    case .sheet, .menu: items += question.actions.map { .buttons([$0]) }
    }
    if let next = ScreenOutline(questions.dropFirst(), walk) { covers = [next] }
  }

  /// Creates the form for the arguments of a command.
  private init(_ call: ScreenWalk.Call) {
    kind = .call
    title = call.button.title
    for (number, field) in call.fields.enumerated() {
      items.append(
        .field(field, ScreenControl(ScreenWalk.Call.identity(number), .fill(number, field))))
    }
    items.append(.run(call.button))
  }
}

extension ScreenPicture {
  fileprivate var allToasts: [Toast] { toasts + parts.flatMap(\.allToasts) }

  fileprivate var allQuestions: [Question] { questions + parts.flatMap(\.allQuestions) }
}
