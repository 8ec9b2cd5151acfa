import ViewModels

extension Session {
  /// The word `:screen`: draws a view-model, and follows it until the screen goes off; a terminal
  /// shows each change.
  ///
  /// A page appears as with `:show`, and is covered as with `:hide` when its screen goes off.
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
    // Something else may be on the screen since, or nothing.
    guard host.screens.live === live else { return }
    guard let picture = live.picture else { return }
    emit(.screen(path: path, picture))
  }

  /// Draws a view-model from now on, in the place of what was drawn.
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

  /// Takes away what is drawn without a word, and covers its page.
  ///
  /// - Returns: Its path; `nil` when nothing was drawn.
  @discardableResult
  func putScreenAside() -> String? {
    guard let live = host.screens.live else { return nil }
    host.screens.end()
    live.viewModel.disappear()
    return live.path
  }

  /// Draws again what was put aside.
  func layScreen(_ path: String) {
    if let viewModel = evaluator.viewModel(at: path) { _ = try? draw(viewModel, at: path) }
  }

  /// Ends the screen of a name that stands for no view-model any more.
  func endScreenOfNothing() {
    if let live = host.screens.live, evaluator.viewModel(at: live.path) == nil { endScreen() }
  }

  private func endScreen() {
    guard let path = putScreenAside() else { return emit(.note(.noScreen)) }
    emit(.note(.screenIsOff(path)))
  }
}

extension ViewModel {
  /// Tells a page that it is seen.
  func appear() {
    guard let page = self as? LifecycleViewModel else { return }
    if !page.isScreenLoaded { page.screenDidLoad() }
    page.screenWillAppear()
    page.screenDidRender()
  }

  /// Tells a page that it is covered.
  func disappear() { (self as? LifecycleViewModel)?.screenWillDisappear() }
}
