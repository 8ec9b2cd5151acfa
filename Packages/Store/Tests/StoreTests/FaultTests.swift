import Foundation
import ProcessTestSupport
import Store
import Testing

/// Faults below SQLite, at a chosen write: errors, a full disk, and the loss of all that was not
/// synced.
@Suite(.serialized) struct FaultTests {
  /// Every one of the first writes, which make the file, and random later ones.
  private static func places(_ random: inout SplitMix) -> [Int] {
    Array(1...16) + (0..<10).map { _ in Int.random(in: 17..<3_000, using: &random) }
  }

  @Test(arguments: ["error", "full"])
  func aFailedWriteIsAnErrorAndNothingAcknowledgedIsLost(kind: String) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("FaultTests seed: \(seed) (\(kind))")
    var random = SplitMix(seed: seed)
    for place in Self.places(&random) {
      try withTemporaryFolder { folder in
        let path = folder.appendingPathComponent("fault.store").path
        let (acknowledged, end, exit) = try run(path, "full", kind, place, seed, steps: 150)
        #expect(exit == .status(0))
        #expect(Self.ends.contains(end), "\(end)")
        try check(path, "place \(place) of seed \(seed)") { $0 >= acknowledged }
      }
    }
  }

  /// How a process may end that met a failure: in good order, before or after the place, or told.
  private static let ends: Set = ["spared", "closed", "inputOutput", "diskFull", "cannotOpen"]

  /// The first call fails, then the second, until there are no more calls to fail.
  @Test(arguments: ["error", "full", "read"])
  func eachCallOfASmallJobMayFail(kind: String) throws {
    try withTemporaryFolder { folder in
      var place = 0
      var end = ""
      while end != "spared" {
        place += 1
        let path = folder.appendingPathComponent("\(place).store").path
        let (acknowledged, last, exit) = try run(path, "full", kind, place, 0, steps: 2)
        end = last
        #expect(exit == .status(0))
        // SQLite takes a schema that it could not read for one without tables.
        let isExpected = Self.ends.contains(end) || kind == "read" && end == "database"
        #expect(isExpected, "\(end) at \(place)")
        try check(path, "call \(place)") { $0 >= acknowledged }
      }
      #expect(place > 20)
    }
  }

  @Test(arguments: ["power", "disorder"], ["full", "kill"])
  func aPowerLossTearsNothingAndWithFullDurabilityTakesNothing(
    kind: String, durability: String
  ) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("FaultTests seed: \(seed) (\(kind), \(durability))")
    var random = SplitMix(seed: seed)
    var lost = 0
    for place in Self.places(&random) {
      try withTemporaryFolder { folder in
        let path = folder.appendingPathComponent("power.store").path
        // Twice: the second time the store recovers from the first, and loses power again.
        for attempt in 0..<2 {
          let (acknowledged, end, exit) = try run(
            path, durability, kind, place + attempt * 7, seed, steps: 400)
          #expect(exit == .status(77) || end == "spared", "\(end)")
          try? FileManager.default.removeItem(atPath: path + "-shm")
          try check(path, "place \(place) of seed \(seed)") {
            if $0 < acknowledged { lost += 1 }
            return durability == "kill" || $0 >= acknowledged
          }
        }
      }
    }
    // Without it the power loss would not have been one.
    if durability == "kill" { #expect(lost > 0) }
  }

  private func run(
    _ path: String, _ durability: String, _ kind: String, _ place: Int, _ seed: UInt64, steps: Int
  ) throws -> (acknowledged: Int, end: String, exit: ProcessExit) {
    let child = try ChildProcess(
      "fault", path, durability, kind, "\(place)", "\(seed)", "\(steps)")
    var acknowledged = 0
    var end = ""
    while let line = child.line() {
      if let number = Int(line) { acknowledged = number } else { end = line }
    }
    return (acknowledged, end, child.wait())
  }

  private func check(
    _ path: String, _ place: String, _ isEnough: (Int) -> Bool
  ) throws {
    let store = try KeyValueStore(path: path)
    let found = try CrashTests.checkInvariant(store)
    #expect(isEnough(found), "\(found) at \(place)")
    #expect(try store.verify().isIntact, "\(place)")
    try store.close()
  }
}
