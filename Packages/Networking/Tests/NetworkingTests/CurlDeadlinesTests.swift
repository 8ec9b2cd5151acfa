import HTTPTypes
import NetworkingSimulation
import Testing

@testable import Networking

@Suite struct CurlDeadlinesTests {
  /// Whatever is added, changed and removed, the soonest is in front.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func soonestIsInFront(seed: UInt64) throws {
    let start = ContinuousClock.now
    var random = SeededRandom(seed: seed)
    var deadlines = CurlDeadlines()
    let transfers = try (0..<20).map { _ in
      try CurlTransfer(Request(.get, "http://h/"), configuration: CurlTransport.Configuration())
    }
    var times: [Int: ContinuousClock.Instant] = [:]
    for _ in 0..<500 {
      let number = Int.random(in: 0..<transfers.count, using: &random)
      if Int.random(in: 0..<3, using: &random) == 0 {
        deadlines.remove(transfers[number])
        times[number] = nil
      } else {
        let time = start + .seconds(Int.random(in: 0..<50, using: &random))
        deadlines.set(transfers[number], time)
        times[number] = time
      }
      #expect(deadlines.first?.time == times.values.min())
    }
    while let first = deadlines.first {
      let number = try #require(transfers.firstIndex { $0 === first.transfer })
      #expect(times.removeValue(forKey: number) == first.time)
      deadlines.remove(first.transfer)
      #expect(deadlines.first?.time == times.values.min())
    }
    #expect(times.isEmpty)
  }
}
