import DisplayWidth
import ViewModels

extension ScreenLayout {
  /// Returns the line of a field with its label, and a line below with the problem of its value.
  func fieldLines(
    _ field: ScreenPicture.Field, _ control: ScreenControl, _ labelWidth: Int
  ) -> [ScreenLine] {
    let isFocused = isFocused(control.id)
    let typing = walk?.typing?.control == control.id ? walk?.typing : nil
    let role: ScreenLine.Role? = isFocused ? .focus : field.role.look
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
    of field: ScreenPicture.Field, _ typing: ScreenWalk.Typing?, _ role: ScreenLine.Role?,
    _ room: Int
  ) -> [ScreenLine.Span] {
    switch field.kind {
    case .toggle: return [.init(field.value == .bool(true) ? "[x]" : "[ ]", role)]
    case .choice:
      let text = field.editedText.isEmpty ? "–" : field.editedText
      return [.init("‹ \(text) ›", role)].clipped(to: room, cells)
    case .scale: return scale(of: field, role, room)
    case .text, .secure, .number, .decimal: break
    }
    // A field has the same width while a person types in it.
    let inner = min(room, field.kind == .text || field.kind == .secure ? 30 : 12)
    let spans =
      typing.map { edited($0, isSecure: field.isSecure, inner) }
      ?? [ScreenLine.Span(field.isSecure ? dots(field) : field.editedText, role)].clipped(
        to: inner, cells)
    let rest = String(repeating: " ", count: max(0, inner - spans.width(cells)))
    let frame: ScreenLine.Role = typing == nil ? .quiet : .focus
    return [.init("[", frame)] + spans + [.init(rest), .init("]", frame)]
  }

  /// Returns the visible part of an edited text around the cursor.
  private func edited(
    _ typing: ScreenWalk.Typing, isSecure: Bool, _ width: Int
  ) -> [ScreenLine.Span] {
    func shown(_ text: String) -> String {
      isSecure ? String(repeating: "•", count: text.count) : text
    }
    let (left, right) = (shown(typing.before), shown(typing.after))
    let room = width - cells.of("▏")
    let (leftWidth, rightWidth) = (cells.of(left), cells.of(right))
    // In a text that is too long, the text after the cursor gets up to a third of the room.
    let behind = min(rightWidth, max(room / 3, room - leftWidth))
    return [
      .init(left.cutAtStart(to: room - behind, cells)), .init("▏", .focus),
      .init(right.cut(to: behind, cells)),
    ]
  }

  /// Returns a slider bar or stars, and then the number.
  private func scale(
    of field: ScreenPicture.Field, _ role: ScreenLine.Role?, _ room: Int
  ) -> [ScreenLine.Span] {
    guard let scale = field.scale, let value = field.value.number else { return [] }
    let number = ScreenLine.Span(" \(field.editedText)", role)
    let drawn: String
    if scale.look == .stars, (1...10).contains(scale.maximum) {
      let (stars, full) = (Int(scale.maximum), Int(max(0, min(value, scale.maximum)).rounded()))
      drawn =
        String(repeating: "★", count: full) + String(repeating: "☆", count: max(0, stars - full))
    } else {
      let length = max(2, min(20, room - 3 - [number].width(cells)) / cells.of("─"))
      let place = Int((scale.share(of: value) * Double(length)).rounded())
      func bar(_ count: Int) -> String { String(repeating: "─", count: count) }
      drawn = "├\(bar(place))●\(bar(length - place))┤"
    }
    return [.init(drawn, role), number].clipped(to: room, cells)
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

  /// Lays out enabled buttons beside each other, or a disabled button with the reason.
  func buttonLines(_ buttons: [ScreenPicture.Button]) -> [ScreenLine] {
    if let button = buttons.first, let reason = button.reason {
      return [ScreenLine("  \(Self.frame(button)) \(reason)", .quiet)]
    }
    return flow(
      buttons.map { button in
        let role: ScreenLine.Role? = button.role == .destructive ? .bad : nil
        let title = Self.sign(button) + button.title + (button.parameters.isEmpty ? "" : "…")
        return self.button(title, button.statement, role: role)
      })
  }

  /// Returns the line of a disabled button that keeps the focus, with the reason.
  func waitingLine(_ button: ScreenPicture.Button) -> ScreenLine {
    let isFocused = isFocused(button.statement)
    var line = ScreenLine([
      isFocused ? sign(button.statement) : .init("  "),
      .init(isFocused ? " " : ""),
      .init(Self.frame(button), isFocused ? .focus : .quiet),
      .init(" \(button.reason ?? "")", .quiet),
    ])
    line.hasFocus = isFocused
    return line
  }

  private static func frame(_ button: ScreenPicture.Button) -> String {
    "( \(sign(button))\(button.title) )"
  }

  /// Returns the sign of a running command, and the image of the button.
  private static func sign(_ button: ScreenPicture.Button) -> String {
    (button.isRunning ? "◌ " : "") + (button.image.map { "[\($0)] " } ?? "")
  }
}
