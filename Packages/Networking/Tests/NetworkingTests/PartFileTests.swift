import Foundation
import HTTPTypes
import NetworkingTestSupport
import Testing

@testable import Networking

/// What stands where a download wants to write is an error or is replaced; it is no reason to wait.
@Suite struct PartFileTests {
  @Test(.timeLimit(.minutes(10)))
  func aFolderInThePlaceOfThePartIsAnError() async throws {
    try await withTemporaryFolder { folder in
      let kept = folder.appending(path: "a.part/kept")
      try FileManager.default.createDirectory(
        at: folder.appending(path: "a.part"), withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: kept)
      #expect(await download(to: folder.appending(path: "a")) == .file)
      #expect(FileManager.default.fileExists(atPath: kept.path))
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func aLinkInThePlaceOfThePartIsReplaced() async throws {
    try await withTemporaryFolder { folder in
      let (part, target) = (folder.appending(path: "a.part"), folder.appending(path: "target"))
      for isDangling in [true, false] {
        if !isDangling { try Data("mine".utf8).write(to: target) }
        try FileManager.default.createSymbolicLink(at: part, withDestinationURL: target)
        #expect(await download(to: folder.appending(path: "a")) == nil)
        #expect(try String(contentsOf: folder.appending(path: "a"), encoding: .utf8) == "abc")
      }
      #expect(try String(contentsOf: target, encoding: .utf8) == "mine")
    }
  }

  /// A name may have 255 bytes, and the names of the part and its note are longer.
  @Test(arguments: [237, 238, 243, 250, 251, 255], [true, false])
  func filesWithLongNamesAreDownloaded(length: Int, resumes: Bool) async throws {
    try await withTemporaryFolder { folder in
      let (wide, narrow) = (String(repeating: "京", count: length / 3), length % 3)
      let name = wide + String(repeating: "a", count: narrow)
      let file = folder.appending(path: name)
      #expect(await download(to: file, resumes: resumes) == nil)
      #expect(try String(contentsOf: file, encoding: .utf8) == "abc")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names.count == 1)
    }
  }

  /// As after a name that was taken: everything is there, so only the last byte is asked for again.
  @Test(arguments: ["\"1\"", "\"2\""])
  func aPartThatIsCompleteIsNotLoadedAgain(tag: String) async throws {
    let whole = String(repeating: "x", count: 1000)
    let count = Counter()
    let server = try HeadServer { head in
      guard count.add() > 1 else { return whole.answer("200 OK", "ETag: \"1\"") }
      guard head.field("If-Range") == tag else { return whole.answer("200 OK", "ETag: \(tag)") }
      return head.field("Range") == "bytes=999-"
        ? "x".answer("206 Partial", "Content-Range: bytes 999-999/1000")
        : "".answer("416 Range Not Satisfiable", "Content-Range: bytes */1000")
    }
    defer { server.stop() }
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "a")
      try FileManager.default.createDirectory(
        at: file.appending(path: "b"), withIntermediateDirectories: true)
      let client = try Client(server.baseURL)
      let taken = await networkError {
        try await client.download(Request(.get, "/a"), to: file).value
      }
      #expect(taken?.code == .file)
      try FileManager.default.removeItem(at: file)
      let download = try await client.download(Request(.get, "/a"), to: file).value
      #expect(download.resumedFrom == (tag == "\"1\"" ? 999 : 0))
      #expect(download.size == 1000)
      #expect(try String(contentsOf: file, encoding: .utf8) == whole)
      #expect(server.heads.count == (tag == "\"1\"" ? 3 : 2))
    }
  }

