import Bindings
import ViewModels

extension Screens {
  /// A screen that is on.
  ///
  /// It is drawn once a batch that concerns it where somebody sees it, or where lists are on it, which hear from the
  /// drawing what is in sight. Elsewhere a change makes it stale, and it is drawn when its picture is asked for; until
  /// then further changes cost nothing, and what follows from others is not evaluated for it.
  @MainActor
  final class Live {
    let path: String
    /// What the path stands for now, or stood for last.
    private(set) var viewModel: any ViewModel
    private let expression: Expression
    private let windows: ListWindows
    private weak var session: Session?
    private var subscription: Subscription?
    private var drawn: ScreenPicture?
    private var isStale = false

    init(
      _ path: String, _ expression: Expression, _ viewModel: any ViewModel, in session: Session
    ) {
      (self.path, self.expression, self.viewModel) = (path, expression, viewModel)
      self.session = session
      windows = session.host.screens.makeWindows()
    }

    /// The picture now; `nil` while the path leads to no view-model.
    var picture: ScreenPicture? {
      if isStale { untracked { follow() } }
      return drawn
    }

    /// The node that draws it, and those by which it follows its lists.
    var nodes: [Node] { (subscription?.node.map { [$0] } ?? []) + windows.nodes }

    /// Whether a node draws it.
    func isDrawn(by node: Node) -> Bool { subscription?.node == node }

    /// Draws it, and follows what it shows.
    func follow() {
      subscription?.cancel()
      var isFirst = true
      subscription = observe(label: ":screen \(path)") { [weak self] in
        guard let self else { return }
        let found = session?.evaluator.viewModel(at: expression)
        let isSeen = session?.host.screens.onChange != nil
        let isNew = found.map { $0 !== self.viewModel } ?? true
        if isFirst || isNew || isSeen || !windows.isEmpty || found.map(hasLists) == true {
          isFirst = false
          redraw(found)
        } else {
          isStale = true
        }
      }
    }

    /// Follows it no longer.
    func end() {
      subscription?.cancel()
      subscription = nil
      isStale = false
      windows.close()
    }

    /// Whether lists can be on it; tracked.
    private func hasLists(_ viewModel: any ViewModel) -> Bool {
      Reach(from: [(path, viewModel)]).steps.contains { $0.viewModel is ListViewModel }
    }

    private func redraw(_ found: (any ViewModel)?) {
      if let found, found !== viewModel {
        untracked {
          viewModel.disappear()
          found.appear()
        }
        viewModel = found
      }
      let picture = found.flatMap { session?.picture(of: $0, at: path, windows) }
      // That it leads to nothing is told once.
      let isNews = picture != nil || drawn != nil
      drawn = picture
      isStale = false
      if isNews { untracked { tell(picture) } }
    }

    private func tell(_ picture: ScreenPicture?) {
      guard let session else { return }
      session.host.screens.onChange?(picture)
      // Of a name that stands for something else the screen goes off.
      guard picture == nil, expression.names.allSatisfy({ session.scope[$0]?.viewModel != nil })
      else { return }
      session.emit(.note(.screenIsGone(path)))
    }
  }
}
