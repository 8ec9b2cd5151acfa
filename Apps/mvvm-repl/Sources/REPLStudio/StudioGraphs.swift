import REPLKit

/// A cache of the graphs in browsers: each is drawn once for all browsers, and takes a tenth of the time at most.
///
/// The cost of a drawing grows with the graph. After a slow drawing, the next one waits for nine times as long; until
/// then browsers get the last drawing (rate limiting).
@MainActor
final class StudioGraphs {
  /// The clock that measures drawings and waits.
  struct Pace {
    /// The time since a fixed moment.
    var now: @MainActor () -> Duration
    /// Waits for a duration.
    var wait: @MainActor (Duration) async -> Void

    /// The clock of the machine.
    static var machine: Pace {
      let start = ContinuousClock.now
      return Pace(
        now: { start.duration(to: .now) }, wait: { try? await ContinuousClock().sleep(for: $0) })
    }
  }

  private struct Drawn {
    let drawing: GraphDrawing?
    /// The studio's revision at the time of the drawing.
    let revision: Int
    /// The earliest time of the next drawing.
    let next: Duration
    var isAwaited = false
  }

  var pace = Pace.machine
  private var drawn: [String: Drawn] = [:]

  /// The duration below which drawings are not limited.
  private static let quick = Duration.milliseconds(100)

  /// Returns the newest drawing of a path, or a recent one; `nil` if there is none.
  ///
  /// `revision` changes with everything that the drawing shows. `onDue` is called when an outdated drawing may be
  /// renewed.
  func drawing(
    of path: String, at revision: Int, _ draw: () -> GraphDrawing?,
    onDue: @escaping @MainActor () -> Void
  ) -> GraphDrawing? {
    let start = pace.now()
    if let known = drawn[path] {
      if known.revision == revision { return known.drawing }
      if start < known.next {
        awaitDue(of: path, for: known.next - start, onDue)
        return known.drawing
      }
    }
    let drawing = draw()
    let end = pace.now()
    let next = end - start < Self.quick ? .zero : end + (end - start) * 9
    drawn[path] = Drawn(drawing: drawing, revision: revision, next: next)
    return drawing
  }

  private func awaitDue(
    of path: String, for rest: Duration, _ onDue: @escaping @MainActor () -> Void
  ) {
    guard drawn[path]?.isAwaited == false else { return }
    drawn[path]?.isAwaited = true
    Task { [weak self, pace] in
      await pace.wait(rest)
      guard self?.drawn[path] != nil else { return }
      onDue()
    }
  }

  /// Drops the drawings of all other paths.
  func keep(_ paths: Set<String>) { drawn = drawn.filter { paths.contains($0.key) } }
}
