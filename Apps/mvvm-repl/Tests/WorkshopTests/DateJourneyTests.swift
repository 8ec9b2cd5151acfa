import Foundation
import HTTPTypes
import Networking
import Store
import Testing
@testable import Workshop

/// One JSON in all layers: a date is the same text on the wire and in a store.
@Suite struct DateJourneyTests {
  private struct Trip: Codable, Equatable, Sendable {
    var name: String
    var at: Date
    var stops: [Date?]
  }

  private static let text =
    #"{"at":"2026-03-05T10:26:26.123Z","name":"渡","stops":["1969-12-31T23:59:59.999Z",null]}"#

  @Test func aDateSurvivesClientModelStoreAndClientToTheMillisecond() async throws {
    let server = WorkshopServer()
    let client = try Client(await server.start().absoluteString)
    let trip = Trip(
      name: "渡", at: Date(timeIntervalSince1970: 1_772_706_386.123),
      stops: [Date(timeIntervalSince1970: -0.001), nil])
    try await client.send(Request(.put, "/files/trip"), json: trip)
    let received: Trip = try await client.value(Request(.get, "/files/trip"))
    #expect(received == trip)
    let store = try KeyValueStore.inMemory()
    try await store.write { try $0.put(received, id: "trip") }
    #expect(try await store.read { try $0.get(StoredContent.self, id: "trip") } == .json(Self.text))
    let kept = try #require(try await store.read { try $0.get(Trip.self, id: "trip") })
    try await client.send(Request(.put, "/files/again"), json: kept)
    let again = try await client.send(Request(.get, "/files/again"))
    #expect(again.text == Self.text)
    #expect(try again.decode(Trip.self) == trip)
    await server.stop()
  }

  @Test(arguments: [
    "2026-02-30T00:00:00Z", "2026-01-01T99:99:99Z", "2026-01-01T00:00:00Zx", "2026-01-01",
  ])
  func aDateThatDoesNotExistIsRefusedOnTheWholeWay(date: String) async throws {
    let server = WorkshopServer()
    let client = try Client(await server.start().absoluteString)
    let text = #"{"at":"\#(date)","name":"","stops":[]}"#
    try await client.send(Request(.put, "/files/trip", body: .data(Data(text.utf8))))
    let error = await #expect(throws: NetworkError.self) {
      try await client.value(Request(.get, "/files/trip"), as: Trip.self)
    }
    #expect(error?.code == .undecodable)
    let store = try KeyValueStore.inMemory()
    try await store.write { try $0.put(StoredContent.json(text), id: "trip") }
    let told = await #expect(throws: StoreError.self) {
      try await store.read { try $0.get(Trip.self, id: "trip") }
    }
    #expect(told?.code == .wrongType)
    await server.stop()
  }
}
