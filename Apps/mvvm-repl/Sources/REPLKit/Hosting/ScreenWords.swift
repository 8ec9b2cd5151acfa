import ViewModels

extension Session {
  /// The tool commands `:show`, `:hide` and `:screen`.
  ///
  /// The first two simulate the screen of a `LifecycleViewModel`; `:screen` draws the screen of any view-model.
  ///
  /// Screens do not appear and disappear in a terminal, so a person who explores a life cycle uses commands:
  /// ```
  /// ❯ watch orders.selectedChild.state
  /// ❯ :show orders
  /// ❯ :hide orders
  /// ```
  /// `:show` returns after the visible content has loaded, so that the next statement finds it. With a trailing `&` it
  /// does not wait. Interrupting it does not cancel the loading. It counts as one layout of the visible pages.
  public var screenWords: [ToolCommand] {
    [
      ToolCommand(
        "show", .tool, "a screen appears: the view-model becomes active and loads",
        "页面出现：视图模型变为活跃并加载", takes: .paths([]), isOwn: false
      ) { session, path, _ in
        let isInBackground = path.hasSuffix("&")
        let path = isInBackground ? String(path.dropLast()).trimmed : path
        let screen = try session.screen(path, in: ":show")
        let wasShown = screen.isActive
        screen.appear()
        for page in screen.visiblePages { page.screenDidRender() }
        if !isInBackground {
          do { try await session.loaded(screen) } catch {
            guard session.evaluator.isInterrupted else { throw error }
            // The loading goes on, as after `:show page &`, and the recording says so.
            session.voice.recorder.noteLeft()
          }
        }
        session.emit(.note(wasShown ? .isStillShown(path) : .isShown(path)))
      },
      ToolCommand(
        "hide", .tool, "a screen is covered: the view-model becomes inactive and unloads",
        "页面离开屏幕：视图模型不再活跃，并卸载", takes: .paths([]), isOwn: false
      ) { session, path, _ in
        let screen = try session.screen(path, in: ":hide")
        if session.host.screens.live?.viewModel === screen { session.host.screens.end() }
        screen.disappear()
        session.emit(.note(.isHidden(path)))
      },
      screenWord,
    ]
  }

  /// Waits until a screen has finished loading; a manual clock advances meanwhile.
  func loaded(_ screen: LifecycleViewModel) async throws {
    let isLoading = { @MainActor in screen.isLoadingSomething }
    _ = try await waiting.comes(true: { !isLoading() }, within: nil, at: nil, while: isLoading)
  }

  /// Whether a path leads to a view-model with a life cycle.
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
  /// The page, if it is visible, and the visible pages within it; the reads are tracked.
  var visiblePages: [LifecycleViewModel] {
    isActive ? [self] + children.flatMap(\.visiblePages) : []
  }

  /// Whether the view-model or a child of it is loading; the reads are tracked.
  fileprivate var isLoadingSomething: Bool {
    state == .loading || children.contains { $0.isLoadingSomething }
  }
}
