extension SignalSource {
  /// Records that an event is sent.
  func traceEvent(_ event: Value, _ cause: TraceRecord.ID?) -> TraceRecord.ID? {
    let isError = event is any Error || (event as? any FailingResult)?.isFailure == true
    return graph.engine.emit(
      isError ? .signalError : .signalEvent, cause: cause, label: label, source: place,
      new: isSecure ? .hidden : graph.engine.traceValue(event))
  }
}

/// A result of any type.
private protocol FailingResult {
  var isFailure: Bool { get }
}

extension Result: FailingResult {
  fileprivate var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
