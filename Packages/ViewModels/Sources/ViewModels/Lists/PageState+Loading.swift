import Bindings

extension PageState {
  /// Loads the content by `body`, and shows on the page that it is loading, and the outcome.
  ///
  /// ```swift
  /// @Command(policy: .join) func refresh() async throws {
  ///   try await page.load(whenEmpty: .init(title: "No photos")) {
  ///     try setCells(try await service.photos().map(PhotoCell.init))
  ///     return count > 0
  ///   }
  /// }
  /// ```
  /// The page is loading until the last of its loads has ended. Each one begins with a page that needs no
  /// retry and is not empty; of several, the one that began last decides about both. What a ``Pager`` shows
  /// on the page it decides alone. `body` gets the content, shows it, and says whether there is any; its error makes
  /// ``needsRetry`` true if it is worth it, and never that of a cancelled task, and is thrown, for a toast or as the
  /// failure of a command.
  public func load(
    whenEmpty empty: EmptyState? = nil,
    retrying isWorthRetrying: @MainActor (any Error) -> Bool = { _ in true },
    _ body: @MainActor () async throws -> Bool
  ) async throws {
    latestLoad += 1
    let load = latestLoad
    batch {
      loads += 1
      isLoading = true
      needsRetry = false
      emptyState = nil
    }
    do {
      let hasContent = try await body()
      end(load) { if !hasContent { emptyState = empty } }
    } catch {
      end(load) {
        let isCancelled = Task.isCancelled || error is CancellationError
        if !isCancelled, isWorthRetrying(error) { needsRetry = true }
      }
      throw error
    }
  }

  private func end(_ load: Int, _ change: () -> Void) {
    batch {
      loads -= 1
      isLoading = loads > 0
      if load == latestLoad { change() }
    }
  }
}
