import ViewModels

extension Session {
  /// The words `:show` and `:hide`: a person plays the screen of a `LifecycleViewModel`.
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
      ToolCommand("show", "a screen appears: the view-model becomes active and loads") {
        [weak self] path in
        guard let self else { return [] }
        let isInBackground = path.hasSuffix("&")
        let path = isInBackground ? String(path.dropLast()).trimmed : path
        let screen = try screen(path, in: ":show")
        if !screen.isScreenLoaded { screen.screenDidLoad() }
        screen.screenWillAppear()
        screen.screenDidRender()
        if !isInBackground { try await loaded(screen) }
        return [.note("\(path) is shown")]
      }.translated(.chinese, "页面出现：视图模型激活并加载"),
      ToolCommand("hide", "a screen is covered: the view-model becomes inactive and unloads") {
        [weak self] path in
        guard let screen = try self?.screen(path, in: ":hide") else { return [] }
        screen.screenWillDisappear()
        return [.note("\(path) is hidden")]
      }.translated(.chinese, "页面被遮住：视图模型停用并卸载"),
    ]
  }

  /// Waits until nothing of a screen loads any more; a manual clock goes on meanwhile.
  private func loaded(_ screen: LifecycleViewModel) async throws {
    let isLoading = { @MainActor in screen.isLoadingSomething }
    _ = try await comes(true: { !isLoading() }, within: nil, at: nil, while: isLoading)
  }

  private func screen(_ path: String, in word: String) throws -> LifecycleViewModel {
    guard !path.isEmpty else { throw NoScreen("say which screen: \(word) orders") }
    guard case .viewModel(let viewModel) = try place(of: Parser.expression(path)),
      let screen = viewModel as? LifecycleViewModel
    else {
      throw NoScreen("\(path) has no life cycle; write the name of a page or a list")
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

/// What was named cannot be shown.
private struct NoScreen: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
