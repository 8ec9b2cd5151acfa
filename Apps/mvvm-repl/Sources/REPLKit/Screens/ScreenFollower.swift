import Bindings
import ViewModels

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
  private let draw: @MainActor (ListWindows) -> ScreenPicture?
  private let onChange: @MainActor () -> Void
  private var drawn: ScreenPicture?
  private var isStale = true
  private var subscription: Subscription?
  private let windows: ListWindows
  private let graph: Graph
  private weak var screens: Screens?

  fileprivate init(
    _ path: String, in screens: Screens, _ graph: Graph,
    onChange: @escaping @MainActor () -> Void,
    draw: @escaping @MainActor (ListWindows) -> ScreenPicture?
  ) {
    (self.path, self.screens, self.graph) = (path, screens, graph)
    (self.onChange, self.draw) = (onChange, draw)
    windows = ListWindows(
      renderers: screens.renderers, isLive: true, sharing: screens.windows)
    screens.followed.append(self)
  }

  /// The picture now; `nil` while the path leads to no view-model, and behind ``end()``.
  ///
  /// - Complexity: O(*n*) in the members of the page and its rows in sight behind a change, otherwise O(1).
  public var picture: ScreenPicture? {
    if isStale, screens != nil { graph.run { follow() } }
    return drawn
  }

  /// Draws the picture, and waits for the first change of what it shows.
  private func follow() {
    isStale = false
    var isFirst = true
    subscription = observe(label: ":screen \(path)") { [weak self] in
      guard let self else { return }
      if isFirst {
        isFirst = false
        drawn = draw(windows)
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
    screens?.followed.removeAll { $0 === self }
    screens = nil
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
    let expression = try Parser.expression(path)
    return ScreenFollower(path, in: host.screens, graph, onChange: onChange) {
      [weak self] windows in
      guard let self, case .viewModel(let found)? = try? evaluator.place(of: expression) else {
        return nil
      }
      return host.screens.picture(of: found, at: path, language, windows)
    }
  }
}
