import Foundation
import HTTPTypes
import Networking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Returns the processor time of this process in nanoseconds; other programs affect it less than the elapsed time.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Returns the resident memory of this process in bytes, or 0 if the system does not provide it.
func residentMemory() -> Int {
  guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
    return 0
  }
  let fields = text.split(separator: " ")
  return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * 4096
}

/// Downloads a large body as a stream, and reports the growth of memory.
func measureDownload(port: Int, size: Int) async throws {
  let transport = CurlTransport()
  var request = Request(.get, "http://127.0.0.1:\(port)/\(size)")
  request.limits.body = .max
  let before = residentMemory()
  var peak = before
  var count = 0
  let start = ContinuousClock.now
  let stream = try await transport.stream(request)
  for try await chunk in stream.body {
    count += chunk.count
    if count % (16 << 20) < chunk.count { peak = max(peak, residentMemory()) }
  }
  let seconds = (ContinuousClock.now - start) / .seconds(1)
  precondition(count == size, "The body is short.")
  let growth = Double(peak - before) / 1_048_576
  print(
    [
      "networking", "stream memory", "\(size)", String(format: "%.1f", growth), "limit", "40.0",
      String(format: "%.3f", 40 / max(growth, 0.1)), "1.00", growth <= 40 ? "yes" : "no",
      String(format: "MiB of growth; %.2f GB/s", Double(size) / seconds / 1e9),
    ].joined(separator: "\t"))
}
