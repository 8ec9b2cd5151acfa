import Foundation
import HTTPTypes
import Models
import NetworkingTestSupport
import Testing

@testable import Networking

/// The promises about header fields that HTTPTypes' own do not make.
@Suite struct HeaderTests {
  private func head(_ headers: HTTPFields) async throws -> String {
    let server = try HeadServer { _ in "".answer() }
    defer { server.stop() }
    _ = try await CurlTransport().send(Request(.get, server.baseURL, headers: headers))
    return try #require(server.heads.first)
  }

  private func lines(_ name: String, of head: String) -> [String] {
    head.split(separator: "\r\n").map(String.init).filter { $0.hasPrefix("\(name):") }
  }

  @Test(arguments: ["1\r\nX-B: 2", "1\nX-B: 2", "1\rX-B: 2", "1\r\n\r\nGET /b HTTP/1.1"])
  func lineBreakInAValueMakesNoSecondHeader(value: String) async throws {
    let head = try await head(["X-A": value])
    #expect(head.field("X-B") == nil)
    #expect(head.field("X-A")?.hasPrefix("1 ") == true)
    #expect(!head.contains("\r\n\r\nGET"))
  }

  @Test func fieldsGoOutInOrderAndAsOftenAsTheyWereAdded() async throws {
    let head = try await head(["X-B": "1", "X-A": "2", "X-B": "3", "X-C": ""])
    let own = head.split(separator: "\r\n").filter { $0.hasPrefix("X-") }
    #expect(
      own.map { $0.trimmingCharacters(in: .whitespaces) } == ["X-B: 1", "X-A: 2", "X-B: 3", "X-C:"])
  }

  @Test func cookiesGoOutInOneField() async throws {
    var headers: HTTPFields = ["Cookie": "a=1; b=2"]
    headers.append(HTTPField(name: .cookie, value: "c=3"))
    #expect(try await lines("Cookie", of: head(headers)) == ["Cookie: a=1; b=2; c=3"])
  }

  /// HTTPTypes' list of fields ends the program at 65 535 of them.
  @Test func moreFieldsThanAListHoldsAreTooLarge() async throws {
    let server = try HeadServer { _ in
      "HTTP/1.1 200 OK\r\n" + String(repeating: "A:\r\n", count: 70_000) + "\r\n"
    }
    defer { server.stop() }
    var request = Request(.get, server.baseURL)
    request.limits.headers = 64 << 20
    let error = await networkError { try await CurlTransport().send(request) }
    #expect(error?.code == .tooLarge)
  }

  @Test func fieldsThatStandOnceAreNotJoined() throws {
    let url = try #require(URL(string: "http://h/"))
    let head = ResponseHead(
      status: 302,
      headers: [
        "Content-Length": "5", "Content-Length": "5", "Location": "/first", "Location": "/second",
      ], url: url)
    #expect(head.contentLength == 5)
    let next = try RedirectPolicy.standard.next(
      after: Request(.get, "http://h/"), head, visited: [])
    #expect(next?.path == "/first")
  }

  @Test func storedFieldsSurviveTheirRowAndUnfitOnesAreLeftOut() throws {
    let request = Request(.get, "http://h/")
    var response = try Response.answer(
      request, headers: ["X-Title": "世界", "Set-Cookie": "a=1", "Vary": "Accept, accept"])
    response.head.headers.append(HTTPField(name: .eTag, lenientValue: "\"a\u{1}b\"".utf8))
    let stored = try #require(
      StoredResponse(response, to: request, date: .distantPast) { _ in "v" })
    #expect(stored.headers == ["X-Title": "世界", "Vary": "Accept, accept"])
    #expect(stored.varying == ["accept": "v"])
    #expect(try StoredResponse(bytes: stored.bytes) == stored)
  }

  @Test(arguments: ["*", "Accept, *", "no name"])
  func answersThatVaryByWhatCannotBeComparedAreNotStored(vary: String) throws {
    let request = Request(.get, "http://h/")
    let response = try Response.answer(request, headers: ["Vary": vary])
    #expect(StoredResponse(response, to: request, date: .distantPast) { _ in "" } == nil)
  }
}
