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
    let isRefused = typing?.isRefused == true || field.isRefused
    let refusal = isRefused ? field.problem(typing: typing?.text ?? field.editedText) : nil
    guard let problem = refusal.map(told) ?? field.problem else { return [line] }
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
    case .text, .secure, .number, .decimal: break
    }
    // As wide while one types in it.
    let inner = min(room, field.kind == .text || field.kind == .secure ? 30 : 12)
    let spans =
      typing.map { edited($0, isSecure: field.isSecure, inner) }
      ?? [ScreenLine.Span(field.isSecure ? dots(field) : field.editedText, role)].clipped(
        to: inner, cells)
    let rest = String(repeating: " ", count: max(0, inner - spans.width(cells)))
    let frame: ScreenLine.Role = typing == nil ? .quiet : .focus
    return [.init("[", frame)] + spans + [.init(rest), .init("]", frame)]
  }

  /// The part of a text around the cursor.
  private func edited(
    _ typing: ScreenWalk.Typing, isSecure: Bool, _ width: Int
  ) -> [ScreenLine.Span] {
    func shown(_ text: String) -> String {
      isSecure ? String(repeating: "•", count: text.count) : text
    }
    let (left, right) = (shown(typing.before), shown(typing.after))
    // The cursor, and a sign that the text goes on, have room behind what is left of it.
    var room = width - cells.of("▏") - (right.isEmpty ? 0 : cells.of("…"))
    let near = left.reversed().prefix { character in
      room -= cells.of(String(character))
      return room >= 0
    }
    let spans: [ScreenLine.Span] = [
      .init(String(near.reversed())), .init("▏", .focus), .init(right),
    ]
    return spans.clipped(to: width, cells)
  }

  private func dots(_ field: ScreenPicture.Field) -> String {
    if case .string(let dots) = field.value { return dots }
    return ""
  }

  func outputLines(_ output: ScreenPicture.Output, _ labelWidth: Int) -> [ScreenLine] {
    let label = [ScreenLine.Span(output.label, .quiet)].clipped(to: labelWidth, cells)
    let pad = String(repeating: " ", count: max(0, labelWidth - label.width(cells)) + 2)
    return [ScreenLine([.init("  ")] + label + [.init(pad)] + .text(output.text))]
  }

  /// Buttons that can be pressed beside each other; another one with the reason.
  func buttonLines(_ buttons: [ScreenPicture.Button]) -> [ScreenLine] {
    if let button = buttons.first, let reason = button.reason {
      return [ScreenLine("  ( \(Self.sign(button))\(button.title) ) \(reason)", .quiet)]
    }
    return flow(
      buttons.map { button in
        let role: ScreenLine.Role = button.role == .destructive ? .bad : .plain
        let title = Self.sign(button) + button.title + (button.parameters.isEmpty ? "" : "…")
        return self.button(title, button.statement, role: role)
      })
  }

  /// The sign of a button whose command goes on, and its picture.
  private static func sign(_ button: ScreenPicture.Button) -> String {
    (button.isRunning ? "◌ " : "") + (button.image.map { "[\($0)] " } ?? "")
  }
}
