public import Bindings

/// The navigation of an app without a user interface: the current screens, and the methods to change them.
///
/// ```swift
/// let navigator = Navigator(root: Home())
/// try navigator.push(Detail(id: 3))
/// navigator.pop()
/// ```
/// The navigator owns its screens, which are its children: the visible one is active and loaded while the
/// navigator is, the others are only set up. A screen that leaves the ``tree`` ends, once. Each call is one change, and
/// ``change(_:)`` combines several calls; methods that remove something return whether there was anything. A mistake
/// throws a ``ViewModelError`` and changes nothing: a screen that has ended or is in a tree already, or a place, tab
/// or route that does not exist. Subclass it for an app with commands of its own.
@MainActor
@ViewModel
open class Navigator: LifecycleViewModel {
  /// The tabs, stacks and presentations as one value, which views observe.
  public internal(set) var tree: NavigationTree = NavigationTree()

  /// The visible screen; `nil` when none is left, for example after the end.
  public var visible: LifecycleViewModel? { tree.visible?.model }
  /// The top screen of the selected tab, visible unless a stack is presented.
  public var top: LifecycleViewModel? { tree.selected?.top.model }
  /// The screens of the stack in front, starting with the root.
  public var stack: [LifecycleViewModel] { tree.front?.screens.map(\.model) ?? [] }
  /// The roots of the tabs.
  public var tabs: [LifecycleViewModel] { tree.tabs.compactMap { $0.screens.first?.model } }
  /// The names of the tabs; empty for a navigator without tabs.
  public var tabNames: [String] { tree.tabs.compactMap(\.name) }
  /// The position of the selected tab.
  public var selectedIndex: Int { tree.selectedIndex }
  /// The titles of the screens of the stack in front, starting with the root.
  public var titles: [String] { tree.front?.titles ?? [] }
  /// The titles from the root of the tab to the visible screen: `Photos ▸ Lake [Cities]`.
  ///
  /// Presented stacks are in brackets.
  public var path: String { tree.pathText }
  /// The route of the visible screen; empty when it has none.
  public var location: String { tree.visible?.route?.description ?? "" }
  /// Whether there is a screen to pop.
  public var canPop: Bool { (tree.front?.screens.count ?? 0) > 1 }
  /// Whether any stack is presented.
  public var isPresenting: Bool { !tree.presentations.isEmpty }
  /// Whether there is a screen to pop or a stack to dismiss.
  public var canGoBack: Bool {
    // Not `isPresenting`: a rejection names the last `Bool` that was read, which should be `canGoBack` here.
    canPop || !tree.presentations.isEmpty
  }

  /// The router, which finds the screens of URLs.
  @Ignored public var router: Router {
    get { ownRouter }
    set { letGo(exchange(&ownRouter, with: newValue)) }
  }
  @Ignored private var ownRouter: Router
  /// The identities of the tree's screens, for fast lookup.
  @Ignored var places: Set<ObjectIdentifier> = []
  @Ignored var draft: NavigationDraft?
  /// The closures that resume the calls waiting for answers of presented screens.
  @Ignored var askers: [NavigationTree.Screen.ID: @MainActor () -> Void] = [:]
  /// Screens that have left the tree and are to end.
  @Ignored var leaving: [LifecycleViewModel] = []
  /// Screens that have entered the tree and still have to be set up.
  @Ignored var entering: [LifecycleViewModel] = []
  /// Screens that were visible before a change and still have to become what they are after it.
  @Ignored var passed: [LifecycleViewModel] = []
  @Ignored var isSettling = false

  /// Makes a navigator without tabs.
  ///
  /// The root cannot be popped. A root that has ended, or belongs to another parent, is a programmer's error, as
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

  /// Makes a navigator with at least one tab, whose names are unique; the first tab is selected.
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

  override func sees(_ child: LifecycleViewModel) -> Bool {
    child === tree.visible?.model || !places.contains(ObjectIdentifier(child))
  }

  override func childrenDidChange() { dropStrays() }

  override func childIsEnding(_ child: LifecycleViewModel) {
    if places.contains(ObjectIdentifier(child)) { child.removeFromParent() }
  }

  // MARK: Hooks

  /// Inspects each screen before it is pushed, and may change or refuse it; the default does nothing.
  ///
  /// The hook runs within the change, which an error reverts as a whole. It also runs for the screens of a URL and of a
  /// snapshot, but not for roots. Screens that the hook itself pushes are below the new screen.
  open func willPush(
    _ screen: LifecycleViewModel, over below: LifecycleViewModel
  ) throws(ViewModelError) {}

  // MARK: Commands

  /// Removes the visible screen, unless it is the root of its stack.
  @discardableResult
  @Command(enabled: \.canPop) public func pop() -> Bool { perform { $0.pop() } }

  /// Removes all screens above the root of the stack.
  @discardableResult
  @Command(enabled: \.canPop) public func popToRoot() -> Bool { perform { $0.trim(to: 1) } }

  /// Dismisses the presented stack in front.
  @discardableResult
  @Command(enabled: \.isPresenting) public func dismiss() -> Bool { perform { $0.dismiss() } }

