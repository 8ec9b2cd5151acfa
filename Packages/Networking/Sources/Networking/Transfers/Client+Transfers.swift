public import Foundation

extension Client {
  /// Sends a request as a transfer that can be followed, held and cancelled.
  ///
  /// Progress counts the body sent, then the body received. The answer goes past the cache.
  public func start(_ request: Request) -> Transfer<Response> {
    let resolved = resolve(request)
    return registered { [exchange] control async throws(NetworkError) in
      let observed = try resolved.reportingUpload(to: control)
      return try await exchange.logged(observed) { (note) async throws(NetworkError) in
        let response = try await exchange.attempts(observed) {
          (attempt) async throws(NetworkError) in
          try await exchange.send(observed) { (stream, request) async throws(NetworkError) in
            let data = try await stream.body.collect(control, length: stream.head.plainLength)
            let whole = ResponseStream(
              head: stream.head, body: ResponseBody(data, metrics: stream.body.metrics))
            return try await exchange.collect(whole, request, attempt: attempt)
          }
        }
        note.take(response)
        return response
      }
    }
  }

  /// Downloads to a file.
  ///
  /// Bytes go to `NAME.part` beside the destination, which is replaced in one step once all are
  /// here, so nobody ever sees half a file. With `resumes`, a part left by an earlier try is
  /// continued if the server says that it is still the same.
  ///
  /// - Parameters:
  ///   - request: What to download; it may have a limit of its own, by default there is none.
  ///   - file: Where to; a file that is there is replaced.
  ///   - resumes: Whether to keep the part of a failed try and to continue one.
  /// - Returns: The transfer, which has begun.
  public func download(
    _ request: Request, to file: URL, resumes: Bool = true
  ) -> Transfer<Download> {
    var resolved = resolve(request)
    if resolved.limits.body == nil { resolved.limits.body = .max }
    // A range counts bytes as stored, so they must come as stored.
    if resolved.headers["Accept-Encoding"] == nil {
      resolved.headers["Accept-Encoding"] = "identity"
    }
    let wanted = resolved
    return registered { [exchange] control async throws(NetworkError) in
      try await exchange.logged(wanted) { (note) async throws(NetworkError) in
        let download = try await DownloadFile(destination: file, resumes: resumes)
          .fetch(wanted, exchange, control)
        note.status = download.head.status
        note.bytes = Int(clamping: download.size)
        note.metrics = download.metrics
        return download
      }
    }
  }

  private func registered<Output>(
    _ work: @escaping @Sendable (TransferControl) async throws(NetworkError) -> Output
  ) -> Transfer<Output> {
    let transfer = Transfer(work)
    transfers.add(transfer)
    return transfer
  }
}

extension ResponseHead {
  /// The length of the body as it is read, when it is known: not for a compressed one.
  var plainLength: Int64? {
    headers["Content-Encoding"] == nil ? contentLength : nil
  }
}

extension Request {
  fileprivate func reportingUpload(to control: TransferControl) throws(NetworkError) -> Request {
    guard !body.isEmpty else { return self }
    let total = try body.length
    let progress = control.progress
    return with { request in
      request.body = body.observed { sent in
        progress.yield(TransferProgress(direction: .upload, completed: sent, total: total))
      }
    }
  }
}

extension ResponseBody {
  fileprivate func collect(
    _ control: TransferControl, length: Int64?
  ) async throws(NetworkError) -> Data {
    var whole = Data()
    var iterator = makeAsyncIterator()
    while let chunk = try await iterator.next() {
      whole.append(chunk)
      control.progress.yield(
        TransferProgress(direction: .download, completed: Int64(whole.count), total: length))
      try await control.gate.pass()
    }
    return whole
  }
}
