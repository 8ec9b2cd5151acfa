import Bindings

extension PageState {
  /// Loads the content with `body`, and shows the loading and its outcome on the page.
  ///
  /// ```swift
  /// @Command(policy: .join) func refresh() async throws {
  ///   try await page.load(whenEmpty: .init(title: "No photos")) {
  ///     try setCells(try await service.photos().map(PhotoCell.init))
  ///     return count > 0
  ///   }
  /// }
  /// ```
  /// The page is loading until its last load has ended. Each load resets ``needsRetry`` and ``emptyState`` at its
  /// start; with several loads, the one that began last decides about both. A ``Pager`` that is shown
  /// on the page sets these properties itself. `body` loads the content, shows it, and returns whether there is any.
  /// Its error sets ``needsRetry`` if a retry makes sense; the error is thrown, to be shown as a toast or to become the
  /// failure of a command. In a cancelled task any error is thrown as a `CancellationError`, because a load that somebody
  /// has cancelled has not failed.
  public func load(
    whenEmpty empty: EmptyState? = nil,
    retrying isWorthRetrying: @MainActor (any Error) -> Bool = { _ in true },
    _ body: @MainActor () async throws -> Bool
  ) async throws {
    guard $isLoading.mayBeWritten() else { throw CancellationError() }
    latestLoad += 1
    let load = latestLoad
    action {
      loads += 1
      isLoading = true
      needsRetry = false
      emptyState = nil
    }
    do {
      let hasContent = try await body()
      end(load) { if !hasContent { emptyState = empty } }
    } catch {
      let isCancelled = Task.isCancelled || error is CancellationError
      // Asked first, because the answer may come from code that begins the next load.
      let isToRetry = !isCancelled && load == latestLoad && action { isWorthRetrying(error) }
      end(load) { if isToRetry { needsRetry = true } }
      throw isCancelled ? CancellationError() : error
    }
  }

  private func end(_ load: Int, _ change: () -> Void) {
    action {
      loads -= 1
      isLoading = loads > 0
      if load == latestLoad { change() }
    }
  }
}