  /// Dismisses all presented stacks.
  @discardableResult
  @Command(enabled: \.isPresenting) public func dismissAll() -> Bool {
    perform { $0.dismiss(to: 0) }
  }

  /// Performs the action of the back button: pops, or dismisses a presented stack at its root.
  ///
  /// The visible screen may refuse; see ``BackHandling``.
  ///
  /// - Returns: Whether the navigator went back.
  @discardableResult
  @Command(enabled: \.canGoBack) public func back() -> Bool {
    action {
      let asked = draftedTree.visible
      if let screen = asked?.model as? any BackHandling, !screen.shouldPop() { return false }
      // If the screen has navigated away itself when asked, no further screen is removed.
      let now = draftedTree
      guard now.visible == asked else { return !now.screens.contains { $0 == asked } }
      return perform { $0.pop() || $0.dismiss() }
    }
  }

  /// Selects the tab at a position; the first is 0.
  ///
  /// Presented stacks stay in front. A view also calls this method when the user taps a tab, so both sides
  /// select in the same way.
  @Command public func select(_ index: Int) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in
      guard tree.tabs.indices.contains(index) else { throw .noTab(index, of: tree.tabs.count) }
      tree.selectedIndex = index
    }
  }

  /// Adds a tab at the end; its root is the screen of a route.
  @Command public func addTab(_ name: String, route: String) throws(ViewModelError) {
    guard case .path(let path) = try router.request(route), let goal = path.last else {
      throw ViewModelError(
        .badURL, "'\(route.withoutQuery)' is no place. Write the path of a screen: /photos/3.")
    }
    try change { () throws(ViewModelError) in
      try checkForScreens()
      try insert(Tab(name, root: make(goal), route: goal.route))
    }
  }

  /// Removes the tab at a position and its screens, which end; the first is 0.
  @Command public func removeTab(at index: Int) throws(ViewModelError) {
    try edit { tree throws(ViewModelError) in
      guard tree.tabs.indices.contains(index) else { throw .noTab(index, of: tree.tabs.count) }
      guard tree.tabs.count > 1 else {
        throw ViewModelError(
          .empty, "The only tab stays. Add another one first, or end the navigator.")
      }
      let gone = Set(tree.tabs[index].screens.map(\.id))
      tree.remove { gone.contains($0.id) }
    }
  }

  /// Opens the screen of a URL, as one change; <doc:Navigation> has the grammar.
  ///
  /// A URL that names a command is refused; ``call(_:)`` runs it.
  @Command public func open(_ url: String) throws(ViewModelError) {
    let request = try router.request(url)
    try change { () throws(ViewModelError) in
      try checkForScreens()
      switch request {
      case .path(let path): try show(path)
      case .action(.push, let place, let parameters): try add(router.found(place, parameters))
      case .action(.present, let place, let parameters):
        let found = try router.found(place, parameters)
        try present(make(found), route: found.route)
      case .action(.popTo, let place, let parameters): try pop(to: place, parameters)
      case .action(.pop, _, _): if !pop() { throw .atRoot }
      case .action(.popToRoot, _, _): if !popToRoot() { throw .atRoot }
      case .action(.dismiss, _, _): if !dismiss() { throw .notPresenting }
      case .call(_, let command, _):
        throw ViewModelError(
          .badURL,
          "The URL runs the command '\(command)'. Hand it to call(_:), not to open(_:).")
      }
    }
  }

  /// Follows a URL: opens its screen, or runs the command of an existing screen, and waits for the result.
  ///
  /// The result and the error are those of the command; for other URLs the result is `()`. Cancelling the waiting task
  /// cancels the command.
  @Command(policy: .parallel(max: .max))
  public func call(_ url: String) async throws -> Any {
    guard case .call(let place, let command, let parameters) = try router.request(url) else {
      try open(url)
      return ()
    }
    let run = try untracked { () throws(ViewModelError) in
      try start(command, at: place, parameters)
    }
    return try await withTaskCancellationHandler {
      try await run.output()
    } onCancel: {
      Task { @MainActor in run.cancel() }
    }
  }

  /// Returns the navigation state as routes.
  @Command public func snapshot() -> NavigationSnapshot { NavigationSnapshot(tree) }

  /// Restores a navigation state, as one change; existing screens stay, unless they are presented.
  @Command public func restore(_ snapshot: NavigationSnapshot) throws(ViewModelError) {
    try change { () throws(ViewModelError) in
      dismissAll()
      for tab in snapshot.tabs {
        try selectTab(tab.name)
        try follow(try router.found(tab.routes))
      }
      try selectTab(snapshot.selected)
      for routes in snapshot.presentations {
        let path = try router.found(routes)
        guard let root = path.first else { throw .emptyStack }
        try present(make(root), route: root.route)
        try follow(path.dropFirst())
      }
    }
  }
}

extension Navigator {
  /// A tab: a stack that the user can select.
  public struct Tab {
    /// The name with which programs select the tab; titles belong to the screens.
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
  /// The navigator of the screen, which contains it directly or as a part of one of its screens.
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
