import DisplayWidth
import ViewModels

/// Lays out an outline as lines of a given width.
struct ScreenLayout {
  let walk: ScreenWalk?
  let focus: String?
  var width: Int
  let language: HelpLanguage
  let cells: CellWidth

  func lines(of outline: ScreenOutline) -> [ScreenLine] {
    let labels = outline.items.compactMap(\.label).map { cells.of($0.printableLine) }
    let labelWidth = min(labels.max() ?? 0, width * 2 / 5)
    var isInHead = outline.kind == .page
    return outline.items.flatMap { item in
      isInHead = isInHead && (item.isChrome || item == .rule)
      return lines(of: item, labelWidth).map { line in
        var line = line
        line.isFixed = isInHead
        line.isRule = item == .rule
        if case .output = item { line.isOutput = true }
        if case .toast = item { line.isToast = true }
        line.control = item.controls.first?.id
        return line
      }
    }
  }

  private func lines(of item: ScreenItem, _ labelWidth: Int) -> [ScreenLine] {
    switch item {
    case .title(let title, let back): [titleLine(title, back)]
    case .strip(let strip):
      flow(strip.items.enumerated().map { strip.spans($0.element, at: $0.offset, self) })
    case .rule:
      [ScreenLine(String(repeating: cells.of("─") == 1 ? "─" : "-", count: width), .quiet)]
    case .note(let text): wrapped(text)
    case .sectionHeader(let text): [ScreenLine([.init("  "), .init(text, .strong)])]
    case .busy(let busy): [busyLine(busy)]
    case .empty(let empty): emptyLines(empty)
    case .field(let field, let control): fieldLines(field, control, labelWidth)
    case .output(let output): outputLines(output, labelWidth)
    case .retry(let statement):
      [ScreenLine("  \(told(.loadingFailed))", .bad)]
        + flow([button(told(.tryAgain), statement)])
    case .rows(let rows, let grid):
      grid.columns == 1 ? rows.flatMap { rowLines($0, width: width) } : tiles(rows, grid)
    case .extent(let extent):
      [ScreenLine("  " + told(.page(extent.page, of: extent.pages, rows: extent.rows)), .quiet)]
    case .more(let more): moreLines(more)
    case .buttons(let buttons): buttonLines(buttons)
    case .waiting(let button): [waitingLine(button)]
    case .editing(let label):
      wrapped(ScreenText(told(label.map(Message.goesOn(in:)) ?? .belongsToNoField), .quiet))
    case .run(let button): flow([self.button(button.title, "call")])
    case .toast(let toast): toastLines(toast)
    case .picker(let question): pickerLines(question)
    }
  }

  func told(_ message: Message) -> String { message.text(in: language) }

  func isFocused(_ id: String?) -> Bool { id != nil && id == focus }

  /// Returns the focus marker before a control, or spaces of the same width.
  func sign(_ id: String?) -> ScreenLine.Span {
    isFocused(id) ? .init("▸", .focus) : .init(String(repeating: " ", count: cells.of("▸")))
  }

  private func titleLine(_ title: String, _ back: ScreenControl?) -> ScreenLine {
    guard let back else { return ScreenLine([.init(" "), .init(title, .strong)]) }
    let isFocused = isFocused(back.id)
    let own: ScreenLine.Role? = title.isEmpty ? nil : .strong
    var line = ScreenLine([
      sign(back.id), .init("‹ ", isFocused ? .focus : nil),
      .init(title.isEmpty ? told(.back) : title, isFocused ? .focus : own),
    ])
    line.hasFocus = isFocused
    return line
  }

  /// Places groups of spans beside each other, in as many lines as they need.
  func flow(_ groups: [(spans: [ScreenLine.Span], isFocused: Bool)]) -> [ScreenLine] {
    var lines: [ScreenLine] = []
    for group in groups {
      let room = width - (lines.last?.left.width(cells) ?? width)
      if group.spans.width(cells) > room || lines.isEmpty { lines.append(ScreenLine()) }
      lines[lines.count - 1].left += group.spans
      if group.isFocused { lines[lines.count - 1].hasFocus = true }
    }
    return lines
  }

  func button(
    _ title: String, _ id: String, role: ScreenLine.Role? = nil
  ) -> (spans: [ScreenLine.Span], isFocused: Bool) {
    let isFocused = isFocused(id)
    return ([sign(id), .init("( \(title) )", isFocused ? .focus : role), .init(" ")], isFocused)
  }

  func wrapped(_ text: ScreenText) -> [ScreenLine] {
    let role = text.runs.count == 1 ? [ScreenLine.Span].text(text)[0].role : nil
    let plain = text.plain.split(whereSeparator: \.isNewline).map(\.printableLine)
    return plain.flatMap { $0.lines(within: max(1, width - 2), cells) }
      .map { ScreenLine([.init("  "), .init($0, role)]) }
  }

  private func busyLine(_ busy: ScreenPicture.Busy) -> ScreenLine {
    let name = told(busy.kind == .loading ? .loadingNow : .submittingNow)
    // The activity is a line above the content, because an overlay would cover the content.
    return ScreenLine((busy.isPulled == true ? "  ↓ " : "  ◌ ") + (busy.message ?? name), .command)
  }

  private func emptyLines(_ empty: ScreenPicture.Empty) -> [ScreenLine] {
    let lines: [ScreenLine.Span] = [
      empty.image.map { .init("[\($0)]", .quiet) }, empty.title.map { .init($0, .strong) },
      empty.subtitle.map { .init($0, .quiet) },
    ].compactMap(\.self)
    let shown = lines.isEmpty ? [.init(told(.noRows), .quiet)] : lines
    return shown.map { span in
      let span = [span].clipped(to: width, cells)
      let margin = max(0, (width - span.width(cells)) / 2)
      return ScreenLine([.init(String(repeating: " ", count: margin))] + span)
    }
  }

  /// Lays out the whole text of a toast, which no other place shows; its action is at the right of the first line.
  private func toastLines(_ toast: ScreenPicture.Toast) -> [ScreenLine] {
    let isFocused = isFocused(toast.statement)
    let role: ScreenLine.Role? = isFocused ? .focus : nil
    let action: [ScreenLine.Span] =
      toast.action.map { [.init("( \($0) )", isFocused ? .focus : .command)] } ?? []
    let room = max(8, width - 4 - (action.isEmpty ? 0 : action.width(cells) + 1))
    let texts = toast.text.split(whereSeparator: \.isNewline)
      .flatMap { $0.printableLine.lines(within: room, cells) }
    var first = ScreenLine(
      [
        sign(toast.statement),
        .init(toast.isFailure ? "✗ " : "✓ ", toast.isFailure ? .bad : .good),
        .init(texts.first ?? "", role),
      ], right: action)
    first.hasFocus = isFocused
    return [first] + texts.dropFirst().map { ScreenLine([.init("    "), .init($0, role)]) }
  }
}

extension ScreenItem {
  /// The name in front of a value.
  fileprivate var label: String? {
    switch self {
    case .field(let field, _): field.label
    case .output(let output): output.label
    default: nil
    }
  }
}

extension ScreenPicture.Strip {
  fileprivate func spans(
    _ item: ScreenPicture.Item, at index: Int, _ layout: ScreenLayout
  ) -> (spans: [ScreenLine.Span], isFocused: Bool) {
    let isFocused = layout.isFocused(item.statement)
    let text = index == selected ? "[\(item.title)]" : " \(item.title) "
    let role: ScreenLine.Role? = isFocused ? .focus : index == selected ? .strong : nil
    return ([layout.sign(item.statement), .init(text, role)], isFocused)
  }
}
