import Bindings

/// A screen that somebody follows beside the host's own, drawn lazily: only when its picture is asked for.
///
/// ```swift
/// let follower = session.follow("form") { isNew = true }
/// print(follower.picture?.title ?? "")
/// ```
/// A change makes it stale; until the picture is asked for again, further changes cost nothing. Nothing appears or is
/// covered by it; `:show` and `:screen` do that. The main actor guards it.
@MainActor
public final class ScreenFollower {
  /// The path of the view-model: `app`.
  public let path: String
  private let expression: Expression
  private let onChange: @MainActor () -> Void
  private var drawn: ScreenPicture?
  private var isStale = true
  private var subscription: Subscription?
  private let windows: ListWindows
  private weak var session: Session?

  fileprivate init(
    _ path: String, _ expression: Expression, in session: Session,
    onChange: @escaping @MainActor () -> Void
  ) {
    (self.path, self.expression, self.onChange) = (path, expression, onChange)
    self.session = session
    windows = session.host.screens.makeWindows()
    session.host.screens.followed.append(self)
  }

  /// The picture now; `nil` while the path leads to no view-model, and behind ``end()``.
  ///
  /// - Complexity: O(*n*) in the members of the page and its rows in sight behind a change, otherwise O(1).
  public var picture: ScreenPicture? {
    if isStale, let session { session.graph.run { follow(in: session) } }
    return drawn
  }

  /// Draws the picture, and waits for the first change of what it shows.
  private func follow(in session: Session) {
    isStale = false
    var isFirst = true
    subscription = observe(label: ":screen \(path)") { [weak self, weak session] in
      guard let self else { return }
      if isFirst, let session {
        isFirst = false
        drawn = session.evaluator.viewModel(at: expression).map {
          session.picture(of: $0, at: path, windows)
        }
      } else {
        // It reads nothing, so that no further change comes here.
        isStale = true
        untracked { onChange() }
      }
    }
  }

  /// Draws the picture anew when it is asked for.
  func drawAnew() {
    guard !isStale else { return }
    isStale = true
    onChange()
  }

  /// The nodes that draw it.
  var nodes: [Node] { (subscription?.node.map { [$0] } ?? []) + windows.nodes }

  /// Follows no longer.
  public func end() {
    subscription?.cancel()
    subscription = nil
    drawn = nil
    windows.close()
    session?.host.screens.followed.removeAll { $0 === self }
    session = nil
  }
}

extension Session {
  /// Follows the screen of what a path stands for, until ``ScreenFollower/end()`` or the end of the session.
  ///
  /// - Parameters:
  ///   - path: A name, or a path behind one.
  ///   - onChange: Called after a change of what the picture shows, once until the picture is asked for again.
  /// - Returns: The follower.
  /// - Throws: `Diagnostic` when the path is none.
  public func follow(
    _ path: String, onChange: @escaping @MainActor () -> Void
  ) throws(Diagnostic) -> ScreenFollower {
    ScreenFollower(path, try Parser.expression(path), in: self, onChange: onChange)
  }
}
