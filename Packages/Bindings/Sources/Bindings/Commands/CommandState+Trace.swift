/// The records of a command; called only while a tracer is installed.
extension CommandState {
  /// Records that an execution waits for its turn.
  func traceQueued() -> TraceRecord.ID? {
    engine.emit(.commandQueued, node: node, label: label, source: source)
  }

  /// Records that a body begins, because of `cause`.
  func traceStart<Input>(_ input: Input, cause: TraceRecord.ID?) -> TraceRecord.ID? {
    engine.emit(
      .commandStart, cause: cause, node: node, label: label, source: source, new: value(input))
  }

  /// Records how the execution that began with `start` ended.
  ///
  /// - Returns: The record, which causes what the end changes.
  func traceEnd<Output>(
    _ outcome: Outcome<Output>, start: TraceRecord.ID?, cancel: TraceRecord.ID? = nil
  ) -> TraceRecord.ID? {
    let others = cancel.map { [$0] } ?? []
    let (detail, output) = description(of: outcome)
    return engine.emit(
      .commandEnd, cause: start, node: node, label: label, source: source, new: output,
      otherCauses: others, detail: detail)
  }

  func traceProgress(_ fraction: Double) -> TraceRecord.ID? {
    engine.emit(
      .commandProgress, node: node, label: label, source: source, new: value(fraction))
  }

  func traceRejection(_ rejection: Rejection) {
    engine.emit(
      .commandRejected, node: node, label: label, source: source,
      detail: rejection.reasons.joined(separator: ", "))
  }

  private func description<Output>(of outcome: Outcome<Output>) -> (String, TraceValue?) {
    switch outcome {
    case .success(let output): ("success", value(output))
    case .failure(let error): (isSecure ? "failure" : "failure: \(error)", nil)
    case .cancelled: ("cancelled", nil)
    case .rejected(let rejection): ("rejected: \(rejection.reasons.joined(separator: ", "))", nil)
    }
  }

  private func value<Value>(_ value: Value) -> TraceValue? {
    Value.self == Void.self ? nil : engine.traceValue(value, of: ref)
  }
}
