import Bindings
import Foundation
import HTTPTypes
import Networking
import Synchronization

/// The causes of the requests to the server of this process.
///
/// A wait of the server on the session's clock then counts as a wait of the command that has sent the request.
final class RequestCauses: Sendable {
  /// The header field with the number of a request's cause.
  static let field = "Request-Cause"

  private let causes = Mutex<[String: (id: TraceRecord.ID, count: Int)]>([:])

  /// The cause with the number in the header field of a request that still runs.
  subscript(number: String?) -> TraceRecord.ID? {
    number.flatMap { number in causes.withLock { $0[number]?.id } }
  }

  fileprivate func add(_ cause: TraceRecord.ID) -> String {
    let number = "\(cause.number)"
    causes.withLock { $0[number] = (cause, ($0[number]?.count ?? 0) + 1) }
    return number
  }

  fileprivate func remove(_ number: String) {
    causes.withLock { causes in
      guard let (id, count) = causes[number] else { return }
      causes[number] = count > 1 ? (id, count - 1) : nil
    }
  }
}

/// A transport that tells the server of this process the causes of requests.
struct CausedTransport: Transport {
  private static let field = HTTPField.Name(RequestCauses.field)

  let base: any Transport
  let causes: RequestCauses

  func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
    guard let cause = Trace.cause, let field = Self.field,
      let url = try? request.url, url.host() == "127.0.0.1"
    else { return try await base.stream(request) }
    let number = causes.add(cause)
    defer { causes.remove(number) }
    return try await base.stream(request.with { $0.headers[field] = number })
  }
}
