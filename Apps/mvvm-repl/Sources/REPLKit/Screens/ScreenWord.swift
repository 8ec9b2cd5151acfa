import ViewModels

extension Session {
  /// The command `:screen`: draws a view-model, and observes it until the screen is turned off; a terminal
  /// shows each change.
  ///
  /// The command calls the life-cycle methods of a page as `:show` does, and as `:hide` does when the screen is turned
  /// off.
  var screenWord: ToolCommand {
    ToolCommand(
      "screen", .tool,
      "draw a view-model above the prompt, where Alt-s or Ctrl-X s moves into it: :screen app; :screen off takes it away",
      "在提示符上方画出视图模型，Alt-s 或 Ctrl-X s 进入：:screen app；:screen off 关闭", takes: .paths(["off"]),
      isOwn: false
    ) { session, argument, _ in
      if argument.isEmpty || argument == "off" { return session.endScreen() }
      let isInBackground = argument.hasSuffix("&")
      let path = isInBackground ? String(argument.dropLast()).trimmed : argument
      try await session.beginScreen(path, waiting: !isInBackground)
    }
  }

  private func beginScreen(_ path: String, waiting: Bool) async throws {
    let viewModel = try drawnViewModel(path)
    let live = try draw(viewModel, at: path)
    if waiting, let page = viewModel as? LifecycleViewModel { try await loaded(page) }
    // Meanwhile another screen may be active, or none.
    guard host.screens.live === live else { return }
    guard let picture = live.picture else { return }
    emit(.screen(path: path, picture))
  }

  /// Makes a view-model the active screen, in place of the previous one.
  @discardableResult
  private func draw(_ viewModel: any ViewModel, at path: String) throws -> Screens.Live {
    let expression = try Parser.expression(path)
    if let live = host.screens.live, live.viewModel !== viewModel { live.viewModel.disappear() }
    host.screens.end()
    viewModel.appear()
    let live = Screens.Live(path, expression, viewModel, in: self)
    host.screens.begin(live)
    return live
  }

  /// Turns the screen off without a message, and makes its page disappear.
  ///
  /// - Returns: The path of the screen; `nil` when no screen was active.
  @discardableResult
  func putScreenAside() -> String? {
    guard let live = host.screens.live else { return nil }
    host.screens.end()
    live.viewModel.disappear()
    return live.path
  }

  /// Turns a screen on again after ``putScreenAside()``.
  func layScreen(_ path: String) {
    if let viewModel = evaluator.viewModel(at: path) { _ = try? draw(viewModel, at: path) }
  }

  /// Turns the screen off if its path leads to no view-model any more.
  func endScreenOfNothing() {
    if let live = host.screens.live, evaluator.viewModel(at: live.path) == nil { endScreen() }
  }

  private func endScreen() {
    guard let path = putScreenAside() else { return emit(.note(.noScreen)) }
    emit(.note(.screenIsOff(path)))
  }
}

extension ViewModel {
  /// Calls the life-cycle methods of a page that becomes visible; its first picture is its first layout.
  func appear() {
    guard let page = self as? LifecycleViewModel else { return }
    if !page.isScreenLoaded { page.screenDidLoad() }
    page.screenWillAppear()
  }

  /// Calls the life-cycle method of a page that becomes covered.
  func disappear() { (self as? LifecycleViewModel)?.screenWillDisappear() }
}