  /// A server that always says so ends the download, however long the part is.
  @Test func aServerThatNeverHasThePartIsAskedForTheWhole() async throws {
    let whole = String(repeating: "x", count: 1000)
    let count = Counter()
    let server = try HeadServer { head in
      guard count.add() > 1, let range = head.field("Range") else {
        return whole.answer("200 OK", "ETag: \"1\"")
      }
      let start = range.dropFirst("bytes=".count).dropLast()
      return "".answer("416 Range Not Satisfiable", "Content-Range: bytes */\(start)")
    }
    defer { server.stop() }
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "a")
      try FileManager.default.createDirectory(
        at: file.appending(path: "b"), withIntermediateDirectories: true)
      let client = try Client(server.baseURL)
      _ = await networkError { try await client.download(Request(.get, "/a"), to: file).value }
      try FileManager.default.removeItem(at: file)
      #expect(try await client.download(Request(.get, "/a"), to: file).value.resumedFrom == 0)
      #expect(server.heads.count == 4)
    }
  }

  /// As of another program that puts its own files there.
  @Test func aFolderInThePlaceOfTheVersionIsKept() async throws {
    try await withTemporaryFolder { folder in
      let note = folder.appending(path: "a.part-version")
      try FileManager.default.createDirectory(at: note, withIntermediateDirectories: true)
      let kept = note.appending(path: "kept")
      try Data("mine".utf8).write(to: kept)
      for resumes in [true, false] {
        _ = await download(to: folder.appending(path: "a"), resumes: resumes)
        #expect(FileManager.default.fileExists(atPath: kept.path))
      }
    }
  }

  /// A server of one version of a file, of which each user sees another content; it breaks off after 4 of 10 bytes.
  private func twoUsersServer() throws -> SocketServer {
    try SocketServer { connection in
      while let head = connection.readHead() {
        let whole = String(repeating: head.contains("ann") ? "A" : "B", count: 10)
        guard head.field("Range") == "bytes=4-" else {
          connection.write("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 10\r\n\r\n")
          connection.write(String(whole.prefix(head.field("X-Whole") == nil ? 4 : 10)))
          return
        }
        connection.write(
          String(whole.dropFirst(4)).answer(
            "206 Partial", "ETag: \"1\"", "Content-Range: bytes 4-9/10"))
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func aPartIsContinuedForItsOwnUserAlone(hasName: Bool, isSame: Bool) async throws {
    let server = try twoUsersServer()
    defer { server.stop() }
    let name = UserName("ann")
    var configuration = Client.Configuration()
    configuration.retry = .never
    let token = TokenAuthentication.fixed("ann")
    configuration.authentication = token
    if hasName { configuration.cache = ResponseCache(account: { name.value }) }
    let client = try Client(server.baseURL, configuration: configuration)
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "a")
      _ = try? await client.download(Request(.get, "/me"), to: file).value
      if !isSame {
        name.value = "bob"
        token.token = "bob"
      } else if hasName {
        // Another session of hers.
        token.token = "ann2"
      }
      let again = Request(.get, "/me", headers: ["X-Whole": "1"])
      let download = try await client.download(again, to: file).value
      #expect(download.resumedFrom == (isSame ? 4 : 0))
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text == String(repeating: isSame ? "A" : "B", count: 10))
    }
  }

  enum Credential: CaseIterable { case header, query, interceptor, interceptorsQuery }

  /// Adds the key of the user of the moment.
  private struct Keyed: Interceptor {
    let isQuery: Bool
    let user: UserName

    func adapt(_ request: Request) async throws(NetworkError) -> Request {
      request.with {
        if isQuery {
          $0.query.append(URLQueryItem(name: "api_key", value: user.value))
        } else {
          $0.headers["X-Api-Key"] = user.value
        }
      }
    }
  }

  /// A credential need not be the client's own: it may be the request's, or an interceptor's.
  @Test(arguments: Credential.allCases, [false, true])
  func aPartIsContinuedForTheSameCredentialAlone(
    credential: Credential, isSame: Bool
  ) async throws {
    let server = try twoUsersServer()
    defer { server.stop() }
    let user = UserName("ann")
    var configuration = Client.Configuration()
    configuration.retry = .never
    if credential == .interceptor || credential == .interceptorsQuery {
      configuration.interceptors = [
        Keyed(isQuery: credential == .interceptorsQuery, user: user)
      ]
    }
    let client = try Client(server.baseURL, configuration: configuration)
    func request() -> Request {
      Request(.get, "/me").with {
        if credential == .query { $0.query = [URLQueryItem(name: "api_key", value: user.value)] }
        if credential == .header { $0.headers["X-Api-Key"] = user.value }
      }
    }
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "a")
      _ = try? await client.download(request(), to: file).value
      if !isSame { user.value = "bob" }
      let again = request().with { $0.headers["X-Whole"] = "1" }
      let download = try await client.download(again, to: file).value
      #expect(download.resumedFrom == (isSame ? 4 : 0))
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text == String(repeating: isSame ? "A" : "B", count: 10))
    }
  }

  /// The code of the error that a download ends with.
  private func download(to file: URL, resumes: Bool = true) async -> NetworkError.Code? {
    do throws(NetworkError) {
      let fixture = try FixtureClient { $0.retry = .never }
      fixture.transport.answer(.get, "/a") { (request) throws(NetworkError) in
        try .answer(request, headers: ["ETag": "\"1\""], "abc")
      }
      _ = try await fixture.client.download(Request(.get, "/a"), to: file, resumes: resumes).value
      return nil
    } catch {
      return error.code
    }
  }
}
