/// The trace records of a command; called only while a tracer is installed.
extension CommandState {
  /// Records an event of the command.
  @discardableResult
  func trace(
    _ kind: TraceRecord.Kind, cause: TraceRecord.ID? = Trace.current, new: TraceValue? = nil,
    otherCauses: [TraceRecord.ID] = [], detail: String? = nil, error: (any Error)? = nil
  ) -> TraceRecord.ID? {
    engine.emit(
      kind, cause: cause, node: node, label: label, source: source, new: new,
      otherCauses: otherCauses, detail: detail, error: error)
  }

  /// Records the end of the execution whose start record is `start`.
  ///
  /// - Returns: The record, which is the cause of the resulting changes.
  func traceEnd<Output>(
    _ outcome: Outcome<Output>, start: TraceRecord.ID?, cancel: TraceRecord.ID?
  ) -> TraceRecord.ID? {
    var output: TraceValue?
    var told: (any Error)?
    let detail: String
    switch outcome {
    case .success(let value): (detail, output) = ("success", traceValue(value))
    case .failure where isSecure || Trace.hidesValues: detail = "failure"
    case .failure(let error): (detail, told) = ("failure: \(error)", error)
    case .cancelled: detail = "cancelled"
    case .rejected(let rejection):
      (detail, told) = ("rejected: \(rejection.reasons.joined(separator: ", "))", rejection)
    }
    return trace(
      .commandEnd, cause: start, new: output, otherCauses: cancel.map { [$0] } ?? [],
      detail: detail, error: told)
  }

  func traceRejection(_ rejection: Rejection) {
    trace(
      .commandRejected, detail: rejection.reasons.joined(separator: ", "), error: rejection)
  }

  /// Describes an input, an output or progress, unless the command is secure.
  func traceValue<Value>(_ value: Value) -> TraceValue? {
    Value.self == Void.self ? nil : engine.traceValue(value, of: ref)
  }
}
