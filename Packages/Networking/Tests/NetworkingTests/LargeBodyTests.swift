import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#endif

/// A GiB each way in a process of its own, whose memory no other test has touched.
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
