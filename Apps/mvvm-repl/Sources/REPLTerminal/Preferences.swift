import ArgumentParser
import LineEditor
import REPLKit

/// The looks of the prompt and its answers.
enum ThemeName: String, ExpressibleByArgument, CaseIterable {
  case standard = "default"
  case light
  case dark
  case presenter
  case mono

  /// The style of answers where colours are wanted.
  var style: TextRenderer.Style {
    switch self {
    case .standard: .coloured
    case .light: .light
    case .dark: .dark
    case .presenter: .presenter
    case .mono: .mono
    }
  }

  /// The theme of the editor where colours are wanted, with the same colours as the answers.
  var theme: Theme {
    guard self != .mono else { return .mono }
    let style = style
    func bold(_ role: TextRenderer.Style.Role) -> String? {
      style[role].map { $0.hasPrefix("1") ? $0 : "1;\($0)" }
    }
    var theme = Theme([.selected: "7", .emphasis: "1;4"])
    theme[.plain] = self == .presenter ? "1" : nil
    theme[.prompt] = bold(.mark)
    theme[.keyword] = style[.keyword]
    theme[.string] = style[.string]
    theme[.number] = style[.number]
    theme[.type] = style[.type]
    theme[.command] = style[.command]
    theme[.error] = style[.bad].map { "4;\($0)" }
    theme[.dim] = style[.quiet] ?? "22;38;5;243"
    return theme
  }
}

/// The settings of the prompt that a person changes with `:set` or in a startup file.
@MainActor
final class Preferences {
  /// The width that the terminal gives characters such as `→`.
  enum AmbiguousWidth: String, CaseIterable {
    case asked
    case one = "1"
    case two = "2"

    var cells: Int? { Int(rawValue) }
  }

  /// Whether the terminal rejoins wrapped rows when its window becomes wider.
  enum Reflow: String, CaseIterable {
    case auto, on, off

    var isOn: Bool? { self == .auto ? nil : self == .on }
  }

  /// The values of a yes-or-no setting.
  enum Switch: String, CaseIterable {
    case on, off
  }

  private(set) var theme: ThemeName
  private(set) var panel = Switch.off
  private(set) var suggestions = Switch.on
  private(set) var timing = Switch.off
  private(set) var numbers = Switch.off
  private(set) var keys = Switch.off
  private(set) var ambiguous = AmbiguousWidth.asked
  private(set) var reflow = Reflow.auto
  /// Called after each change.
  var onChange: @MainActor (Preferences) -> Void = { _ in }

  init(theme: ThemeName) { self.theme = theme }

  /// The settings for a session.
  var settings: [Setting] {
    [
      setting(
        "theme",
        Message(
          "the looks of prompt and answers, by background; presenter is for a projector",
          "提示符和回答的外观；浅色背景用 light，深色背景用 dark，presenter 用于投影，mono 没有颜色"),
        \.theme, standard: .standard),
      setting(
        "panel",
        Message("keep watched values above the prompt, changing in place", "观察的值固定在提示符上方，原地更新"),
        \.panel, standard: .off),
      setting(
        "suggestions",
        Message(
          "grey text: next steps, corrections, earlier entries; Right accepts it",
          "灰色建议：下一步、更正、以前的输入；右方向键接受"),
        \.suggestions, standard: .on),
      setting(
        "timing", Message("tell how long each entry took", "显示每次输入用了多长时间"), \.timing, standard: .off
      ),
      setting(
        "numbers", Message("show results with their numbers: $4 = 12", "显示结果的编号：$4 = 12"),
        \.numbers, standard: .off),
      setting(
        "keys", Message("show the keys that you press, for an audience", "显示所按的键，给观众看"),
        \.keys, standard: .off),
      setting(
        "ambiguous",
        Message(
          "how many columns your terminal gives to a character such as →",
          "→ 这类字符在你的终端里占几格；asked 表示询问终端"),
        \.ambiguous, standard: .asked),
      setting(
        "reflow",
        Message(
          "your terminal joins wrapped rows when its window becomes wider",
          "窗口变宽时，终端是否把折开的行重新接成一行；auto 表示自动判断"),
        \.reflow, standard: .auto),
    ]
  }

  private func setting<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ explanation: Message,
    _ property: ReferenceWritableKeyPath<Preferences, Value>, standard: Value
  ) -> Setting {
    Setting(
      name, explanation, values: Value.allCases.map(\.rawValue), standard: standard.rawValue
    ) { [self] in
      self[keyPath: property].rawValue
    } set: { [self] text in
      guard let value = Value(rawValue: text) else { return }
      self[keyPath: property] = value
      onChange(self)
    }
  }
}

/// Short words for settings, such as `:theme mono` for `:set theme mono`.
extension Setting {
  /// The word that shows or changes the setting.
  @MainActor var word: ToolCommand {
    ToolCommand(name, explanation, words: values) { argument in
      guard !argument.isEmpty else { return [.note(.setting(name, value, among: values))] }
      guard values.contains(argument) else {
        throw Message.settingCannotBe(name, argument, among: values)
      }
      change(to: argument)
      return [.note(.setting(name, value))]
    }.unrecorded()
  }
}
