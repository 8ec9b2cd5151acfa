/// The trace records of a command; called only while a tracer is installed.
extension CommandState {
  /// Records an event of the command.
  @discardableResult
  func trace(
    _ kind: TraceRecord.Kind, cause: TraceRecord.ID? = Trace.current, new: TraceValue? = nil,
    otherCauses: [TraceRecord.ID] = [], detail: String? = nil
  ) -> TraceRecord.ID? {
    engine.emit(
      kind, cause: cause, node: node, label: label, source: source, new: new,
      otherCauses: otherCauses, detail: detail)
  }

  /// Records the end of the execution whose start record is `start`.
  ///
  /// - Returns: The record, which is the cause of the resulting changes.
  func traceEnd<Output>(
    _ outcome: Outcome<Output>, start: TraceRecord.ID?, cancel: TraceRecord.ID?
  ) -> TraceRecord.ID? {
    let (detail, output) = description(of: outcome)
    return trace(
      .commandEnd, cause: start, new: output, otherCauses: cancel.map { [$0] } ?? [],
      detail: detail)
  }

  func traceRejection(_ rejection: Rejection) {
    trace(.commandRejected, detail: rejection.reasons.joined(separator: ", "))
  }

  /// Describes an input, an output or progress, unless the command is secure.
  func traceValue<Value>(_ value: Value) -> TraceValue? {
    Value.self == Void.self ? nil : engine.traceValue(value, of: ref)
  }

  private func description<Output>(of outcome: Outcome<Output>) -> (String, TraceValue?) {
    switch outcome {
    case .success(let output): ("success", traceValue(output))
    case .failure(let error):
      (isSecure || Trace.hidesValues ? "failure" : "failure: \(error)", nil)
    case .cancelled: ("cancelled", nil)
    case .rejected(let rejection): ("rejected: \(rejection.reasons.joined(separator: ", "))", nil)
    }
  }
}
