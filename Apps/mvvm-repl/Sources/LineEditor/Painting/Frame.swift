/// A screen update before it becomes bytes.
enum Frame: Sendable {
  /// The entry and what surrounds it, below the printed output.
  case scene(Scene, output: String)
  /// The status of the program while no entry is read.
  case status(String, panel: [String], output: String)
  /// The printed output alone.
  case cleared(output: String)
  /// An entry in its final form, with a mark behind it.
  case committed(Scene, mark: String)
  /// A cleared window.
  case wiped
  /// The lines above the block, dimmed.
  case dimmed
  /// A window that another program has drawn on.
  case foreign
  /// A new window width.
  case resized(reflows: Bool)
}

extension Display {
  /// Returns the bytes of a frame; an empty text when the screen is up to date.
  mutating func draw(_ frame: Frame, _ painter: Painter) -> String {
    switch frame {
    case .scene(let scene, let output): return show(painter.paint(scene), output: output)
    case .status(let status, let panel, let output):
      return show(painter.paint(status: status, panel: panel), output: output)
    case .cleared(let output): return clear(output: output)
    case .committed(let scene, let mark): return commit(painter.paintFinal(scene, mark: mark))
    case .wiped:
      forgetAll()
      return "\u{1B}[H\u{1B}[2J"
    case .dimmed: return dim(painter)
    case .foreign:
      forgetAll()
      return "\r"
    case .resized(let reflows):
      resize(columns: painter.columns, reflows: reflows)
      return ""
    }
  }
}
