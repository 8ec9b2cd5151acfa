extension Prompts {
  /// Shows the overlay while `body` runs, however it ends.
  ///
  /// - Parameters:
  ///   - message: What to say meanwhile.
  ///   - kind: What it means for the screen.
  ///   - body: The work.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func during<Value>(
    _ message: String? = nil, kind: Activity.Kind = .loading,
    _ body: @MainActor () async throws -> Value
  ) async rethrows -> Value {
    let id = begin(message, kind: kind)
    defer { remove(activity: id) }
    return try await body()
  }

  /// Sends something off: shows the overlay, and ``canRun`` is false, while `body` runs.
  ///
  /// ```swift
  /// var canPay: Bool { prompts.canRun && !items.isEmpty }
  /// @Command(enabled: \.canPay) func pay() async throws {
  ///   try await prompts.submitting("Paying") { try await service.pay(items) }
  /// }
  /// ```
  /// - Parameters:
  ///   - message: What to say meanwhile.
  ///   - body: The work.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func submitting<Value>(
    _ message: String? = nil, _ body: @MainActor () async throws -> Value
  ) async rethrows -> Value {
    try await during(message, kind: .submitting, body)
  }

  func remove(activity id: Activity.ID) { action { activities.removeAll { $0.id == id } } }
}
