import Foundation
import Models
import Testing

/// Large, deep and far values, and places whose names differ in their bytes only.
@Suite struct ExtentTests {
  @Test func pointersToTwoSpellingsOfOneTextAreTwoPlaces() throws {
    let one = JSONPointer(keys: ["\u{e9}"])
    let two = JSONPointer(keys: ["e\u{301}"])
    #expect(one != two)
    #expect(Set([one, two, one]).count == 2)
    #expect(JSONPointer(keys: ["a", "b"]) != JSONPointer(keys: ["a"]))
    #expect(JSONPointer(keys: ["ab"]) != JSONPointer(keys: ["a", "b"]))
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode([String: [Int]].self, from: "{\"\u{e9}\":1,\"e\u{301}\":2}")
    }
    #expect(error?.problems.count == 2)
  }

  @Test func removingManyMembersIsNoMoreWorkThanKeepingThem() throws {
    // Each removal one by one would walk over all members: twenty thousand take minutes.
    let keys = (0..<20_000).map { "k\($0)" }
    var object = JSONObject()
    var patch = JSONObject()
    for (number, key) in keys.enumerated() {
      object[key] = .number(JSONNumber(number))
      patch[key] = number.isMultiple(of: 1000) ? ["n": 1, "m": nil] : JSONValue.null
    }
    patch["new"] = ["x": nil, "y": 2]
    patch["none"] = .null
    let merged = try #require(JSONValue.object(object).merging(.object(patch)).object)
    #expect(merged.keys == (0..<20).map { "k\($0 * 1000)" } + ["new"])
    #expect(merged["k1000"] == ["n": 1])
    #expect(merged["new"] == ["y": 2])
    for key in keys.reversed() { object[key] = nil }
    #expect(object.isEmpty)
  }

  @Test func aDeepValueIsWrittenOnASmallStack() throws {
    let text = String(repeating: #"[{"a":"#, count: 250) + "1" + String(repeating: "}]", count: 250)
    let value = try JSONValue(parsing: text)
    let written = try onThread(stack: 128 << 10) {
      [
        try ModelEncoder().text(value), value.description,
        String(value.pretty.filter { !$0.isWhitespace }),
      ]
    }
    #expect(written == [text, text, text])
  }

  /// Each level was a call inside a call: 2,000 of them, the greatest depth of a decoder, ended the program.
  @Test(arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")])
  func theDeepestValueIsMergedAndReleasedOnASmallStack(before: String, after: String) throws {
    var options = DecodingOptions()
    options.depthLimit = 2000
    let levels = before.count == 1 || before.hasPrefix("{") ? 2000 : 1000
    let text =
      String(repeating: before, count: levels) + "1" + String(repeating: after, count: levels)
    let kept = Kept<JSONValue>()
    kept.value = .success(try ModelDecoder(options).decode(JSONValue.self, from: text))
    let isMerged = try onThread(stack: 512 << 10) {
      let value = try kept.value.take()?.get()
      let merged = value?.merging(["x": [1], "a": value ?? nil])
      return merged?["x"] == [1] && (value.map { $0.merging($0) == $0 } ?? false)
    }
    #expect(isMerged)
  }

  private func onThread<Result: Sendable>(
    stack size: Int, _ body: @escaping @Sendable () throws -> Result
  ) throws -> Result {
    let done = DispatchSemaphore(value: 0)
    let result = Kept<Result>()
    let thread = Thread {
      result.value = Swift.Result(catching: body)
      done.signal()
    }
    thread.stackSize = size
    thread.start()
    done.wait()
    return try #require(result.value).get()
  }

  /// Written before the semaphore's signal and read after it.
  private final class Kept<Value>: @unchecked Sendable {
    var value: Result<Value, any Error>?
  }
}
