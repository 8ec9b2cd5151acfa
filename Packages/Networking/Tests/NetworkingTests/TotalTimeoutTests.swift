import Foundation
import HTTPTypes
import NetworkingTestSupport
import Testing

@testable import Networking

/// The total limit is one for all that an attempt sends.
@Suite struct TotalTimeoutTests {
  private let request = Request(.get, "/from").with { $0.timeouts.total = .seconds(10) }

  private func fixture(
    _ configure: (inout Client.Configuration) -> Void = { _ in }
  ) throws -> FixtureClient {
    try FixtureClient {
      $0.retry = .never
      configure(&$0)
    }
  }

  private func limits(_ fixture: FixtureClient) -> [Duration?] {
    fixture.transport.requests.map(\.timeouts.total)
  }

  /// Prepares a redirect that takes some seconds.
  private func redirect(_ fixture: FixtureClient, taking seconds: Int) {
    fixture.transport.answer(.get, "/from") {
      [clock = fixture.clock] (request) throws(NetworkError) in
      clock.advance(by: .seconds(seconds))
      return try .answer(request, status: 302, headers: ["Location": "/to"])
    }
    fixture.transport.answer(.get, "/to", json: "{}")
  }

  @Test(arguments: [false, true]) func aRedirectHasTheRestOfTheTime(isStream: Bool) async throws {
    let fixture = try fixture()
    redirect(fixture, taking: 3)
    if isStream {
      _ = try await fixture.client.stream(request).body.collect()
    } else {
      try await fixture.client.send(request)
    }
    #expect(limits(fixture) == [.seconds(10), .seconds(7)])
  }

  @Test func nothingIsSentWhenTheTimeIsOver() async throws {
    let fixture = try fixture()
    redirect(fixture, taking: 10)
    let error = await networkError { try await fixture.client.send(request) }
    #expect(error?.code == .timedOut)
    #expect(error?.attempts == 1)
    #expect(limits(fixture) == [.seconds(10)])
  }

  @Test func theRepetitionAfterARenewalHasTheRestOfTheTime() async throws {
    let fixture = try fixture {
      $0.authentication = TokenAuthentication(token: "old") { _ in "new" }
    }
    fixture.transport.answer(.get, "/from") {
      [clock = fixture.clock] (request) throws(NetworkError) in
      clock.advance(by: .seconds(3))
      let isGood = request.headers[.authorization] == "Bearer new"
      return try .answer(request, status: isGood ? 200 : 401)
    }
    try await fixture.client.send(request)
    #expect(limits(fixture) == [.seconds(10), .seconds(7)])
  }

  @Test func theNextAttemptHasTheWholeTime() async throws {
    let fixture = try fixture { $0.retry = RetryPolicy(maximumAttempts: 2) }
    fixture.transport.answer(.get, "/from") {
      [clock = fixture.clock] (request) throws(NetworkError) in
      clock.advance(by: .seconds(3))
      return try .answer(request, status: 503)
    }
    _ = await networkError { try await fixture.client.send(request) }
    #expect(limits(fixture) == [.seconds(10), .seconds(10)])
  }

  @Test func thePartsOfADownloadHaveTheRestOfTheTime() async throws {
    let fixture = try fixture()
    fixture.transport.answer(.get, "/from") {
      [clock = fixture.clock] (request) throws(NetworkError) in
      clock.advance(by: .seconds(3))
      let start = request.headers[.range] == "bytes=2-" ? 2 : 4
      return try .answer(
        request, status: 206,
        headers: ["ETag": "\"v\"", "Content-Range": "bytes \(start)-\(start + 1)/6"], "cd")
    }
    try await withTemporaryFolder { folder in
      let note = #"{"address":"http://fixture/from","version":"\"v\""}"#
      try Data(note.utf8).write(to: folder.appending(path: "f.part-version"))
      try Data("ab".utf8).write(to: folder.appending(path: "f.part"))
      let download = fixture.client.download(request, to: folder.appending(path: "f"))
      #expect(try await download.value.resumedFrom == 2)
    }
    #expect(limits(fixture) == [.seconds(10), .seconds(7)])
  }

  /// The transport's own limit, which the client does not know.
  @Test func theDefaultOfTheTransportIsOneLimitToo() async throws {
    let fixture = try fixture()
    redirect(fixture, taking: 3)
    try await fixture.client.send(Request(.get, "/from"))
    var configuration = CurlTransport.Configuration()
    configuration.timeouts.total = .seconds(10)
    let last = try #require(fixture.transport.requests.last)
    let transfer = try CurlTransfer(last, configuration: configuration)
    #expect(transfer.timeouts.total == .seconds(7))
    configuration.timeouts.total = .zero
    #expect(try CurlTransfer(last, configuration: configuration).timeouts.total == nil)
  }
}
