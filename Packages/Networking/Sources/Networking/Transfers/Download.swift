public import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A finished download.
public struct Download: Sendable, Hashable {
  /// Where the bytes are.
  public var file: URL
  /// The size of the file in bytes.
  public var size: Int64
  /// Status and headers of the last response.
  public var head: ResponseHead
  /// How long each phase took.
  public var metrics: TransferMetrics
  /// How many of the bytes an earlier try had brought.
  public var resumedFrom: Int64
}

/// Writes a download beside its destination and puts it in place.
struct DownloadFile: Sendable {
  /// What the server said of the version that a part belongs to.
  private struct Validator: Codable {
    var url: String
    var value: String
  }

  let destination: URL
  let resumes: Bool

  private var part: URL { destination.appendingPathExtension("part") }
  private var note: URL { destination.appendingPathExtension("part-version") }

  func fetch(
    _ request: Request, _ exchange: Exchange, _ control: TransferControl
  ) async throws(NetworkError) -> Download {
    do throws(NetworkError) {
      // Each attempt goes on where the one before broke off.
      return try await exchange.attempts(request) { (attempt) async throws(NetworkError) in
        let rest = request.continuing(try existing(request))
        return try await exchange.send(rest) { (stream, request) async throws(NetworkError) in
          try await write(stream, request, attempt, control)
        }
      }
    } catch {
      guard error.response?.status == 416, resumes else { throw error }
      // The part is longer than what the server has now.
      discard()
      return try await exchange.attempts(request) { (attempt) async throws(NetworkError) in
        try await exchange.send(request) { (stream, request) async throws(NetworkError) in
          try await write(stream, request, attempt, control)
        }
      }
    }
  }

  /// The size and version of a part that may be continued.
  private func existing(
    _ request: Request
  ) throws(NetworkError) -> (size: Int64, version: String)? {
    guard resumes, let data = try? Data(contentsOf: note),
      let validator = try? JSONDecoder().decode(Validator.self, from: data),
      validator.url == (try request.urlText),
      let attributes = try? FileManager.default.attributesOfItem(atPath: part.path),
      let size = attributes[.size] as? NSNumber, size.int64Value > 0
    else { return nil }
    return (size.int64Value, validator.value)
  }

  private func write(
    _ stream: ResponseStream, _ request: Request, _ attempt: Int, _ control: TransferControl
  ) async throws(NetworkError) -> Download {
    let start = stream.head.status == 206 ? stream.head.rangeStart ?? 0 : 0
    let total = stream.head.plainLength.map { $0 + start }
    let file = try await FileWriter(part, from: start)
    var size = start
    do throws(NetworkError) {
      try keepVersion(stream.head, request)
      var iterator = stream.body.makeAsyncIterator()
      while let chunk = try await iterator.next() {
        try await file.write(chunk)
        size += Int64(chunk.count)
        control.progress.yield(
          TransferProgress(direction: .download, completed: size, total: total))
        try await control.gate.pass()
      }
      try await file.close(synchronizing: true)
      try replaceDestination()
    } catch {
      try? await file.close(synchronizing: false)
      if !resumes || !FileManager.default.fileExists(atPath: note.path) { discard() }
      throw error
    }
    var metrics = stream.body.metrics
    metrics.attempts = attempt
    return Download(
      file: destination, size: size, head: stream.head, metrics: metrics, resumedFrom: start)
  }

  /// Notes the version of the part, or that there is none to continue by.
  private func keepVersion(_ head: ResponseHead, _ request: Request) throws(NetworkError) {
    let tag = head.headers["ETag"].flatMap { $0.hasPrefix("W/") ? nil : $0 }
    guard resumes, let version = tag ?? head.headers["Last-Modified"] else {
      try? FileManager.default.removeItem(at: note)
      return
    }
    do {
      let validator = Validator(url: try request.urlText, value: version)
      try JSONEncoder().encode(validator).write(to: note, options: .atomic)
    } catch {
      throw .unwritable(note, error)
    }
  }

  private func replaceDestination() throws(NetworkError) {
    guard unsafe rename(part.path, destination.path) == 0 else {
      throw .unwritable(destination, POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
    }
    try? FileManager.default.removeItem(at: note)
  }

  private func discard() {
    try? FileManager.default.removeItem(at: part)
    try? FileManager.default.removeItem(at: note)
  }
}

extension Request {
  /// The request for the rest of a part, if the server still has that version.
  fileprivate func continuing(_ existing: (size: Int64, version: String)?) -> Request {
    guard let existing else { return self }
    return with { request in
      request.headers["Range"] = "bytes=\(existing.size)-"
      request.headers["If-Range"] = existing.version
    }
  }
}

extension ResponseHead {
  /// Where a partial response begins: 500 in `bytes 500-999/1000`.
  fileprivate var rangeStart: Int64? {
    guard let range = headers["Content-Range"], range.hasPrefix("bytes ") else { return nil }
    return range.dropFirst(6).split(separator: "-").first.flatMap { Int64($0) }
  }
}

extension NetworkError {
  static func unwritable(_ url: URL, _ cause: any Error) -> NetworkError {
    NetworkError(
      .file, "‘\(url.path)’ cannot be written; check the folder, its rights and the free space.",
      cause: cause)
  }
}
