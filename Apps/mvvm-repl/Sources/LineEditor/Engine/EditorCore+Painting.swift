extension EditorCore {
  /// Updates the screen in one write.
  func repaint() {
    // A key may be handled before the signal that tells of a new size.
    windowResized()
    let above = takeOutput()
    painter.words = configuration.words()
    let scene = scene
    let picture = painter.paint(scene)
    shownPage = picture.page
    write(display.show(picture, output: above))
    record(.scene(scene, output: above))
  }

  /// Prints the pending output without a prompt, and shows the program's status.
  ///
  /// - Parameter isGoingOn: Whether the program is at work, so that the panel stays above the place of the prompt.
  func flushOutput(isGoingOn: Bool = false) {
    windowResized()
    let text = takeOutput()
    let status = news.status ?? (isGoingOn && !news.panel.isEmpty ? "" : nil)
    if let status {
      painter.words = configuration.words()
      draw(.status(status, panel: news.panel, output: text))
    } else {
      draw(.cleared(output: text))
    }
  }

  /// Draws a frame on the screen and in the recording.
  func draw(_ frame: Frame) {
    write(display.draw(frame, painter))
    record(frame)
  }

  private func record(_ frame: Frame) {
    tape?.take(frame, painter) { text in text.isEmpty ? [] : configuration.highlight(text) }
  }

  /// Draws an entry in its final form, which stays in the scrollback.
  func commit(_ entry: EntryText, mark: String = "") {
    draw(.committed(scene(of: entry), mark: mark))
  }

  func clearScreen() { draw(.wiped) }

  /// The scene with an entry behind the prompt and nothing else.
  private func scene(of entry: EntryText) -> Scene {
    var scene = Scene()
    scene.prompt = prompt
    scene.continuation = configuration.continuationPrompt
    scene.entry = entry
    scene.highlights = highlights(of: entry.text)
    return scene
  }

  private var scene: Scene {
    var scene = self.scene(of: entry)
    scene.panel = news.panel
    scene.isInPanel = panelWalk != nil
    scene.search = searching
    scene.menu = menu.map { Scene.Menu(items: $0.items, selection: $0.selection) }
    scene.ghost = menu == nil && panelWalk == nil && script == nil ? ghost : ""
    scene.notes = hint.map { [$0] } ?? notes
    scene.page = answer
    return scene
  }

  /// The lines below the entry when there is no hint.
  private var notes: [String] {
    if panelWalk != nil { return [painter.fitting(painter.words.panel)] }
    if script == "" { return [painter.words.endOfScript] }
    return description
  }

  private var description: [String] {
    if let described, described.entry == entry { return described.lines }
    let lines = configuration.describe(entry.text, entry.cursor)
    described = (entry, lines)
    return lines
  }

  private func highlights(of text: String) -> [Highlight] {
    if let styled, styled.text == text { return styled.highlights }
    let highlights = text.isEmpty ? [] : configuration.highlight(text)
    styled = (text, highlights)
    return highlights
  }

  /// The ghost text that would complete the entry: the program's suggestion, or an earlier entry.
  var ghost: String {
    guard !isGhostHidden, entry.cursor == entry.text.utf8.count else { return "" }
    if let ghostFor, ghostFor.text == entry.text { return ghostFor.ghost }
    let ghost = findGhost()
    ghostFor = (entry.text, ghost)
    return ghost
  }

  private func findGhost() -> String {
    let text = entry.text
    if let suggestion = news.suggestion, suggestion.hasPrefix(text) {
      return String(suggestion.dropFirst(text.count))
    }
    guard text.utf8.count >= 2 else { return "" }
    guard !isAsking else { return onlyCompletion }
    // Each candidate costs a call into the program, so a limit is set.
    for earlier in history.continuations(of: text, limit: 20) {
      guard let offered = configuration.suggestion(earlier), offered.hasPrefix(text),
        offered.utf8.count > text.utf8.count
      else { continue }
      return String(offered.dropFirst(text.count))
    }
    return onlyCompletion
  }

  /// The rest of the name at the cursor if only one completion fits.
  private var onlyCompletion: String {
    let completions = candidates(for: entry)
    let typed = entry.text.slice(completions.range)
    guard completions.items.count == 1, let only = completions.items.first?.text, !typed.isEmpty,
      only.hasPrefix(typed)
    else { return "" }
    let rest = String(only.dropFirst(typed.count))
    return configuration.suggestion(entry.text + rest) == nil ? "" : rest
  }

  /// Returns the pending output; first prints the part above the last place to dim, and dims it.
  private func takeOutput() -> String {
    if let place = dimmedAbove {
      dimmedAbove = nil
      let end = output.utf8.index(output.startIndex, offsetBy: min(place, output.utf8.count))
      draw(.cleared(output: Self.forTerminal(String(output[..<end]))))
      draw(.dimmed)
      output = String(output[end...])
    }
    defer { output = "" }
    return Self.forTerminal(output)
  }

  private static func forTerminal(_ text: String) -> String {
    text.contains("\n") ? text.replacing("\n", with: "\r\n") : text
  }
}
