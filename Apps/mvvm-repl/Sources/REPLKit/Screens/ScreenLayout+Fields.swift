import DisplayWidth
import ViewModels

extension ScreenLayout {
  /// A field with its label, and what is wrong with it below.
  func fieldLines(
    _ field: ScreenPicture.Field, _ control: ScreenControl, _ labelWidth: Int
  ) -> [ScreenLine] {
    let isFocused = isFocused(control.id)
    let typing = walk?.typing?.control == control.id ? walk?.typing : nil
    let role: ScreenLine.Role = isFocused ? .focus : .plain
    let label = [ScreenLine.Span(field.label, isFocused ? .focus : .quiet)]
      .clipped(to: labelWidth, cells)
    let pad = String(repeating: " ", count: max(0, labelWidth - label.width(cells)) + 2)
    var line = ScreenLine([sign(control.id), .init(" ")] + label + [.init(pad)])
    line.hasFocus = isFocused
    let room = max(4, width - labelWidth - 6)
    line.left += value(of: field, typing, role, room)
    guard field.problem != nil || typing?.isRefused == true else { return [line] }
    let isRefused = typing?.isRefused == true || field.path.isEmpty
    let problem = isRefused ? told(.doesNotFit(field.kind)) : field.problem ?? ""
    let margin = String(repeating: " ", count: labelWidth + 4)
    return [line, ScreenLine([.init(margin), .init("✗ \(problem)", .bad)])]
  }

  private func value(
    of field: ScreenPicture.Field, _ typing: ScreenWalk.Typing?, _ role: ScreenLine.Role,
    _ room: Int
  ) -> [ScreenLine.Span] {
    switch field.kind {
    case .toggle: return [.init(field.value == .bool(true) ? "[x]" : "[ ]", role)]
    case .choice:
      let text = field.editedText.isEmpty ? "–" : field.editedText
      return [.init("‹ \(text) ›", role)].clipped(to: room, cells)
    case .slider: return [.init(slider(field, room: min(room, 24)), role)]
    case .text, .secure, .number, .decimal: break
    }
    guard let typing else {
      let text = field.isSecure ? dots(field) : field.editedText
      let inner = min(room, field.kind == .text || field.kind == .secure ? 30 : 12)
      let spans = [ScreenLine.Span(text, role)].clipped(to: inner, cells)
      let rest = String(repeating: " ", count: max(0, inner - spans.width(cells)))
      return [.init("[", .quiet)] + spans + [.init(rest), .init("]", .quiet)]
    }
    let shown = typing.text.map { field.isSecure ? "•" : $0 }
    // The part around the cursor stays in sight.
    var (first, width) = (typing.cursor, 0)
    while first > 0 {
      width += cells.of(String(shown[first - 1]))
      guard width <= room - 4 else { break }
      first -= 1
    }
    let left = shown[first..<typing.cursor]
    let start = typing.cursor < shown.count ? shown[typing.cursor...] : []
    let spans: [ScreenLine.Span] = [
      .init("[", .focus), .init(String(left)), .init("▏", .focus), .init(String(start)),
    ]
    return spans.clipped(to: room, cells) + [.init("]", .focus)]
  }

  private func dots(_ field: ScreenPicture.Field) -> String {
    if case .string(let dots) = field.value { return dots }
    return ""
  }

  private func slider(_ field: ScreenPicture.Field, room: Int) -> String {
    let text = field.editedText
    let bar = max(4, room - cells.of(text) - 2)
    let span = field.greatest - field.least
    let part = span > 0 ? ((field.number ?? field.least) - field.least) / span : 0
    let place = Int((min(max(part, 0), 1) * Double(bar - 1)).rounded())
    let line = cells.of("─") == 1 ? "─" : "-"
    return String(repeating: line, count: place) + "●"
      + String(repeating: line, count: bar - 1 - place) + "  \(text)"
  }

  func outputLines(_ output: ScreenPicture.Output, _ labelWidth: Int) -> [ScreenLine] {
    let label = [ScreenLine.Span(output.label, .quiet)].clipped(to: labelWidth, cells)
    let pad = String(repeating: " ", count: max(0, labelWidth - label.width(cells)) + 2)
    return [ScreenLine([.init("  ")] + label + [.init(pad)] + .text(output.text))]
  }

  /// Buttons that can be pressed beside each other; another one with the reason.
  func buttonLines(_ buttons: [ScreenPicture.Button]) -> [ScreenLine] {
    if let button = buttons.first, let reason = button.reason {
      return [ScreenLine("  ( \(button.title) ) \(reason)", .quiet)]
    }
    return flow(
      buttons.map { button in
        let role: ScreenLine.Role = button.role == .destructive ? .bad : .plain
        let title = button.title + (button.parameters.isEmpty ? "" : "…")
        return self.button(title, button.statement, role: role)
      })
  }
}
