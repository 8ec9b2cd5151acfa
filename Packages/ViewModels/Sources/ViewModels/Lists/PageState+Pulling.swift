extension PageState {
  /// Sets what loads the content again when a person pulls it down, and allows to pull.
  ///
  /// ```swift
  /// page.onPull { [weak self] in try await self?.refresh() }
  /// ```
  /// - Parameter reload: Loads it. It lives as long as the page's state, so it should not keep the page.
  public func onPull(_ reload: @escaping @MainActor () async throws -> Void) {
    self.reload = reload
    allowsPulling = true
  }

  func reloadByHand() async throws {
    pulls += 1
    isPulled = true
    defer {
      pulls -= 1
      isPulled = pulls > 0
    }
    try await reload?()
  }
}
