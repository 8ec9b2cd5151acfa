import Foundation
import HTTPTypes
import NetworkingTestSupport
import Synchronization
import Testing

@testable import Networking

@Suite struct TransferTests {
  private static let content = Data((0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) })

  /// Serves the content with ranges and a version; the first `breaks` answers end in the middle.
  private func serve(breaks: Int = 0, version: String = "\"v1\"") throws -> (SocketServer, Counter)
  {
    let counter = Counter()
    let server = try SocketServer { connection in
      while let head = connection.readHead() {
        let number = counter.add()
        var start = 0
        if let range = head.firstMatch(of: /(?i)range: bytes=(\d+)-/),
          head.lowercased().contains("if-range: \(version)")
        {
          start = Int(range.1) ?? 0
        }
        let rest = Self.content[start...]
        let status =
          start > 0
          ? "206 Partial\r\nContent-Range: bytes \(start)-\(Self.content.count - 1)/\(Self.content.count)"
          : "200 OK"
        connection.write(
          "HTTP/1.1 \(status)\r\nETag: \(version)\r\nContent-Length: \(rest.count)\r\n\r\n")
        guard number > breaks else {
          connection.write(rest.prefix(1 << 20))
          return
        }
        connection.write(rest)
      }
    }
    return (server, counter)
  }

  private func makeClient(
    _ server: SocketServer, retry: RetryPolicy = .never
  ) throws -> Client {
    var configuration = Client.Configuration()
    configuration.retry = retry
    configuration.clock = TestClock()
    return try Client(server.baseURL, configuration: configuration)
  }

  @Test func downloadReplacesTheFileInOneStepAndReportsProgress() async throws {
    try await withTemporaryFolder { folder in
      let (server, _) = try serve()
      defer { server.stop() }
      let file = folder.appending(path: "video")
      try Data("old".utf8).write(to: file)
      let client = try makeClient(server)
      let transfer = client.download(Request(.get, "/video"), to: file)
      var last: TransferProgress?
      for await progress in transfer.progress {
        #expect(progress.completed >= last?.completed ?? 0)
        last = progress
      }
      let download = try await transfer.value
      #expect(last?.fraction == 1)
      #expect(download.size == 3 << 20)
      #expect(try Data(contentsOf: file) == Self.content)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["video"])
    }
  }

  @Test func brokenDownloadIsContinued() async throws {
    try await withTemporaryFolder { folder in
      let (server, counter) = try serve(breaks: 1)
      defer { server.stop() }
      let file = folder.appending(path: "video")
      let client = try makeClient(server)
      let error = await networkError {
        try await client.download(Request(.get, "/video"), to: file).value
      }
      #expect(error?.code == .connectionLost)
      #expect(!FileManager.default.fileExists(atPath: file.path))
      let download = try await client.download(Request(.get, "/video"), to: file).value
      #expect(download.resumedFrom > 0)
      #expect(download.size == 3 << 20)
      #expect(try Data(contentsOf: file) == Self.content)
      #expect(counter.value == 2)
    }
  }

  @Test func retryGoesOnWhereTheAttemptBeforeBrokeOff() async throws {
    try await withTemporaryFolder { folder in
      let (server, counter) = try serve(breaks: 2)
      defer { server.stop() }
      var configuration = Client.Configuration()
      configuration.clock = TestClock()
      let client = try Client(server.baseURL, configuration: configuration)
      let file = folder.appending(path: "video")
      let download = try await client.download(Request(.get, "/video"), to: file).value
      #expect(download.resumedFrom > 1 << 20)
      #expect(download.metrics.attempts == 3)
      #expect(counter.value == 3)
      #expect(try Data(contentsOf: file) == Self.content)
    }
  }

  @Test func partOfAnotherVersionIsNotContinued() async throws {
    let count = Counter()
    let server = try SocketServer { connection in
      guard let head = connection.readHead() else { return }
      let number = count.add()
      #expect(number == 1 || head.field("If-Range") == "\"v0\"")
      let size = Self.content.count
      connection.write(
        "HTTP/1.1 200 OK\r\nETag: \"v\(number - 1)\"\r\nContent-Length: \(size)\r\n\r\n")
      connection.write(number == 1 ? Self.content.suffix(1 << 20) : Self.content)
    }
    defer { server.stop() }
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "video")
      let client = try makeClient(server)
      _ = await networkError {
        try await client.download(Request(.get, "/video"), to: file).value
      }
      let download = try await client.download(Request(.get, "/video"), to: file).value
      #expect(download.resumedFrom == 0)
      #expect(try Data(contentsOf: file) == Self.content)
    }
  }

  @Test func partOfAnotherAddressIsNotContinued() async throws {
    let (server, _) = try serve(breaks: 1)
    defer { server.stop() }
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "video")
      let client = try makeClient(server)
      _ = await networkError {
        try await client.download(Request(.get, "/other?token=secret"), to: file).value
      }
      let note = file.appendingPathExtension("part-version")
      #expect(try !String(contentsOf: note, encoding: .utf8).contains("secret"))
      let download = try await client.download(Request(.get, "/video"), to: file).value
      #expect(download.resumedFrom == 0)
      #expect(try Data(contentsOf: file) == Self.content)
    }
  }

  @Test func withoutResumingNothingIsLeftOfABrokenDownload() async throws {
    try await withTemporaryFolder { folder in
      let (server, _) = try serve(breaks: 1)
      defer { server.stop() }
      let file = folder.appending(path: "video")
      let client = try makeClient(server)
      _ = await networkError {
        try await client.download(Request(.get, "/video"), to: file, resumes: false).value
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test func aRefusedDownloadIsOneErrorAndNoFile() async throws {
    let server = try HeadServer { _ in "no".answer("403 Forbidden", "ETag: \"1\"") }
    defer { server.stop() }
    let client = try Client(server.baseURL)
    try await withTemporaryFolder { folder in
      let transfer = client.download(Request(.get, "/x"), to: folder.appending(path: "x"))
      let error = await networkError { try await transfer.value }
      #expect(error?.code == .badStatus)
      #expect(error?.response?.status == 403)
      #expect(error?.response?.text == "no")
      #expect(server.heads.count == 1)
      #expect(client.log.entries.map(\.failure) == [.badStatus])
      let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(left == [])
    }
  }

  @Test func folderThatIsNotThereIsAFileError() async throws {
    let (server, _) = try serve()
    defer { server.stop() }
    let client = try makeClient(server)
    let missing = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let error = await networkError {
      try await client.download(Request(.get, "/v"), to: missing.appending(path: "v")).value
    }
    #expect(error?.code == .file)
  }

  @Test func suspendedTransferWaitsAndGoesOn() async throws {
    let (server, counter) = try serve()
    defer { server.stop() }
    let client = try makeClient(server)
    let transfer = client.upload(Request(.get, "/video"))
    transfer.suspend()
    #expect(transfer.isSuspended)
    let waiting = Task { try await transfer.value }
    transfer.resume()
    #expect(try await waiting.value.data == Self.content)
    #expect(counter.value == 1)
  }

  @Test func suspendedTransferCanBeCancelled() async throws {
    let (server, _) = try serve()
    defer { server.stop() }
    let client = try makeClient(server)
    let transfer = client.upload(Request(.get, "/video"))
    transfer.suspend()
    transfer.cancel()
    #expect(await networkError { try await transfer.value }?.code == .cancelled)
  }

  @Test func uploadReportsProgressUpToItsLength() async throws {
    try await withTemporaryFolder { folder in
      let server = try SocketServer { connection in
        connection.readHead()
        let body = connection.read(2 << 20)
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n\(body.count)")
      }
      defer { server.stop() }
      let file = folder.appending(path: "photo")
      try Self.content.prefix(2 << 20).write(to: file)
      let client = try makeClient(server)
      let transfer = client.upload(Request(.put, "/photo", body: .file(file)))
      var uploaded: Int64 = 0
      for await progress in transfer.progress where progress.direction == .upload {
        #expect(progress.total == 2 << 20)
        uploaded = max(uploaded, progress.completed)
      }
      #expect(try await transfer.value.text == "2097152")
      #expect(uploaded == 2 << 20)
    }
  }

  @Test func uploadReportsToTheObserverOfItsBody() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.put, "/x", json: "{}")
    let seen = Mutex<[Int64]>([])
    let body = RequestBody.data(Data(count: 5)).observed { count in
      seen.withLock { $0.append(count) }
    }
    _ = try await fixture.client.upload(Request(.put, "/x", body: body)).value
    #expect(seen.withLock { $0 } == [5])
  }

  /// A reader who looks late sees both ends: that of the upload is not lost to the answer's.
  @Test func whoLooksLateSeesTheEndOfEachDirection() async throws {
    let fixture = try FixtureClient()
    fixture.transport.answer(.put, "/x") { (request) throws(NetworkError) in
      try .answer(request, "stored")
    }
    let body = RequestBody.data(Data(repeating: 1, count: 5))
    let transfer = fixture.client.upload(Request(.put, "/x", body: body))
    _ = try await transfer.value
    var seen: [TransferProgress] = []
    for await progress in transfer.progress { seen.append(progress) }
    #expect(seen.map(\.direction) == [.upload, .download])
    #expect(seen.map(\.completed) == [5, 6])
    for await progress in transfer.progress { Issue.record("\(progress) after the end") }
  }

  @Test func cancellingTheReaderOfProgressLeavesTheTransferAlone() async throws {
    let latch = Latch()
    let fixture = try FixtureClient()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      await latch.wait()
      return try .answer(request, "good")
    }
    let transfer = fixture.client.upload(Request(.get, "/x"))
    let reader = Task { for await _ in transfer.progress {} }
    await latch.arrivals(1)
    reader.cancel()
    await reader.value
    await latch.open()
    #expect(try await transfer.value.text == "good")
  }

  @Test func aDownloadKeepsToItsLimitOverAllItsParts() async throws {
    let server = try SocketServer { connection in
      guard let head = connection.readHead() else { return }
      if head.field("Range") == nil {
        connection.write("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nTransfer-Encoding: chunked\r\n\r\n")
        connection.write("5\r\naaaaa\r\n")
      } else {
        connection.write(
          "bbbbb".answer("206 Partial", "ETag: \"1\"", "Content-Range: bytes 5-9/10"))
      }
    }
    defer { server.stop() }
    let client = try makeClient(server, retry: .standard)
    try await withTemporaryFolder { folder in
      for (limit, size) in [(6, nil), (9, nil), (10, 10)] as [(Int64, Int64?)] {
        var request = Request(.get, "/x")
        request.limits.body = limit
        let file = folder.appending(path: "x\(limit)")
        let download = client.download(request, to: file)
        if let size {
          let reached = try await download.value.size
          #expect(reached == size)
        } else {
          let error = await networkError { try await download.value }
          #expect(error?.code == .tooLarge)
          #expect(error?.attempts == 2)
          #expect(!FileManager.default.fileExists(atPath: file.path))
        }
      }
    }
  }

  /// A file that changed within the second of its date has two contents of one `Last-Modified`.
  @Test(arguments: [(0, false), (1, true), (nil, false)] as [(Int?, Bool)])
  func aPartIsContinuedByItsDateOnlyWhereThatIsExact(age: Int?, continues: Bool) async throws {
    let asked = Mutex<[String?]>([])
    let server = try SocketServer { connection in
      guard let head = connection.readHead() else { return }
      asked.withLock { $0.append(head.field("Range")) }
      let sent = age.map { "Date: Sun, 06 Nov 1994 08:49:3\(7 + $0) GMT\r\n" } ?? ""
      let dates = sent + "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT"
      guard asked.withLock({ $0.count }) > 1 else {
        connection.write("HTTP/1.1 200 OK\r\n\(dates)\r\nContent-Length: 10\r\n\r\naaaaa")
        return
      }
      connection.write(
        head.field("Range") == nil
          ? "bbbbbbbbbb".answer("200 OK", dates)
          : "aaaaa".answer("206 Partial", dates, "Content-Range: bytes 5-9/10"))
    }
    defer { server.stop() }
    let client = try makeClient(server, retry: .standard)
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "x")
      let download = client.download(Request(.get, "/x"), to: file)
      #expect(try await download.value.size == 10)
      #expect(asked.withLock { $0 } == [nil, continues ? "bytes=5-" : nil])
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text == String(repeating: continues ? "a" : "b", count: 10))
    }
  }

  @Test(arguments: ["204 No Content", "205 Reset Content"])
  func anAnswerWithoutAFileLeavesTheFileThatIsThere(status: String) async throws {
    let server = try HeadServer { _ in "".answer(status) }
    defer { server.stop() }
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "x")
      try Data("precious".utf8).write(to: file)
      let client = try Client(server.baseURL)
      let download = client.download(Request(.get, "/x"), to: file)
      #expect(await networkError { try await download.value }?.code == .malformedResponse)
      #expect(try Data(contentsOf: file) == Data("precious".utf8))
    }
  }

  @Test func cancelAllEndsEveryTransferThatIsCounted() async throws {
    let registry = CallRegistry()
    for _ in 0..<300 {
      let cancelling = Task {
        while registry.count == 0 { await Task.yield() }
        registry.cancelAll()
      }
      let (forever, end) = AsyncStream.makeStream(of: Void.self)
      let transfer = registry.begin { (_) async throws(NetworkError) -> Int in
        for await _ in forever {}
        throw .cancelled
      }
      await cancelling.value
      #expect(transfer.task.isCancelled)
      end.finish()
      #expect(await networkError { try await transfer.value }?.code == .cancelled)
      #expect(registry.count == 0)
    }
  }

  @Test func droppingATransferCancelsIt() async throws {
    let latch = Latch()
    let fixture = try FixtureClient()
    let cancelled = Latch()
    fixture.transport.answer(.get, "/x") { (request) throws(NetworkError) in
      await withTaskCancellationHandler {
        await latch.wait()
      } onCancel: {
        Task { await cancelled.wait() }
        Task { await latch.open() }
      }
      return try .answer(request)
    }
    var transfer: Transfer<Response>? = fixture.client.upload(Request(.get, "/x"))
    await latch.arrivals(1)
    #expect(transfer?.isSuspended == false)
    transfer = nil
    await cancelled.arrivals(1)
    await cancelled.open()
  }
}
