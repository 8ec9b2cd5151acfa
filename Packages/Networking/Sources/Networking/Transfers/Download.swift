public import Foundation
import HTTPTypes

/// A finished download.
public struct Download: Sendable, Hashable {
  /// The URL of the downloaded file.
  public var file: URL
  /// The size of the file in bytes.
  public var size: Int64
  /// The status and the headers of the last response.
  public var head: ResponseHead
  /// The timings of the phases.
  public var metrics: TransferMetrics
  /// The number of bytes from an earlier try.
  public var resumedFrom: Int64
}

/// Downloads to a part file beside the destination, completes the part and moves it to the destination.
struct Downloader: Sendable {
  let call: Call
  let file: URL
  let resumes: Bool
  let exchange: Exchange
  let control: TransferControl

  func run() async throws(NetworkError) -> Download {
    let request = call.request
    guard request.headers[.range] == nil else {
      throw .invalid(
        "A download asks for ranges itself; send the request instead.",
        request: request.summary)
    }
    var opened: PartFile?
    do throws(NetworkError) {
      // Each attempt continues where the last one stopped.
      return try await exchange.attempts(call) { (call, attempt) async throws(NetworkError) in
        let part: PartFile
        if let opened { part = opened } else { part = try await open() }
        opened = part
        var isAnswered = false
        do throws(NetworkError) {
          let download = try await load(call, part, attempt, &isAnswered)
          try await part.replaceDestination()
          return download
        } catch {
          throw error.of(request, attempts: isAnswered ? 1 : 0)
        }
      }
    } catch {
      await opened?.close(keepingPart: resumes)
      throw error
    }
  }

  private func open() async throws(NetworkError) -> PartFile {
    try await PartFile(
      beside: file, address: call.request.redactor.url(try call.request.urlText),
      user: resumes ? try await exchange.userName(of: call) : nil, resumes: resumes)
  }

  /// Downloads the missing bytes of the part, with one response or several.
  private func load(
    _ call: Call, _ part: PartFile, _ attempt: Int, _ isAnswered: inout Bool
  ) async throws(NetworkError) -> Download {
    var resumedFrom: Int64?
    var hasAskedForEnd = false
    while true {
      let state = try await part.state()
      let asked = state.version == nil ? 0 : state.size
      let answer: Answer
      do throws(NetworkError) {
        answer = try await exchange.opened(call.continuing(at: asked, state.version))
        isAnswered = true
      } catch {
        guard asked > 0, error.response?.status == 416 else { throw error }
        isAnswered = true
        if !hasAskedForEnd, error.response?.headers.first(.contentRange) == "bytes */\(asked)" {
          // The part seems to be complete; the server confirms its version with the last byte.
          hasAskedForEnd = true
          try await part.truncate(to: asked - 1)
        } else {
          // The part is longer than the server's current file.
          try await part.restart(version: nil)
        }
        continue
      }
      guard ![204, 205].contains(answer.head.status) else {
        throw answer.malformed("status \(answer.head.status.code) comes without one")
      }
      let range = try answer.range(from: asked, state.version)
      if range == nil { try await part.restart(version: answer.head.validator) }
      let start = range?.start ?? 0
      resumedFrom = Swift.min(resumedFrom ?? start, start)
      let size = try await write(answer, range, from: start, to: part)
      guard let range, size < range.total else {
        var metrics = answer.stream.body.metrics
        metrics.attempts = attempt
        return Download(
          file: file, size: size, head: answer.head, metrics: metrics,
          resumedFrom: resumedFrom ?? 0)
      }
    }
  }

  /// Appends a body to the part; returns the part's new size.
  private func write(
    _ answer: Answer, _ range: ContentRange?, from start: Int64, to part: PartFile
  ) async throws(NetworkError) -> Int64 {
    let total = range?.total ?? answer.head.plainLength
    var size = start
    var iterator = answer.stream.body.makeAsyncIterator()
    while let chunk = try await iterator.next() {
      size += Int64(chunk.count)
      if let limit = call.request.limits.body, size > limit {
        throw NetworkError.bodyTooLarge(limit).of(call.request)
      }
      if let range, size > range.end { break }
      try await part.write(chunk)
      control.progress.yield(
        TransferProgress(direction: .download, completed: size, total: total))
      try await control.gate.pass()
    }
    guard let range, size != range.end else { return size }
    try await part.truncate(to: start)
    throw answer.malformed("it is longer or shorter than its Content-Range says")
  }
}

/// The byte range of a partial response: `bytes 500-999/1000` (RFC 9110, 14.4).
struct ContentRange: Equatable {
  let start: Int64
  /// The position after the last byte.
  let end: Int64
  let total: Int64

  /// Returns `nil` if the text is not a byte range with a known total.
  init?(_ text: String) {
    guard let parts = text.wholeMatch(of: /(?i:bytes) ([0-9]+)-([0-9]+)\/([0-9]+)/),
      let first = Int64(parts.1), let last = Int64(parts.2), let total = Int64(parts.3),
      first <= last, last < total
    else { return nil }
    (start, end, self.total) = (first, last + 1, total)
  }
}

extension Answer {
  /// Returns the range of a `206`, which must have the requested start and version; `nil` for a whole response.
  fileprivate func range(
    from asked: Int64, _ version: String?
  ) throws(NetworkError) -> ContentRange? {
    guard head.status == 206 else { return nil }
    guard let range = head.headers.first(.contentRange).flatMap(ContentRange.init) else {
      throw malformed("its Content-Range does not say which bytes of how many it holds")
    }
    guard range.start == asked else {
      throw malformed("it begins at \(range.start) instead of \(asked)")
    }
    let isTag = version?.hasPrefix("\"") == true
    let told = head.headers.first(isTag ? .eTag : .lastModified)
    guard told == nil || told == version else { throw malformed("it is of another version") }
    return range
  }

  fileprivate func malformed(_ why: String) -> NetworkError {
    NetworkError(
      .malformedResponse, "The server's part of the file cannot be used: \(why). Fix the server.",
      request: request.summary, attempts: 1)
  }
}

extension Call {
  /// Returns the call for the missing bytes, on condition that the server still has that version.
  fileprivate func continuing(at start: Int64, _ version: String?) -> Call {
    var call = self
    // A range counts bytes in stored form, so the server must not compress them.
    if request.headers[.acceptEncoding] == nil {
      call.request.headers[.acceptEncoding] = "identity"
    }
    if start > 0, let version {
      call.request.headers[.range] = "bytes=\(start)-"
      call.request.headers[.ifRange] = version
    }
    return call
  }
}

extension ResponseHead {
  /// The length of the body after decoding, if known; `nil` for a compressed body.
  var plainLength: Int64? {
    headers[.contentEncoding] == nil ? contentLength : nil
  }

  /// The validator for a range request, if it can be sent.
  ///
  /// A `Last-Modified` in the same second as `Date` is no validator, as the file may change again (RFC 9110, 8.8.2.2).
  fileprivate var validator: String? {
    if let tag = headers.first(.eTag), tag.hasPrefix("\"") {
      return HTTPField.isValidValue(tag) ? tag : nil
    }
    guard let modified = headers.first(.lastModified), HTTPField.isValidValue(modified),
      let changed = HTTPDate.parse(modified),
      let sent = headers.first(.date).flatMap(HTTPDate.parse), sent >= changed + 1
    else { return nil }
    return modified
  }
}

extension NetworkError {
  static func unwritable(_ url: URL, _ cause: any Error) -> NetworkError {
    NetworkError(
      .file, "'\(url.path)' cannot be written; check the folder, its rights and the free space.",
      cause: cause)
  }
}
