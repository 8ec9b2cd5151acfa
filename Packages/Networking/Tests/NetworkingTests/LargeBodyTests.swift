import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#endif

/// A GiB each way, and what hostile servers send, in a process of its own, whose memory no other test has touched.
@Suite(.serialized) struct LargeBodyTests {
  @Test func uploadOfAGigabyteStaysInAFewMegabytes() async {
    await #expect(processExitsWith: .success) {
      let size = 1 << 30
      try await withTemporaryFolder { folder in
        let file = folder.appending(path: "large")
        try Data().write(to: file)
        // Without blocks on the disk, and zeros when read.
        try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(size))
        let server = try SocketServer { connection in
          let head = connection.readHead() ?? ""
          var count = 0
          while count < size {
            let piece = connection.read(min(1 << 20, size - count))
            guard !piece.isEmpty else { return }
            count += piece.count
          }
          let isRight = head.contains("Content-Length: \(size)\r\n")
          connection.write("HTTP/1.1 \(isRight ? 200 : 400) X\r\nContent-Length: 0\r\n\r\n")
        }
        let before = peakMemory()
        let transport = CurlTransport()
        let response = try await transport.send(
          Request(.put, server.baseURL, body: .file(file)))
        #expect(response.status == 200)
        #expect(response.metrics.sent == Int64(size))
        #expect(peakMemory() - before < 40 << 20)
      }
    }
  }

  @Test func downloadOfAGigabyteStaysInAFewMegabytes() async {
    await #expect(processExitsWith: .success) {
      let size = 1 << 30
      let server = try SocketServer { connection in
        connection.readHead()
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
        let piece = [UInt8](repeating: 7, count: 1 << 20)
        for _ in 0..<(size >> 20) { connection.write(piece) }
      }
      try await withTemporaryFolder { folder in
        let before = peakMemory()
        var request = Request(.get, server.baseURL)
        request.limits.body = Int64(size)
        let client = try Client(server.baseURL)
        let file = folder.appending(path: "large")
        let download = client.download(request, to: file)
        _ = try await download.value
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.size] as? Int == size)
        #expect(peakMemory() - before < 40 << 20)
      }
    }
  }
}

extension LargeBodyTests {
  @Test func hostileAnswersStayWithinTheirBounds() async {
    await #expect(processExitsWith: .success) {
      let bomb = try await GzipBomb.zeros(mebibytes: 200, layers: 2)
      let server = try SocketServer { connection in
        let start = "HTTP/1.1 200 OK\r\n"
        let (first, rest) =
          switch connection.readHead()?.target {
          case "/fields": (start, "X-Header: \(String(repeating: "x", count: 100))\r\n")
          case "/folded": (start + "X: a\r\n", " \(String(repeating: "x", count: 100))\r\n")
          case "/interim": ("", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
          case "/trailers": (start + "Transfer-Encoding: chunked\r\n\r\n0\r\n", "X: y\r\n")
          case "/lie": (start + "Content-Length: 99999999999\r\n\r\n", "x")
          case "/bomb": (start + "Content-Encoding: gzip, gzip\r\n\r\n", "")
          default: (start + "\r\n", String(repeating: "x", count: 0x10000))
          }
        connection.write(first)
        if rest.isEmpty { connection.write(bomb) }
        while !rest.isEmpty, connection.write(rest) {}
      }
      var configuration = Client.Configuration()
      configuration.retry = .never
      let client = try Client(server.baseURL, configuration: configuration)
      let before = peakMemory()
      for path in ["/fields", "/folded", "/interim", "/trailers", "/lie", "/endless", "/bomb"] {
        var request = Request(.get, path)
        request.limits.body = 8 << 20
        let error = await networkError { try await client.send(request) }
        #expect(error?.code == .tooLarge, "\(path)")
        let upload = await networkError { try await client.upload(request).value }
        #expect(upload?.code == .tooLarge, "\(path)")
        #expect(peakMemory() - before < 40 << 20, "\(path)")
      }
      #expect(client.activeCalls == 0)
    }
  }

  #if os(Linux)
    @Test func cancelledRequestsGiveDescriptorsAndThreadsBack() async {
      await #expect(processExitsWith: .success) {
        let server = try SocketServer { connection in
          while connection.readHead() != nil {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
          }
        }
        func cancelRequests(_ count: Int) async throws {
          let client = try Client(server.baseURL)
          await withTaskGroup(of: Void.self) { group in
            for number in 0..<count {
              group.addTask {
                let task = Task { try await client.send(Request(.get, "/\(number)")) }
                for _ in 0..<(number % 20) { await Task.yield() }
                task.cancel()
                #expect(await networkError { try await task.value }?.code == .cancelled)
              }
            }
          }
          #expect(client.activeCalls == 0)
        }
        // The first requests begin what stays: the threads of tasks, the system's own descriptors.
        try await cancelRequests(100)
        let start = await held { held, last in held == last }
        try await cancelRequests(1000)
        let end = await held { held, _ in
          held.threads <= start.threads && held.descriptors <= start.descriptors
        }
        #expect(end.threads <= start.threads && end.descriptors <= start.descriptors)
      }
    }
  #endif
}

#if os(Linux)
  /// What this process holds of the system, once the condition has been true for a while.
  private func held(
    until condition: ((threads: Int, descriptors: Int), (threads: Int, descriptors: Int)) -> Bool
  ) async -> (threads: Int, descriptors: Int) {
    func count(_ folder: String) -> Int {
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? 0
    }
    var last = (threads: 0, descriptors: 0)
    var (looks, matches) = (0, 0)
    while looks < 100_000, matches < 500 {
      let now = (threads: count("task"), descriptors: count("fd"))
      matches = condition(now, last) ? matches + 1 : 0
      last = now
      looks += 1
      await Task.yield()
    }
    return last
  }
#endif

/// The most memory this process ever had resident, in bytes.
private func peakMemory() -> Int {
  #if os(Linux)
    // Not `getrusage`, which counts what the parent had before it became this program.
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first
    else { return 0 }
    return (Int(kilobytes) ?? 0) << 10
  #else
    var usage = rusage()
    unsafe getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
  #endif
}
