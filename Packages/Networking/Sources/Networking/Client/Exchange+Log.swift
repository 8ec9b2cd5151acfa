import HTTPTypes

extension RequestLog.Entry {
  /// Notes a whole response.
  mutating func take(_ response: Response) {
    status = response.status
    bytes = response.data.count
    metrics = response.metrics
    source = response.source
  }
}

extension Exchange {
  /// Runs work as one entry of the log.
  func logged<Output>(
    _ call: Call, _ work: (inout RequestLog.Entry) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    let begin = configuration.now()
    guard call.isLogged else {
      var entry = RequestLog.Entry(id: 0, request: call.request, start: begin)
      return try await work(&entry)
    }
    var entry = log.begin(call.request, at: begin)
    let start = ContinuousClock.now
    defer {
      entry.duration = ContinuousClock.now - start
      log.end(entry)
    }
    do throws(NetworkError) {
      let output = try await work(&entry)
      entry.attempts = entry.metrics?.attempts ?? Swift.max(1, entry.attempts)
      return output
    } catch {
      entry.failure = error.code
      entry.attempts = entry.metrics?.attempts ?? error.attempts
      entry.source = error.response?.knownSource ?? entry.source
      entry.status = entry.status ?? error.response?.status
      entry.bytes = entry.bytes ?? error.response?.data.count
      throw error
    }
  }
}
