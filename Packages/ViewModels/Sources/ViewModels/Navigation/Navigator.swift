public import Bindings

/// Where a person is in an app, and the ways to go elsewhere, with no user interface.
///
/// ```swift
/// let navigator = Navigator(root: Home())
/// try navigator.push(Detail(id: 3))
/// navigator.pop()
/// ```
/// It owns its screens: they are its children, the one that is seen is active and loaded while the
/// navigator is, the others are set up. What leaves the ``tree`` ends, once. Each call is one change,
/// ``change(_:)`` makes several calls one; what takes something away returns whether there was anything. What is
/// wrong is a ``ViewModelError`` and changes nothing: a screen that has ended or is in a tree already, a place, tab
/// or route that there is not. Subclass it for an app with commands of its own.
@MainActor
@ViewModel
open class Navigator: LifecycleViewModel {
  /// The tabs, stacks and presentations as one value; what views observe.
  public internal(set) var tree: NavigationTree = NavigationTree()

  /// The screen that is seen; `nil` when none is left, for example after the end.
  public var visible: LifecycleViewModel? { tree.visible?.model }
  /// The last screen of the selected tab, seen unless something is presented.
  public var top: LifecycleViewModel? { tree.selected?.top.model }
  /// The screens of the stack in front, the root first.
  public var stack: [LifecycleViewModel] { tree.front?.screens.map(\.model) ?? [] }
  /// The roots of the tabs.
  public var tabs: [LifecycleViewModel] { tree.tabs.compactMap { $0.screens.first?.model } }
  /// The names of the tabs; empty for a navigator without tabs.
  public var tabNames: [String] { tree.tabs.compactMap(\.name) }
  /// The position of the selected tab.
  public var selectedIndex: Int { tree.selectedIndex }
  /// The titles of the screens of the stack in front, the root first.
  public var titles: [String] { tree.front?.titles ?? [] }
  /// The titles from the root of the tab to the screen that is seen: `Photos ▸ Lake [Cities]`.
  ///
  /// Presented stacks are in brackets.
  public var path: String { tree.pathText }
  /// The route of the screen that is seen; empty when it has none.
  public var location: String { tree.visible?.route?.description ?? "" }
  /// Whether there is a screen to pop.
  public var canPop: Bool { (tree.front?.screens.count ?? 0) > 1 }
  /// Whether anything is presented.
  public var isPresenting: Bool { !tree.presentations.isEmpty }
  /// Whether there is a screen to pop or a stack to dismiss.
  public var canGoBack: Bool {
    // Not `isPresenting`: a rejection names the last `Bool` that was read, and here that is to be this one.
    canPop || !tree.presentations.isEmpty
  }

  /// Finds the screens of URLs.
  @Ignored public var router: Router {
    get { ownRouter }
    set { letGo(exchange(&ownRouter, with: newValue)) }
  }
  @Ignored private var ownRouter: Router
  /// The screens of the tree, for a quick look.
  @Ignored var places: Set<ObjectIdentifier> = []
  @Ignored var draft: NavigationDraft?
  /// Lets the calls continue that wait for the answers of presented screens.
  @Ignored var askers: [NavigationTree.Screen.ID: @MainActor () -> Void] = [:]
  /// Screens that have left the tree and are to end.
  @Ignored var leaving: [LifecycleViewModel] = []
  /// Screens that have come and have to catch up.
  @Ignored var entering: [LifecycleViewModel] = []
  @Ignored var isSettling = false
  @Ignored weak var seen: LifecycleViewModel?

  /// Makes a navigator without tabs to choose from.
  ///
  /// The root is never popped. One that has ended, or is a part of something else, is a mistake of the program, as
  /// with ``LifecycleViewModel/addChild(_:)``.
  public init(
    root: LifecycleViewModel, route: Route? = nil, router: Router = Router(),
    environment: Environment = Environment()
  ) {
    ownRouter = router
    super.init(environment: environment)
    do throws(ViewModelError) { try begin(with: [Tab(name: nil, root: root, route: route)]) } catch
    {
      fatalError(error.message)
    }
  }

  /// Makes a navigator with tabs, the first of which is selected; there must be one, and no two of one name.
  public init(
    tabs: [Tab], router: Router = Router(), environment: Environment = Environment()
  ) throws(ViewModelError) {
    ownRouter = router
    super.init(environment: environment)
    guard !tabs.isEmpty else {
      throw ViewModelError(.empty, "A navigator needs at least one tab. Give a root.")
    }
    try begin(with: tabs)
  }

  override func seenChildren() -> [LifecycleViewModel]? {
    let visible = tree.visible?.model
    return children.filter { $0 === visible || !places.contains(ObjectIdentifier($0)) }
  }

  override func childrenDidChange() { dropStrays() }

