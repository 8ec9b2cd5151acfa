import Foundation
import Networking

/// The way to the workshop's API: the given address, or a server of this process that is started
/// when the first request needs it.
actor WorkshopAPI {
  private let address: URL?
  private let server = WorkshopServer()
  private var connected: Client?

  init(address: URL?) { self.address = address }

  /// A client of the API.
  func client() async throws -> Client {
    if let connected { return connected }
    let base: URL
    if let address { base = address } else { base = try await server.start() }
    let client = try Client(base.absoluteString)
    connected = client
    return client
  }

  /// Stops the server, if it was started.
  func close() async {
    connected = nil
    await server.stop()
  }
}
