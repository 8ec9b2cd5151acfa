extension Prompts {
  /// Shows the overlay with a message while `body` runs; hides it when `body` returns or throws.
  public func during<Value>(
    _ message: String? = nil, kind: Activity.Kind = .loading,
    _ body: @MainActor () async throws -> Value
  ) async rethrows -> Value {
    let id = begin(message, kind: kind)
    defer { remove(activity: id) }
    return try await body()
  }

  /// Runs `body` as a submission: during it, the overlay is visible and ``canRun`` is false.
  ///
  /// ```swift
  /// var canPay: Bool { prompts.canRun && !items.isEmpty }
  /// @Command(enabled: \.canPay) func pay() async throws {
  ///   try await prompts.submitting("Paying") { try await service.pay(items) }
  /// }
  /// ```
  public func submitting<Value>(
    _ message: String? = nil, _ body: @MainActor () async throws -> Value
  ) async rethrows -> Value {
    try await during(message, kind: .submitting, body)
  }

  func remove(activity id: Activity.ID) { action { _node_activities.remove { $0.id == id } } }
}
