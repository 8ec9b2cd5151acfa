/// A change of the screen before it is bytes.
enum Frame: Sendable {
  /// The entry and what surrounds it, below what is printed.
  case scene(Scene, output: String)
  /// What the program does while no entry is read.
  case status(String, panel: [String], output: String)
  /// Nothing but what is printed.
  case cleared(output: String)
  /// An entry as it stays, with a mark behind it.
  case committed(Scene, mark: String)
  /// An empty window.
  case wiped
  /// What stands above, dim.
  case dimmed
  /// A window that somebody else has drawn on.
  case foreign
  /// Another width of the window.
  case resized(reflows: Bool)
}

extension Display {
  /// The bytes of a frame; nothing when the screen is right already.
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
