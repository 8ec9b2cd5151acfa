import Bindings
import HTTPTypes
import Networking
import Synchronization
import Testing

/// A request as a cold signal, as a view-model has it.
@MainActor
@Suite struct RequestSignalTests {
  /// Counts what is sent, and answers nothing.
  private final class Refusing: Transport {
    let sent = Mutex(0)

    func stream(_ request: Request) async throws(NetworkError) -> ResponseStream {
      sent.withLock { $0 += 1 }
      throw NetworkError(.offline, "There is no network.")
    }
  }

  @Test func aRequestIsAColdSignalAndItsErrorAnEvent() async throws {
    let transport = Refusing()
    var configuration = Client.Configuration()
    configuration.retry = .never
    let client = try Client("http://h", transport: transport, configuration: configuration)
    let signal = Signal.from(results: client.responses(to: Request(.get, "/x")))
    #expect(transport.sent.withLock { $0 } == 0)
    for number in 1...2 {
      var codes: [NetworkError.Code] = []
      for await result in signal.values {
        if case .failure(let error) = result { codes.append(error.code) }
      }
      #expect(codes == [.offline])
      #expect(transport.sent.withLock { $0 } == number)
    }
  }
}
