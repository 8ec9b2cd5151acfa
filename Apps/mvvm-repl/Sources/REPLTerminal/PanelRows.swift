import DisplayWidth
import LineEditor
import REPLKit

/// The rows above the prompt: the screen, then the step of a lesson, what is watched, the graph that is kept up to
/// date, and what goes on in the background.
///
/// They share the height that the window leaves them; the editor counts what does not fit.
@MainActor
final class PanelRows {
  /// Draws the screen in so many rows at most; `nil` when there is none.
  var screen: ((_ rows: Int) -> [String])? { didSet { update() } }
  /// The lesson or talk that is going on and its step, with shorter rows for narrower windows behind.
  var lesson: [String] = [] { didSet { update() } }
  /// The key that was pressed last; empty behind text.
  var key = "" { didSet { if showsKeys { update() } } }
  /// Whether the keys are shown, for those who only look on.
  var showsKeys = false { didSet { update() } }
  /// The rows of the watches.
  var watches: [String] = [] { didSet { update() } }
  /// The graph that is kept up to date.
  var graph: DrawnGraph? { didSet { update() } }
  /// The row of what goes on in the background; `nil` when nothing does.
  var work: String? { didSet { update() } }
  /// The cells of a character of ambiguous width.
  var cells: @MainActor () -> Int = { 1 }
  /// Whether a person is in the screen, which has all the room that there is then.
  var isInside = false
  private var shown: [String] = []
  private let size: @MainActor () -> Terminal.Size
  private let draw: @MainActor (DrawnGraph) -> String
  private let show: @MainActor ([String]) -> Void

  /// Creates empty rows; `show` takes them whenever they have changed.
  init(
    size: @escaping @MainActor () -> Terminal.Size,
    draw: @escaping @MainActor (DrawnGraph) -> String,
    show: @escaping @MainActor ([String]) -> Void
  ) {
    (self.size, self.draw, self.show) = (size, draw, show)
  }

  /// The rows that it takes, with the rule above them; at most half of the window.
  var height: Int { shown.isEmpty ? 0 : min(shown.count + 1, size().rows / 2) }

  /// Lays the rows out for the window as it is now: beside a screen the others have a third of the height, with a graph
  /// among them half of it, or what the screen does not need.
  func update() {
    let room = size().panelRows(isInside: isInside)
    let share =
      switch (screen, graph) {
      case (nil, _): room
      case (_?, nil): max(1, room / 3)
      case (let screen?, _?): max(1, room / 2, room - screen(room).count)
      }
    var others = [place].compactMap(\.self) + watches
    if var graph {
      graph.mostRows = min(graph.mostRows ?? .max, max(1, share - others.count))
      others += draw(graph).split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
    }
    if let work { others.append(work) }
    let rows = (screen?(max(1, room - min(others.count, share))) ?? []) + others
    guard rows != shown else { return }
    shown = rows
    show(rows)
  }

  /// The longest row that fits of those that tell where the lesson or talk is, with the key behind it.
  private var place: String? {
    let key = showsKeys && !key.isEmpty ? "[\(key)]" : nil
    let rows = lesson.map { [$0, key].compactMap(\.self).joined(separator: "  ") }
    return rows.first { CellWidth(ambiguous: cells()).of($0) < size().columns } ?? rows.last ?? key
  }
}

extension Session {
  /// Where the talk or lesson is that goes on, with shorter rows for narrower windows behind.
  var placeRows: [String] {
    talkRow == nil ? [lessonRow].compactMap(\.self) : talkRows
  }
}
