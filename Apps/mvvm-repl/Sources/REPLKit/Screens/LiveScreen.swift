import Bindings
import ViewModels

extension Screens {
  /// The active screen of a session: it draws a view-model, and redraws it after changes.
  ///
  /// A batch of changes redraws the screen at once if somebody sees it, if a page has become visible on it, or if it
  /// contains lists: a list learns from the drawing which rows are visible. Otherwise a change only marks the screen as
  /// stale. A stale screen is drawn when its picture is asked for; until then further changes cost nothing, and no
  /// derived value is evaluated for it.
  ///
  /// The first picture of a page that has become visible is reported to the page as a layout. Further pictures are not:
  /// how many there are depends on who looks on, and a script must do the same as a person.
  @MainActor
  final class Live {
    let path: String
    /// The view-model at the path now, or the last one that was there.
    private(set) var viewModel: any ViewModel
    private let expression: Expression
    private let windows: ListWindows
    private weak var session: Session?
    private var subscription: Subscription?
    private var drawn: ScreenPicture?
    private var isStale = false
    /// The pages that are visible on the screen.
    private var visible: Set<ObjectIdentifier> = []

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

    /// The node that draws the screen, and the nodes that observe its lists.
    var nodes: [Node] { (subscription?.node.map { [$0] } ?? []) + windows.nodes }

    func isDrawn(by node: Node) -> Bool { subscription?.node == node }

    /// Draws the screen, and observes what it shows.
    func follow() {
      subscription?.cancel()
      var isFirst = true
      subscription = observe(label: ":screen \(path)") { [weak self] in
        guard let self else { return }
        let found = session?.evaluator.viewModel(at: expression)
        let isSeen = session?.host.screens.onChange != nil
        let isNew = found.map { $0 !== self.viewModel } ?? true
        let pages = (found as? LifecycleViewModel)?.visiblePages ?? []
        let newcomers = pages.filter { !self.visible.contains(ObjectIdentifier($0)) }
        visible = Set(pages.map { ObjectIdentifier($0) })
        if isFirst || isNew || isSeen || !windows.isEmpty || !newcomers.isEmpty
          || found.map(hasLists) == true
        {
          isFirst = false
          redraw(found)
        } else {
          isStale = true
        }
        // The screen reports this by itself: the statement that is running is not the cause of the report.
        untracked { Trace.withCause(nil) { for page in newcomers { page.screenDidRender() } } }
      }
    }

    /// Ends the observation, and closes the windows of the lists.
    func end() {
      subscription?.cancel()
      subscription = nil
      isStale = false
      windows.close()
    }

    /// Whether the screen may contain lists; the reads are tracked.
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
      // The loss of the view-model is reported once, not after each further change.
      let isNews = picture != nil || drawn != nil
      drawn = picture
      isStale = false
      if isNews { untracked { tell(picture) } }
    }

    private func tell(_ picture: ScreenPicture?) {
      guard let session else { return }
      session.host.screens.onChange?(picture)
      // A name that was given something else turns the screen off, which is reported elsewhere.
      guard picture == nil, expression.names.allSatisfy({ session.scope[$0]?.viewModel != nil })
      else { return }
      session.emit(.note(.screenIsGone(path)))
    }
  }
}
