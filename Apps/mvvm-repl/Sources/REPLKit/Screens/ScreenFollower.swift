import Bindings
import ViewModels

/// A screen that somebody follows beside the host's own: its picture is made anew after each change, once a batch.
///
/// ```swift
/// let follower = session.follow("form") { print(follower.picture?.title ?? "") }
/// ```
/// Nothing appears or is covered by it; `:show` and `:screen` do that. The main actor guards it.
@MainActor
public final class ScreenFollower {
  /// The path of the view-model: `app`.
  public let path: String
  /// The picture now; `nil` while the path leads to no view-model.
  public private(set) var picture: ScreenPicture?
  private var subscription: Subscription?
  private let windows: ListWindows
  private weak var screens: Screens?

  fileprivate init(
    _ path: String, in screens: Screens, language: HelpLanguage,
    find: @escaping @MainActor () -> (any ViewModel)?, onChange: @escaping @MainActor () -> Void
  ) {
    self.path = path
    self.screens = screens
    windows = ListWindows(renderers: screens.renderers, isLive: true)
    screens.followed.append(self)
    subscription = observe(label: ":screen \(path)") { [weak self] in
      guard let self, let screens = self.screens else { return }
      let picture = find().map { screens.picture(of: $0, at: path, language, self.windows) }
      untracked {
        guard picture != self.picture else { return }
        self.picture = picture
        onChange()
      }
    }
  }

  /// The nodes that draw it.
  var nodes: [Node] { (subscription?.node.map { [$0] } ?? []) + windows.nodes }

  /// Follows no longer.
  public func end() {
    subscription?.cancel()
    subscription = nil
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
  ///   - onChange: Called after each change of the picture, also of the first one.
  /// - Returns: The follower, which has the first picture already.
  /// - Throws: `Diagnostic` when the path is none.
  /// - Complexity: O(*n*) in the members of the page and its rows in sight, for each batch that changes them.
  public func follow(
    _ path: String, onChange: @escaping @MainActor () -> Void
  ) throws(Diagnostic) -> ScreenFollower {
    let expression = try Parser.expression(path)
    return graph.run {
      ScreenFollower(path, in: host.screens, language: language) { [weak self] in
        guard case .viewModel(let found)? = try? self?.evaluator.place(of: expression) else {
          return nil
        }
        return found
      } onChange: {
        onChange()
      }
    }
  }
}
