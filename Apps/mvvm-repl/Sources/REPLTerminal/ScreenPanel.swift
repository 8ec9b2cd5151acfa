import LineEditor
import REPLKit

/// The screen above the prompt: its present picture, and the position of a person in it.
@MainActor
final class ScreenPanel {
  private let rows: PanelRows
  private let printer: Printer
  /// The renderer of pictures as text; replaced when the theme changes.
  var renderer: ScreenRenderer
  private var picture: ScreenPicture?
  private var walk = ScreenWalk()
  private var isInside = false
  private var isDrawn = true
  private var hasToldWayIn = false

  /// Creates a panel without a screen, which is drawn among `rows`.
  init(_ renderer: ScreenRenderer, in rows: PanelRows, _ printer: Printer) {
    (self.renderer, self.rows, self.printer) = (renderer, rows, printer)
  }

  /// Whether there is a picture.
  var isOn: Bool { picture != nil }

  /// Whether the person in the screen types into a field.
  var isInField: Bool { isInside && walk.isInField }

  /// Returns whether to show the hint how to enter the picture; true only once.
  func tellsWayIn() -> Bool {
    defer { hasToldWayIn = true }
    return !hasToldWayIn
  }

  /// Takes a new picture of the screen; `nil` when the screen is closed.
  func take(_ picture: ScreenPicture?) {
    self.picture = picture
    if picture == nil { walk = ScreenWalk() }
    // Several batches of one turn need only one drawing.
    guard isDrawn else { return }
    isDrawn = false
    Task { self.draw() }
  }

  /// Draws the present picture.
  func draw() {
    isDrawn = true
    rows.isInside = isInside && isOn
    rows.screen = picture.map { picture in { [self] in lines(of: picture, in: $0) } }
  }

  private func lines(of picture: ScreenPicture, in rows: Int) -> [String] {
    renderer.language = printer.language
    renderer.columns = Terminal.standard.size.columns - 1
    renderer.ambiguousCells = printer.cells
    renderer.rows = rows
    return renderer.lines(picture, isInside ? walk : nil)
  }

  /// Handles a key of a person in the panel.
  func press(_ key: LineEditor.PanelKey, isTypedAhead: Bool) -> LineEditor.PanelReply {
    guard let picture else {
      isInside = false
      return .leaves(hint: Message.nothingOnScreen.text(in: printer.language))
    }
    defer { draw() }
    isInside = key != .leave && key != .abandon
    guard isInside else { return leave(picture, abandoning: key == .abandon) }
    guard let key = ScreenKey(key) else { return .stays }
    if let pages = key.turn, renderer.turn(&walk, by: pages, on: picture) { return .stays }
    switch walk.press(key, on: picture, isTypedAhead: isTypedAhead) {
    case .stays: return .stays
    case .statement(let text, let shown): return .enters(text, shownAs: shown)
    case .leaves:
      isInside = false
      return .leaves(hint: nil)
    case .types(let text):
      isInside = false
      return .types(text)
    }
  }
}

extension ScreenPanel {
  /// Lets a person in the panel leave because another program takes over; `nil` when nobody is in it.
  func leaveForTakeover() -> LineEditor.PanelReply? {
    guard isInside, let picture else { return nil }
    isInside = false
    return leave(picture, abandoning: false)
  }

  /// Lets a person leave: unfinished input is taken over, or its loss is reported.
  private func leave(_ picture: ScreenPicture, abandoning: Bool) -> LineEditor.PanelReply {
    let departure = walk.leave(picture, abandoning: abandoning)
    if case .statement(let text, let shown) = departure.outcome {
      return .enters(text, shownAs: shown)
    }
    return .leaves(hint: departure.dropped.map { Message.isDropped($0).text(in: printer.language) })
  }
}

extension ScreenKey {
  /// The key on a screen; `nil` for the events of entering and leaving.
  fileprivate init?(_ key: LineEditor.PanelKey) {
    switch key {
    case .character(let character): self = .character(character)
    case .paste(let text): self = .paste(text)
    default:
      guard let same = Self.same[key] else { return nil }
      self = same
    }
  }

  private static let same: [LineEditor.PanelKey: Self] = [
    .enter: .enter, .escape: .escape, .tab: .tab, .backTab: .backTab, .up: .up, .down: .down,
    .left: .left, .right: .right, .home: .home, .end: .end, .pageUp: .pageUp,
    .pageDown: .pageDown, .backspace: .backspace, .delete: .delete, .wordLeft: .wordLeft,
    .wordRight: .wordRight, .eraseWord: .eraseWord, .eraseRest: .eraseRest,
    .eraseAll: .eraseAll, .pull: .pull,
  ]
}