  override func childIsEnding(_ child: LifecycleViewModel) {
    if places.contains(ObjectIdentifier(child)) { child.removeFromParent() }
  }

  // MARK: Hooks

  /// Sees each screen before it is pushed, and may change it or refuse it; does nothing here.
  ///
  /// It is called within the change, which an error undoes as a whole, also for the screens of a URL and of a
  /// snapshot, and not for roots. What it pushes itself is below the screen.
  open func willPush(
    _ screen: LifecycleViewModel, over below: LifecycleViewModel
  ) throws(ViewModelError) {}

  // MARK: Commands

  /// Removes the visible screen, unless it is the root of its stack.
  @discardableResult
  @Command(enabled: \.canPop) public func pop() -> Bool { perform { $0.pop() } }

  /// Takes everything above the root of the stack away.
  @discardableResult
  @Command(enabled: \.canPop) public func popToRoot() -> Bool { perform { $0.trim(to: 1) } }

  /// Takes the presented stack in front away.
  @discardableResult
  @Command(enabled: \.isPresenting) public func dismiss() -> Bool { perform { $0.dismiss() } }

  /// Takes everything away that is presented.
  @discardableResult
  @Command(enabled: \.isPresenting) public func dismissAll() -> Bool {
    perform { $0.dismiss(to: 0) }
  }

  /// Does what a tap on the back button does: pops, or dismisses at the root of what is presented.
  ///
  /// The screen that is seen may refuse; see ``BackHandling``.
  ///
  /// - Returns: Whether it went back.
  @discardableResult
  @Command(enabled: \.canGoBack) public func back() -> Bool {
    action {
      let asked = draftedTree.visible
      if let screen = asked?.model as? any BackHandling, !screen.shouldPop() { return false }
      // A screen that went elsewhere itself when it was asked is not followed by another.
      let now = draftedTree
      guard now.visible == asked else { return !now.screens.contains { $0 == asked } }
      return perform { $0.pop() || $0.dismiss() }
    }
  }

  /// Shows the tab at a position, from 0.
  ///
  /// Presented stacks stay in front. A view whose tab was tapped calls it too, so both sides
  /// choose in one way.
  @Command public func select(_ index: Int) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in
      guard tree.tabs.indices.contains(index) else { throw .noTab(index, of: tree.tabs.count) }
      tree.selectedIndex = index
    }
  }

  /// Adds a tab after the others: its root is the screen of a route.
  @Command public func addTab(_ name: String, route: String) throws(ViewModelError) {
    try insert(name, at: route)
  }

  /// Takes the tab at a position away with its screens, which end; from 0.
  @Command public func removeTab(at index: Int) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in try remove(tabAt: index, from: &tree) }
  }

  /// Goes where a URL says, as one change; <doc:Navigation> has the grammar.
  ///
  /// One that names a command is refused; ``call(_:)`` runs it.
  @Command public func open(_ url: String) throws(ViewModelError) { try go(to: url) }

  /// Does what a URL says: goes there, or runs the command of a screen that is there, and waits for the result.
  ///
  /// The result is that of the command, and so is its error; null for the others. Cancelling the waiting task asks the
  /// command to stop.
  @Command(policy: .parallel(max: .max))
  public func call(_ url: String) async throws -> DynamicValue { try await run(url) }

  /// Where the person is, as routes.
  @Command public func snapshot() -> NavigationSnapshot { NavigationSnapshot(tree) }

  /// Goes where a person was, as one change; screens that are there already stay, unless presented.
  @Command public func restore(_ snapshot: NavigationSnapshot) throws(ViewModelError) {
    try go(to: snapshot)
  }
}

extension Navigator {
  /// One of the stacks that a person chooses from.
  public struct Tab {
    /// The name by which programs select the tab; titles are the screens'.
    public let name: String?
    /// The first screen of its stack.
    public let root: LifecycleViewModel
    /// The route of the root.
    public let route: Route?

  }
}

extension Navigator.Tab {
  /// Describes a tab.
  public init(_ name: String, root: LifecycleViewModel, route: Route? = nil) {
    self.init(name: name, root: root, route: route)
  }
}

extension LifecycleViewModel {
  /// The navigator that the screen is in, directly or as a part of one of its screens.
  public var navigator: Navigator? { navigation as? Navigator }
}

extension NavigationTree {
  @MainActor
  fileprivate var pathText: String {
    (selected.map { $0.titles.joined(separator: " ▸ ") } ?? "")
      + presentations.map { " [\($0.titles.joined(separator: " ▸ "))]" }.joined()
  }
}

extension NavigationTree.Stack {
  @MainActor
  fileprivate var titles: [String] {
    screens.map { $0.model.title ?? "\(type(of: $0.model))" }
  }
}
