import HTTPTypes

extension RequestLog.Entry {
  mutating func take(_ response: Response) {
    status = response.status
    bytes = response.data.count
    metrics = response.metrics
    source = response.source
  }
}

extension Exchange {
  func logged<Output>(
    _ call: Call, _ work: (inout RequestLog.Entry) async throws(NetworkError) -> Output
  ) async throws(NetworkError) -> Output {
    var entry = log.begin(call.request, at: configuration.now())
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
