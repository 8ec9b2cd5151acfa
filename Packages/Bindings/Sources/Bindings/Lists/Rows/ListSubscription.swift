/// The subscription of one observer of a list, which can pause and catch up.
@MainActor
public final class ListSubscription: Subscription {
  private let pausing: Property<Bool>

  @usableFromInline
  init(
    _ graph: Graph, label: String?, fileID: StaticString, line: UInt,
    _ body: @escaping @MainActor () -> Void
  ) {
    let pausing = Property(false, graph: graph, fileID: fileID, line: line)
    self.pausing = pausing
    let engine = graph.engine
    if engine.isGuarded, engine.isComputing {
      engine.refuseObserver(label: label, file: fileID, line: line)
      super.init(nil)
    } else {
      super.init(
        engine.observe(label: label, file: fileID, line: line) { if !pausing.value { body() } })
    }
  }

  /// Stops the updates; a hidden or busy view does this.
  public func pause() { pausing.value = true }

  /// Goes on: what happened meanwhile comes as one batch.
  public func resume() { pausing.value = false }
}
