import Foundation
import HTTPTypes
import Networking
import REPLKit
import Synchronization

/// A transport that answers requests with a stub, and passes on the others.
///
/// The transport stands before the simulated network, so a stub answers in any state of the network. In a rehearsal
/// nothing is passed on.
final class StubbedTransport: Transport {
  private struct State {
    var stubs: [Stub] = []
    var lastNumber = 0
  }

  private let base: any Transport
  private let clock: any Clock<Duration>
  private let state = Mutex(State())

  /// - Parameters:
  ///   - base: The transport for the other requests.
  ///   - clock: The clock for the delays of answers.
  init(_ base: any Transport, clock: any Clock<Duration>) {
    self.base = base
    self.clock = clock
  }

  /// The stubs, the newest last.
  var stubs: [Stub] { state.withLock { $0.stubs } }

  /// Adds a stub, which replaces the stub for the same requests.
  ///
  /// - Returns: The number of the stub.
  func add(_ stub: Stub) -> Int {
    state.withLock { state in
      state.stubs.removeAll { $0.name == stub.name }
      state.lastNumber += 1
      var stub = stub
      stub.number = state.lastNumber
      state.stubs.append(stub)
      return stub.number
    }
  }

  /// Removes stubs.
  ///
  /// - Returns: The removed stubs.
  func remove(where isMeant: (Stub) -> Bool) -> [Stub] {
    state.withLock { state in
      defer { state.stubs.removeAll(where: isMeant) }
      return state.stubs.filter(isMeant)
    }
  }

  /// Answers a request with a stub, or sends it.
  func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
    defer { (clock as? SessionClock)?.note(.network) }
    return try await answer(request)
  }

  private func answer(_ request: Request) async throws(NetworkError) -> ResponseStream {
    let answer = state.withLock { state -> Stub.Answer? in
      guard let index = state.stubs.lastIndex(where: { $0.matches(request) }) else { return nil }
      // A rehearsal does not move on to the next answer.
      var stub = state.stubs[index]
      return Rehearsal.current == nil ? state.stubs[index].next() : stub.next()
    }
    guard let answer else {
      if let rehearsal = Rehearsal.current {
        rehearsal.refuse(.wasNotSent("\(request.method) \(request.path)"))
        throw NetworkError(
          .noFixture, "Nothing is sent in a rehearsal; answer it with :stub.",
          request: request.summary)
      }
      return try await base.stream(request)
    }
    let url = try request.url
    if answer.delay > .zero {
      do { try await clock.sleep(for: answer.delay) } catch {
        throw NetworkError(
          .cancelled, "The request was cancelled.", cause: error, request: request.summary)
      }
    }
    switch answer.outcome {
    case .failure(let failure):
      let cause = Message.stubAnswersThatWay
      throw NetworkError(
        failure.code, "\(failure.told), \(cause).", cause: cause, request: request.summary,
        attempts: 1)
    case .response(let status, let json):
      // The response must not be stored, because it would outlive the stub.
      var headers: HTTPFields = [.cacheControl: "no-store"]
      if !json.isEmpty { headers[.contentType] = "application/json" }
      return ResponseStream(
        head: ResponseHead(status: .init(code: status), headers: headers, url: url),
        body: ResponseBody(Data(json.utf8)))
    }
  }
}
