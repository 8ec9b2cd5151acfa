import CCurlPeer
import Foundation
import HTTPTypes
import Networking

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A way to send `count` requests, a number of them at a time.
struct Way {
  let name: String
  let run: (_ size: Int, _ inFlight: Int, _ count: Int) async throws -> Void
}

/// Sends `count` requests of an async client from a number of tasks.
func spread(
  _ inFlight: Int, _ count: Int, _ send: @escaping @Sendable () async throws -> Void
) async throws {
  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 0..<inFlight {
      group.addTask { for _ in 0..<(count / inFlight) { try await send() } }
    }
    try await group.waitForAll()
  }
}

/// Sends `count` requests of blocking clients from a number of threads, each with its own client.
func spreadThreads<Client>(
  _ inFlight: Int, _ count: Int, make: @escaping @Sendable () -> Client,
  send: @escaping @Sendable (Client) -> Void, end: @escaping @Sendable (Client) -> Void
) async {
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<inFlight {
      group.addTask {
        await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            let client = make()
            for _ in 0..<(count / inFlight) { send(client) }
            end(client)
            continuation.resume()
          }
        }
      }
    }
  }
}

/// An event loop of the C peer, which accepts requests from every thread.
final class SharedLoop: @unchecked Sendable {
  let address = curl_loop_start()

  deinit { curl_loop_stop(address) }
}

/// Returns the compared ways, ours first.
func ways(port: Int) throws -> [Way] {
  let address = "http://127.0.0.1:\(port)"
  var curl = CurlTransport.Configuration()
  curl.proxy = .none
  let transport = CurlTransport(configuration: curl)
  let bare = CurlTransport(configuration: curl)
  var plain = Client.Configuration()
  plain.deduplicatesReads = true
  plain.interceptors = [CommonParameters(headers: [.accept: "*/*"])]
  let client = try Networking.Client(address, transport: transport, configuration: plain)
  let session: URLSession = {
    let configuration = URLSessionConfiguration.default
    configuration.httpMaximumConnectionsPerHost = 64
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }()
  return [
    Way(name: "CurlTransport") { size, inFlight, count in
      // The headers equal those of the client's request below, so that only the client makes a difference.
      let request = Request(
        .get, "\(address)/\(size)", headers: [.from: "0", .accept: "*/*"])
      try await spread(inFlight, count) {
        let response = try await bare.send(request)
        precondition(response.data.count == size, "A body is short.")
      }
    },
    Way(name: "Client") { size, inFlight, count in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<inFlight {
          // The headers differ, because equal reads would be sent only once.
          let request = Request(.get, "/\(size)", headers: [.from: "\(number)"])
          group.addTask {
            for _ in 0..<(count / inFlight) {
              let response = try await client.send(request)
              precondition(response.data.count == size, "A body is short.")
            }
          }
        }
        try await group.waitForAll()
      }
    },
    Way(name: "raw socket") { size, inFlight, count in
      await spreadThreads(inFlight, count) {
        RawSocket(port: port, size: size)
      } send: {
        $0.get()
      } end: { _ in
      }
    },
    Way(name: "libcurl, blocking") { size, inFlight, count in
      await spreadThreads(inFlight, count) {
        curl_peer_open("\(address)/\(size)")
      } send: {
        precondition(curl_peer_get($0) == size, "A body is short.")
      } end: {
        curl_peer_close($0)
      }
    },
    Way(name: "libcurl, own thread") { size, inFlight, count in
      let loop = SharedLoop()
      await spreadThreads(inFlight, count) {
        curl_loop_open("\(address)/\(size)")
      } send: {
        precondition(curl_loop_get(loop.address, $0) == size, "A body is short.")
      } end: {
        curl_loop_close($0)
      }
    },
    Way(name: "URLSession") { size, inFlight, count in
      guard let url = URL(string: "\(address)/\(size)") else { return }
      try await spread(inFlight, count) {
        let (data, _) = try await session.data(from: url)
        precondition(data.count == size, "A body is short.")
      }
    },
  ]
}
