import Foundation
import Models
import Testing

/// Mutated and random documents: never a crash, and both engines of one mind.
///
/// Each run prints its seed. `MODELS_FUZZ` sets the number of documents, `MODELS_SEED` repeats a run.
@Suite struct FuzzTests {
  struct Item: Codable, Equatable {
    var id: Int
    var name: String
    var score: Double?
    var tags: [String]
  }

  static let seeds: [[UInt8]] = [
    #"[{"id": 1, "name": "Ferry \u6e21\n", "score": -1.5e-3, "tags": ["a", "b\\"]}, {"id":2,"name":"","tags":[]}]"#,
    #"{"a": [1, 2.5, true, false, null, {"b": {"c": [[]]}}], "d": "😀\ud83d\ude00", "e": 12345678901234567890}"#,
    #"[0, -0, 1e5, 1E+5, 0.1, 9223372036854775807, -9223372036854775808, 1e400, 0e1]"#,
    #"[{"id": 7, "name": "x", "score": null, "tags": ["long enough to pass eight bytes", ""], "extra": {"id": []}}]"#,
  ].map { Array($0.utf8) }

  static let alphabet =
    Array("{}[]\",:\\/ \n\t0123456789.eE+-truefalsn\u{0}u\u{1}é中".utf8) + [0x80, 0xFF, 0xC0, 0xED]

  static func document(_ generator: inout Seeded) -> [UInt8] {
    if Int.random(in: 0..<8, using: &generator) == 0 {
      return (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        Bool.random(using: &generator)
          ? UInt8.random(in: 0...255, using: &generator)
          : alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      }
    }
    var bytes = seeds[Int.random(in: 0..<seeds.count, using: &generator)]
    for _ in 0..<Int.random(in: 0...4, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      let byte = alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: bytes[place] = byte
      case 1: bytes.insert(byte, at: place)
      case 2: bytes.remove(at: place)
      case 3:
        bytes.removeSubrange(
          place..<min(bytes.count, place + Int.random(in: 1...12, using: &generator)))
      default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 10)], at: place)
      }
    }
    return bytes
  }

  @Test func mutatedDocumentsNeverCrashAndEnginesAgree() async throws {
    let environment = ProcessInfo.processInfo.environment
    let count = environment["MODELS_FUZZ"].flatMap(Int.init) ?? 20_000
    let seed = environment["MODELS_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0..<1_000_000)
    print("FuzzTests: MODELS_SEED=\(seed), \(count) documents")
    var generator = Seeded(seed)
    var accepted = 0
    for index in 0..<count {
      if index % 256 == 0 { await Task.yield() }
      let bytes = Self.document(&generator)
      let data = Data(bytes)
      func note(_ what: String) {
        Issue.record("\(what); seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
      }
      if let value = try? JSONValue(parsing: data) {
        accepted += 1
        if try JSONValue(parsing: value.description) != value { note("A value does not come back") }
      }
      let read = try? ModelDecoder().decode([Item].self, from: data)
      if (try? ModelDecoder(.own).decode([Item].self, from: data)) != read {
        note("The engines differ")
      }
      // Foundation takes UTF-16 and a comma before a bracket; what both take must be equal.
      if let read, let foundation = try? JSONDecoder().decode([Item].self, from: data),
        foundation != read
      {
        note("Foundation differs")
      }
      if index % 8 == 0 { _ = try? ModelDecoder(.lossy).decodeReporting([Item].self, from: data) }
    }
    #expect(accepted > count / 20)
  }

  @Test func truncationAtEveryByteOfTwoKilobytesThrows() {
    let item =
      #"{"id": 1, "name": "渡船 \u6e21 \"x\"", "score": -1.25e+10, "tags": ["a", "b"], "more": [true, false, null]}"#
    let document = Array(
      ("[" + Array(repeating: item, count: 20).joined(separator: ",") + "]").utf8)
    #expect(document.count > 2000)
    for length in 0..<document.count {
      let data = Data(document[..<length])
      #expect(throws: ModelError.self) { try JSONValue(parsing: data) }
      let error = #expect(throws: ModelError.self) {
        try ModelDecoder().decode([Item].self, from: data)
      }
      #expect(error?.code == .malformed)
    }
    #expect(throws: Never.self) { try ModelDecoder().decode([Item].self, from: Data(document)) }
  }

  /// This thread's processor time in seconds: what other tests do at the same time is not in it.
  static func processorSeconds() throws -> Double {
    var time = timespec()
    try #require(unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  @Test func readingIsLinear() throws {
    let item = #"{"id": 1, "name": "x", "score": 1.5, "tags": ["a"], "skipped": {"a": [1, 2]}}"#
    let documents = [1000, 4000].map { count in
      Data(("[" + Array(repeating: item, count: count).joined(separator: ",") + "]").utf8)
    }
    // In turn, since what shares the processor may come or go between two measurements.
    var best = [Double.infinity, .infinity]
    for _ in 0..<5 {
      for (index, data) in documents.enumerated() {
        let start = try Self.processorSeconds()
        _ = try ModelDecoder().decode([Item].self, from: data)
        _ = try JSONValue(parsing: data)
        best[index] = min(best[index], try Self.processorSeconds() - start)
      }
    }
    // Quadratic work would be sixteenfold.
    #expect(best[1] / best[0] < 10)
  }
}
