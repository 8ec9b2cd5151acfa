import Foundation
import HTTPTypes
import Networking
import Testing

@testable import Workshop

/// Answers that were kept before a stub stands for their requests.
@Suite struct StubbedResponseTests {
  /// A storage has addresses as they are sent; a stub's path is as one types it.
  @Test(arguments: ["/北京", "/%e5%8C%97", "/posts/{id}"])
  func aStubForgetsWhatWasAnsweredWithItsPathInAnySpelling(path: String) async throws {
    let address = try #require(URL(string: "http://127.0.0.1:1"))
    let storage = MemoryResponseStorage()
    let api = WorkshopAPI(address: address, responses: storage, clock: ContinuousClock())
    _ = try await api.client()
    let asked = Request(.get, address.absoluteString + path.replacing("{id}", with: "7"))
    let url = try asked.url
    for key in [url.absoluteString, "\(address.absoluteString)/other"] {
      storage.store(
        StoredResponse(headers: [:], url: url, data: Data(), date: Date()),
        for: key.replacing("%e5", with: "%E5"))
    }
    await api.forgetResponses(to: try Stub(parsing: "\(path) -> 200"))
    #expect(storage.response(for: url.absoluteString.replacing("%e5", with: "%E5")) == nil)
    #expect(storage.response(for: "\(address.absoluteString)/other") != nil)
  }
}
