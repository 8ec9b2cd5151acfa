/// A conversation at a terminal as an animated drawing (SVG) for a page.
///
/// A picture is a list of screens. It can be read back as text, so a test can compare what it shows with what the
/// program shows today.
///
/// ```swift
/// var picture = AnimatedPicture(terminal.screen)
/// picture.add(typed: "1 + 1", terminal.screen)
/// ```
///
/// The drawing has the terminal's own colours on a light or a dark background, depending on the reader's system. People
/// who have asked their system for less motion see only the last screen.
public struct AnimatedPicture: Sendable {
  /// A screen and its duration.
  struct Step {
    var runs: Set<Run>
    /// The duration in seconds.
    var duration: Double
    /// The row that is typed in this step, and the number of its typed columns.
    var typing: (row: Int, columns: Int)?
  }

  /// A part of a row with the same attributes.
  struct Run: Hashable {
    var row: Int
    var column: Int
    var text: String
    var attributes: Set<Int>
  }

  let columns: Int
  let rows: Int
  var steps: [Step]

  /// Creates a picture that begins with a screen and has its size.
  public init(_ screen: ScreenEmulator) {
    columns = screen.columns
    rows = screen.rows
    steps = [Step(runs: screen.runs, duration: 1.5)]
  }

  /// Adds an entry: the typing at the prompt, and then the screen with the entry.
  public mutating func add(typed entry: String, _ screen: ScreenEmulator) {
    let row = screen.cursor.row
    let above = screen.runs.filter { $0.row <= row }
    steps.append(
      Step(runs: above, duration: 0.05 * Double(entry.count), typing: (row, entry.count)))
    steps.append(Step(runs: screen.runs, duration: 0.8))
  }

  /// Adds the screen with the answer, which stays for a number of seconds.
  public mutating func add(answer screen: ScreenEmulator, seconds: Double) {
    steps.append(Step(runs: screen.runs, duration: seconds))
  }
}

extension ScreenEmulator {
  /// The content of the window, split where the attributes or the width of characters change, and at gaps.
  var runs: Set<AnimatedPicture.Run> {
    var runs: Set<AnimatedPicture.Run> = []
    for (row, line) in lines[top...].enumerated() {
      var run: AnimatedPicture.Run?
      var isWide = false
      for (column, cell) in line.cells.enumerated() where !cell.text.isEmpty {
        let isWideCell = Self.width(of: cell.text) == 2
        let isGap = cell.text == " " && run?.text.last == " "
        if let open = run, isGap || open.attributes != cell.attributes || isWide != isWideCell {
          runs.insert(open)
          run = nil
        }
        if run == nil, cell.text != " " {
          run = .init(row: row, column: column, text: "", attributes: cell.attributes)
          isWide = isWideCell
        }
        run?.text += cell.text
      }
      if let run { runs.insert(run) }
    }
    return Set(runs.map(\.trimmed))
  }

  static func width(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) }
  }
}

extension AnimatedPicture.Run {
  var trimmed: Self {
    var run = self
    while run.text.last == " " { run.text.removeLast() }
    return run
  }
}
