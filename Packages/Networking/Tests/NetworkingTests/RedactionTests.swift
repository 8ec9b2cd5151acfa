import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

/// Logs, commands, errors and recordings hide secrets in headers, queries and bodies.
@Suite struct RedactionTests {
  private static func request(_ baseURL: String = "http://fixture") -> Request {
    var request = Request(
      .post, "\(baseURL)/login?access_token=secret-1&page=2",
      headers: ["Authorization": "Bearer secret-2", "X-Auth-Token": "secret-3", "X-A": "open"])
    request.query = [URLQueryItem(name: "api_key", value: "secret-4")]
    request.body = .data(
      Data(#"{"user":"open","password":"secret-5","deep":[{"clientSecret":"secret-6"}]}"#.utf8),
      contentType: "application/json")
    return request
  }

  @Test func commandHidesSecretsEverywhere() {
    let command = Self.request().curlCommand
    #expect(!command.contains("secret-"), "\(command)")
    #expect(command.contains("X-A: open"))
    #expect(command.contains("page=2"))
  }

  @Test(arguments: [
    RequestBody.form([.init(name: "password", value: "secret-1"), .init(name: "a", value: "open")]),
    .data(Data(#"{"password": "secret-1", broken"#.utf8), contentType: "application/json"),
  ])
  func commandHidesFieldsOfBodies(body: RequestBody) {
    let command = Request(.post, "http://h/", body: body).curlCommand
    #expect(!command.contains("secret-1"), "\(command)")
  }

  @Test func commandHidesFieldsOfForms() {
    var form = Multipart()
    form.add("password", "secret-1")
    form.add("title", "open")
    let command = Request(.post, "http://h/", body: form.body).curlCommand
    #expect(!command.contains("secret-1"), "\(command)")
    #expect(command.contains("open"))
  }

  @Test func logAndErrorsHideSecrets() async throws {
    let fixture = try FixtureClient { $0.retry = .never }
    fixture.transport.answer(.post, "/login", status: 500, json: "{}")
    let error = await networkError { try await fixture.client.send(Self.request()) }
    #expect(error.map { "\($0)" }?.contains("secret-") == false)
    let entry = try #require(fixture.client.log.entries.first)
    #expect(!"\(entry)".contains("secret-"))
    #expect(!"\(entry.request.headers)".contains("secret-"))
    #expect(!"\(entry.request.query)".contains("secret-"))
  }

  @Test func userInAnAddressIsRefusedWithoutItsPassword() async throws {
    for address in ["http://user:secret-1@h/", "http://secret-1@h:80/"] {
      let error = await networkError { try await CurlTransport().send(Request(.get, address)) }
      #expect(error?.code == .invalidRequest)
      #expect(
        error.map { "\($0)" }?.contains("secret-1") == false, "\(error.map { "\($0)" } ?? "")")
      #expect(throws: NetworkError.self) { try ServerEnvironment(address) }
    }
  }

  @Test func redirectsAreToldWithoutSecrets() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(
      .get, "/x", status: 302, headers: ["Location": "ftp://h/?token=secret-1"], json: "")
    let error = await networkError { try await fixture.client.send(Request(.get, "/x")) }
    #expect(error?.code == .redirectRefused)
    #expect(error.map { "\($0)" }?.contains("secret-1") == false)
  }
}
