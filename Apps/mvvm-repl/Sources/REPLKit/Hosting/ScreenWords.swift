import ViewModels

extension Session {
  /// The words `:show`, `:hide` and `:screen`: a person plays the screen of a `LifecycleViewModel`, and
  /// draws that of any view-model.
  ///
  /// A terminal has no screens that come and go, so whoever explores a life cycle says it:
  /// ```
  /// ❯ watch orders.selectedChild.state
  /// ❯ :show orders
  /// ❯ :hide orders
  /// ```
  /// `:show` ends when what is seen has loaded, so that the next line finds it there; with a `&` behind
  /// it it does not wait. Whoever interrupts it lets the loading go on.
  public var screenWords: [ToolCommand] {
    [
      ToolCommand(
        "show", .tool, "a screen appears: the view-model becomes active and loads",
        "页面出现：视图模型激活并加载", isOwn: false
      ) { session, path, _ in
        let isInBackground = path.hasSuffix("&")
        let path = isInBackground ? String(path.dropLast()).trimmed : path
        let screen = try session.screen(path, in: ":show")
        let wasShown = screen.isActive
        screen.appear()
        if !isInBackground { try await session.loaded(screen) }
        session.emit(.note(wasShown ? .isStillShown(path) : .isShown(path)))
      },
      ToolCommand(
        "hide", .tool, "a screen is covered: the view-model becomes inactive and unloads",
        "页面被遮住：视图模型停用并卸载", isOwn: false
      ) { session, path, _ in
        let screen = try session.screen(path, in: ":hide")
        if session.host.screens.live?.viewModel === screen { session.host.screens.end() }
        screen.disappear()
        session.emit(.note(.isHidden(path)))
      },
      screenWord,
    ]
  }

  /// Waits until nothing of a screen loads any more; a manual clock goes on meanwhile.
  func loaded(_ screen: LifecycleViewModel) async throws {
    let isLoading = { @MainActor in screen.isLoadingSomething }
    _ = try await waiting.comes(true: { !isLoading() }, within: nil, at: nil, while: isLoading)
  }

  /// Whether a path leads to what a screen shows.
  func isScreen(_ path: String) -> Bool { evaluator.viewModel(at: path) is LifecycleViewModel }

  private func screen(_ path: String, in word: String) throws -> LifecycleViewModel {
    guard !path.isEmpty else {
      let names = scope.variables.keys.sorted().filter(isScreen)
      throw Message.whichScreen(word, names.first { !scope.hostNames.contains($0) } ?? names.first)
    }
    guard case .viewModel(let viewModel) = try evaluator.place(of: Parser.expression(path)),
      let screen = viewModel as? LifecycleViewModel
    else {
      throw Message.hasNoLifeCycle(path)
    }
    return screen
  }
}

extension LifecycleViewModel {
  /// Whether it or a part of it is on the way to be loaded; tracked.
  fileprivate var isLoadingSomething: Bool {
    state == .loading || children.contains { $0.isLoadingSomething }
  }
}
