/// A second screen for a recording, on which entries and output are painted in their masked form.
///
/// It keeps all frames, so that it can repaint them when something shown earlier turns out to be secret.
struct Tape {
  private struct Shot {
    let painter: Painter
    var frame: Frame
  }

  private let recording: LineEditor.Recording
  private var display = Display()
  private var shots: [Shot] = []
  private var size: (columns: Int, rows: Int)

  init(_ recording: LineEditor.Recording, _ painter: Painter) {
    self.recording = recording
    size = (painter.columns, painter.rows)
  }

  /// Records a frame, with the styles that `highlight` gives the parts of an entry.
  mutating func take(
    _ frame: Frame, _ painter: Painter, highlight: (String) -> [Highlight]
  ) {
    if size != (painter.columns, painter.rows) {
      size = (painter.columns, painter.rows)
      recording.resize(size.columns, size.rows)
    }
    let frame = frame.masked(by: recording.mask, recording.maskOutput, highlight)
    let text = display.draw(frame, painter)
    shots.append(Shot(painter: painter, frame: frame))
    if !text.isEmpty { recording.write(shots.count - 1, text) }
  }

  /// Repaints all frames with changed entries.
  mutating func revise(_ change: (String) -> String, highlight: (String) -> [Highlight]) {
    display = Display()
    var texts: [Int: String] = [:]
    for index in shots.indices {
      shots[index].frame = shots[index].frame.masked(by: change, recording.maskOutput, highlight)
      texts[index] = display.draw(shots[index].frame, shots[index].painter)
    }
    recording.rewrite(texts)
  }
}

extension Frame {
  /// The frame with its entry and the program's texts masked, and without surroundings that reveal more.
  func masked(
    by mask: (String) -> String, _ maskOutput: (String) -> String,
    _ highlight: (String) -> [Highlight]
  ) -> Frame {
    switch self {
    case .scene(let scene, let output):
      .scene(
        scene.masked(by: maskOutput).masked(by: mask, highlight), output: maskOutput(output))
    case .status(let status, let panel, let output):
      .status(
        maskOutput(status), panel: panel.masked(by: maskOutput), output: maskOutput(output))
    case .cleared(let output): .cleared(output: maskOutput(output))
    case .committed(let scene, let mark):
      .committed(scene.masked(by: mask, highlight), mark: mark)
    case .wiped, .dimmed, .foreign, .resized: self
    }
  }
}

extension [String] {
  /// The rows of a text, masked as a whole: the text may be broken over rows.
  fileprivate func masked(by mask: (String) -> String) -> [String] {
    let text = joined(separator: "\n")
    let masked = mask(text)
    guard masked != text else { return self }
    return masked.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
  }
}

extension Scene {
  /// The scene with the texts of the program around the entry masked.
  fileprivate func masked(by mask: (String) -> String) -> Scene {
    var scene = self
    scene.panel = panel.masked(by: mask)
    scene.notes = notes.masked(by: mask)
    scene.page?.lines = page?.lines.masked(by: mask) ?? []
    scene.menu?.items =
      menu?.items.map { Completion(mask($0.text), kind: $0.kind, detail: mask($0.detail)) } ?? []
    return scene
  }

  fileprivate func masked(
    by mask: (String) -> String, _ highlight: (String) -> [Highlight]
  ) -> Scene {
    var scene = self
    if !ghost.isEmpty, mask(entry.text + ghost) != entry.text + ghost { scene.ghost = "" }
    // A text that is in no entry may be a secret, or its beginning.
    if let search, search.matches.isEmpty || search.matches.contains(where: { mask($0) != $0 }) {
      scene.search = nil
    }
    guard !entry.text.isEmpty else { return scene }
    let kept = mask(entry.text)
    guard kept != entry.text else { return scene }
    scene.entry = EntryText(text: kept, cursor: kept.utf8.count)
    scene.highlights = highlight(kept)
    (scene.ghost, scene.menu, scene.notes, scene.page) = ("", nil, [], nil)
    return scene
  }
}
