import Foundation
import Networking
import Testing
import Workshop

@Suite struct WorkshopServerTests {
  private struct SignedIn: Decodable {
    var phone: String
    var nickname: String
    var signedInAt: String
  }

  private func login(_ phone: String, _ password: String) throws -> Request {
    Request(.post, "/login", body: try .json(["phone": phone, "password": password]))
  }

  @Test func loginAnswersWithNicknameAndTime() async throws {
    let server = WorkshopServer(now: { Date(timeIntervalSince1970: 0) })
    let client = try Client(await server.start().absoluteString)
    let user: SignedIn = try await client.value(login("18612345678", "password"))
    #expect(user.phone == "18612345678")
    #expect(user.nickname == "用户5678")
    #expect(user.signedInAt == "1970-01-01T00:00:00Z")
    await server.stop()
  }

  @Test(arguments: [("186", "password", 422), ("18612345678", "short", 422)])
  func malformedLoginIsRefused(phone: String, password: String, status: Int) async throws {
    let server = WorkshopServer()
    let client = try Client(await server.start().absoluteString)
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(login(phone, password))
    }
    #expect(error?.response?.status == status)
    #expect(error?.response?.text.hasPrefix("{\"error\":") == true)
    await server.stop()
  }

  @Test func secondLoginNeedsTheFirstPassword() async throws {
    let server = WorkshopServer()
    let client = try Client(await server.start().absoluteString)
    _ = try await client.send(login("18612345678", "password"))
    let error = await #expect(throws: NetworkError.self) {
      try await client.send(login("18612345678", "another-one"))
    }
    #expect(error?.response?.status == 401)
    await server.stop()
  }

  @Test func stoppedServerTakesNoConnectionAndCanStartAgain() async throws {
    let server = WorkshopServer()
    let first = try await server.start()
    #expect(try await server.start() == first)
    await server.stop()
    let error = await #expect(throws: NetworkError.self) {
      try await Client(first.absoluteString).send(Request(.get, "/"))
    }
    #expect(error?.code == .cannotConnect)
    _ = try await server.start()
    await server.stop()
  }
}
