import HTTPTypes

extension Exchange {
  /// Runs work as one entry of the log.
  func logged<Output>(
    _ call: Call, _ work: (inout LogNote) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    var note = LogNote()
    guard call.isLogged else { return try await work(&note) }
    let id = log.begin(call.request, at: configuration.now())
    let start = ContinuousClock.now
    do throws(NetworkError) {
      let output = try await work(&note)
      log.end(id) { entry in
        note.write(to: &entry)
        entry.duration = ContinuousClock.now - start
      }
      return output
    } catch {
      log.end(id) { entry in
        entry.duration = ContinuousClock.now - start
        entry.failure = error.code
        entry.attempts = error.attempts
        entry.status = error.response?.status
        entry.bytes = error.response?.data.count
      }
      throw error
    }
  }
}

/// The findings of an exchange for the log.
struct LogNote {
  var status: HTTPResponse.Status?
  var bytes: Int?
  var source = RequestLog.Entry.Source.network
  var metrics: TransferMetrics?

  mutating func take(_ response: Response) {
    status = response.status
    bytes = response.data.count
    metrics = response.metrics
    source = response.source
  }

  func write(to entry: inout RequestLog.Entry) {
    entry.status = status
    entry.bytes = bytes
    entry.source = source
    entry.metrics = metrics
    entry.attempts = source == .cache ? 0 : metrics?.attempts ?? 1
  }
}
