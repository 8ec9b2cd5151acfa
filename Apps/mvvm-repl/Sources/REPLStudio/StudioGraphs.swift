import REPLKit

/// The graphs that browsers look at: each is drawn once for all of them, and takes a tenth of the time at most.
///
/// A drawing costs the session as much as there is in it. One that takes long is made again only after nine times as long,
/// and until then the last one stands for it (rate limiting).
@MainActor
final class StudioGraphs {
  /// What measures how long a drawing takes, and waits.
  struct Pace {
    /// The time since some moment.
    var now: @MainActor () -> Duration
    /// Waits so long.
    var wait: @MainActor (Duration) async -> Void

    /// The time of the machine.
    static var machine: Pace {
      let start = ContinuousClock.now
      return Pace(
        now: { start.duration(to: .now) }, wait: { try? await ContinuousClock().sleep(for: $0) })
    }
  }

  private struct Drawn {
    let drawing: GraphDrawing?
    /// The revision of the studio that it shows.
    let revision: Int
    /// When it may be drawn again.
    let next: Duration
    var isAwaited = false
  }

  var pace = Pace.machine
  private var drawn: [String: Drawn] = [:]

  /// Drawings that take less are made as often as they are asked for.
  private static let quick = Duration.milliseconds(100)

  /// The newest drawing of a path, or one of a moment ago; `nil` when there is none.
  ///
  /// `revision` grows with all that may change it; `onDue` is called when one that is not the newest may be drawn again.
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

  /// Keeps what somebody looks at.
  func keep(_ paths: Set<String>) { drawn = drawn.filter { paths.contains($0.key) } }
}
