import LineEditor
import REPLKit

/// The screen above the prompt: the picture that is on, and the person who walks through it.
@MainActor
final class ScreenPanel {
  /// Shows lines above the prompt, those of the screen first.
  private let show: @MainActor ([String]) -> Void
  private let size: @MainActor () -> Terminal.Size
  private let language: @MainActor () -> HelpLanguage
  /// Draws pictures as text; another one when the theme changes.
  var renderer: ScreenRenderer
  private var picture: ScreenPicture?
  private var walk = ScreenWalk()
  private var isInside = false
  private var isDrawn = true

  /// Creates a panel without a screen.
  init(
    _ renderer: ScreenRenderer, size: @escaping @MainActor () -> Terminal.Size,
    language: @escaping @MainActor () -> HelpLanguage,
    show: @escaping @MainActor ([String]) -> Void
  ) {
    self.renderer = renderer
    self.size = size
    self.language = language
    self.show = show
  }

  /// Whether there is a picture.
  var isOn: Bool { picture != nil }

  /// Takes the picture of the screen, or that there is none any more.
  func take(_ picture: ScreenPicture?) {
    self.picture = picture
    if picture == nil { walk = ScreenWalk() }
    // Several batches of one turn are one drawing.
    guard isDrawn else { return }
    isDrawn = false
    Task { self.draw() }
  }

  /// Draws the picture for the window as it is now.
  func draw() {
    isDrawn = true
    guard let picture else { return show([]) }
    let size = size()
    renderer.language = language()
    renderer.columns = size.columns - 1
    // Beside the screen there are the rule above it, the line that is typed and, inside, a hint.
    renderer.rows = max(3, isInside ? size.rows - 3 : size.rows / 2 - 1)
    show(renderer.lines(picture, isInside ? walk : nil))
  }

  /// Takes a key of a person in the panel.
  func press(_ key: LineEditor.PanelKey) -> LineEditor.PanelReply {
    guard let picture else {
      isInside = false
      return .leaves(hint: Message.nothingOnScreen.text(in: language()))
    }
    defer { draw() }
    isInside = key != .leave
    guard let key = ScreenKey(key) else { return .stays }
    switch walk.press(key, on: picture) {
    case .stays: return .stays
    case .statement(let text, let shown): return .enters(text, shownAs: shown)
    case .leaves:
      isInside = false
      return .leaves(hint: nil)
    }
  }
}

extension ScreenKey {
  /// The key on a screen; `nil` when the person has come in or gone.
  fileprivate init?(_ key: LineEditor.PanelKey) {
    switch key {
    case .begin, .leave: return nil
    case .character(let character): self = .character(character)
    case .paste(let text): self = .paste(text)
    case .enter: self = .enter
    case .escape: self = .escape
    case .tab: self = .tab
    case .backTab: self = .backTab
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .home: self = .home
    case .end: self = .end
    case .pageUp: self = .pageUp
    case .pageDown: self = .pageDown
    case .backspace: self = .backspace
    case .delete: self = .delete
    case .pull: self = .pull
    }
  }
}
