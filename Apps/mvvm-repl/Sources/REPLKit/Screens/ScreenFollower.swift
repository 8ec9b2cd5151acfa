import Bindings

/// A lazy subscriber to the screen of a path, in addition to the host's own: it draws when its picture is asked for.
///
/// ```swift
/// let follower = session.follow("form") { isNew = true }
/// print(follower.picture?.title ?? "")
/// ```
/// A change marks the picture as stale; further changes cost nothing until the picture is asked for again. A follower
/// makes no page appear or disappear; `:show` and `:screen` do that. The main actor guards it.
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

  /// The picture now; `nil` while the path leads to no view-model, and after ``end()``.
  ///
  /// - Complexity: O(*n*) in the members of the page and its visible rows after a change, otherwise O(1).
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
        // This branch reads no values, so that no further change calls it.
        isStale = true
        untracked { onChange() }
      }
    }
  }

  /// Marks the picture as stale, so that the next request draws it again.
  func drawAnew() {
    guard !isStale else { return }
    isStale = true
    onChange()
  }

  /// The nodes that draw the picture and observe its lists.
  var nodes: [Node] { (subscription?.node.map { [$0] } ?? []) + windows.nodes }

  /// Ends the subscription.
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
  /// Observes the screen of the view-model at a path, until ``ScreenFollower/end()`` or the end of the session.
  ///
  /// - Parameters:
  ///   - path: A name of the session, or a path that begins with a name.
  ///   - onChange: Called after the first change of the picture's content since the picture was last asked for.
  /// - Returns: The follower.
  /// - Throws: `Diagnostic` when the text is not a path.
  public func follow(
    _ path: String, onChange: @escaping @MainActor () -> Void
  ) throws(Diagnostic) -> ScreenFollower {
    ScreenFollower(path, try Parser.expression(path), in: self, onChange: onChange)
  }
}
