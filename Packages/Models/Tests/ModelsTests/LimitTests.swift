import Foundation
import Models
import Synchronization
import Testing

/// A document cannot end the program: neither by its depth, nor by its size, nor by what fails in it.
@Suite struct LimitTests {
  /// What a decoder with another limit has read can be written for people, merged and read again.
  @Test func aDeepModelOfADecoderWithAGreaterLimitIsMergedAndPrinted() throws {
    struct Holder: Codable {
      var n: Int
      var value: JSONValue
    }
    var options = DecodingOptions()
    options.depthLimit = 1000
    let decoder = ModelDecoder(options)
    let deep = String(repeating: "[", count: 900) + String(repeating: "]", count: 900)
    let holder = try decoder.decode(Holder.self, from: #"{"n":1,"value":\#(deep)}"#)
    #expect(try decoder.merging(["n": 2], into: holder).n == 2)
    #expect(try decoder.merging(["n": 2], into: holder).value == holder.value)
    let text = try ModelEncoder().text(holder, isPretty: true)
    #expect(try decoder.decode(Holder.self, from: text).value == holder.value)
    #expect(try ModelEncoder().encodeValue(holder)["value"] == holder.value)
  }

  // MARK: Work

  /// A node of a tree, which counts how often one is decoded.
  private struct Node: Decodable {
    @TaskLocal static var counter: Counter?

    var children: [Node]?
    var id: Int?

    enum CodingKeys: String, CodingKey { case children, id }

    init(from decoder: any Decoder) throws {
      Node.counter?.add()
      let container = try decoder.container(keyedBy: CodingKeys.self)
      children = try container.decodeIfPresent([Node].self, forKey: .children)
      id = try container.decodeIfPresent(Int.self, forKey: .id)
    }
  }

  private struct LossyNode: Decodable {
    @Lossy var children: [LossyNode]
    var id: Int

    enum CodingKeys: String, CodingKey { case children, id }

    init(from decoder: any Decoder) throws {
      Node.counter?.add()
      let container = try decoder.container(keyedBy: CodingKeys.self)
      _children = try container.decode(Lossy<[LossyNode]>.self, forKey: .children)
      id = try container.decode(Int.self, forKey: .id)
    }
  }

  final class Counter: Sendable {
    private let storage = Mutex(0)
    var count: Int { storage.withLock { $0 } }
    func add() { storage.withLock { $0 += 1 } }
  }

  /// A chain of nodes; the innermost one has an identifier that is none.
  private static func chain(_ levels: Int, leaf: String = #"{"id": "x"}"#) -> String {
    (0..<levels).reduce(leaf) { text, level in #"{"children": [\#(text)], "id": \#(level)}"# }
  }

  private static let optionSets: [DecodingOptions] = {
    var huge = DecodingOptions()
    huge.depthLimit = .max
    var converting = DecodingOptions()
    converting.convertsScalars = true
    return [DecodingOptions(), .own, converting, .lossy, huge]
  }()

  @Test(arguments: 0..<5) func aFailingDecodeDecodesEachValueAFewTimes(_ set: Int) throws {
    let options = Self.optionSets[set]
    for levels in [20, 200] {
      let counter = Counter()
      let data = Data(Self.chain(levels).utf8)
      Node.$counter.withValue(counter) {
        _ = try? ModelDecoder(options).decodeReporting(Node.self, from: data)
      }
      #expect(counter.count <= 5 * (levels + 1), "\(levels) levels")
    }
  }

  @Test func aFailingLossyDecodeDecodesEachValueAFewTimes() throws {
    for levels in [20, 200] {
      let counter = Counter()
      let data = Data(Self.chain(levels, leaf: #"{"children": [], "id": "x"}"#).utf8)
      let decoded = Node.$counter.withValue(counter) {
        try? ModelDecoder().decodeReporting(LossyNode.self, from: data)
      }
      #expect(decoded?.problemCount == 1)
      #expect(counter.count <= 5 * (levels + 1), "\(levels) levels")
    }
  }

  @Test func failuresInEveryBranchAreEachFoundOnce() throws {
    let branch = Self.chain(30)
    let text = #"{"children": [\#(Array(repeating: branch, count: 40).joined(separator: ","))]}"#
    let counter = Counter()
    let error = Node.$counter.withValue(counter) {
      #expect(throws: ModelError.self) { try ModelDecoder().decode(Node.self, from: text) }
    }
    #expect(error?.problems.count == 40)
    #expect(counter.count <= 5 * 31 * 41)
  }

  /// Numbers that do not fit must not be looked for from the beginning of the document each.
  @Test func manyNumbersThatDoNotFitAreDroppedInTheTimeOfTheDocument() async throws {
    let data = Data("[\(Array(repeating: "1.5", count: 20_000).joined(separator: ","))]".utf8)
    let seconds = try FuzzTests.processorSeconds()
    let decoded = try ModelDecoder(.lossy).decodeReporting([Int].self, from: data)
    #expect(try FuzzTests.processorSeconds() - seconds < 60)
    #expect(decoded.value.isEmpty)
    #expect(decoded.problemCount == 20_000)
    #expect(decoded.problems.count == 100)
  }

  // MARK: Stack

  private indirect enum Tree: Decodable {
    case leaf(Int)
    case branch([Tree])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Int.self) {
        self = .leaf(value)
      } else {
        self = .branch(try container.decode([Tree].self))
      }
    }
  }

  private final class Group: Decodable {
    @Lossy var children: [Group]
    @Lossy var id: Int?
  }

  private final class Named: Decodable {
    var child: Named?
    var names: [String: Named]?
    var id: Int?
  }

  /// Decodes on a thread with the stack of Darwin's secondary threads.
  private static func onASmallStack(_ body: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        body()
        continuation.resume()
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }

  private static func nested(_ levels: Int, _ leaf: String, _ before: String, _ after: String)
    -> String
  {
    String(repeating: before, count: levels) + leaf + String(repeating: after, count: levels)
  }

  private static func deepDocuments(_ levels: Int) -> [String] {
    let half = levels / 2
    return [
      chain(half), chain(half, leaf: "{}"),
      nested(levels, "1", "[", "]"), nested(levels, #""x""#, "[", "]"),
      nested(half, "[]", #"[{"kind": "group", "id": "7", "children": "#, "}]"),
      nested(half, "[]", #"[{"kind": "group", "id": "x", "children": "#, "}]"),
      nested(half, "[]", #"[{"children": "#, "}]"),
      nested(levels, #"{"id": "x"}"#, #"{"child": "#, "}"),
      nested(half, #"{"id": "x"}"#, #"{"names": {"é": "#, "}}"),
    ]
  }

  @Test(arguments: 0..<5) func aDeepDocumentIsDecodedOrRefusedOnASmallStack(_ set: Int) async {
    let options = Self.optionSets[set]
    await Self.onASmallStack {
      for text in [60, 120, 250, 500, 1000, 1990].flatMap(Self.deepDocuments) {
        let decoder = ModelDecoder(options)
        _ = try? decoder.decode(Node.self, from: text)
        _ = try? decoder.decode([Tree].self, from: text)
        _ = try? decoder.decode([Group].self, from: text)
        _ = try? decoder.decode(LossyNode.self, from: text)
        _ = try? decoder.decode(Named.self, from: text)
        if let value = try? decoder.decode(JSONValue.self, from: text) {
          #expect(value.description.utf8.count <= text.utf8.count)
          _ = try? ModelEncoder().encode(value)
          #expect(value.merging(value) == value)
        }
      }
    }
  }

  @Test func moderateDepthIsDecodedOnASmallStack() async {
    await Self.onASmallStack {
      let text = Self.chain(30, leaf: #"{"id": 1}"#)
      #expect(throws: Never.self) { try ModelDecoder().decode(Node.self, from: text) }
      #expect(throws: Never.self) { try ModelDecoder(.lossy).decode(Node.self, from: text) }
    }
  }

  @Test func whatTheReaderReadsIsComparedAndHashedOnASmallStack() async throws {
    let arrays = Self.nested(2000, "", "[", "]")
    let objects = Self.nested(2000, "1", #"{"a":"#, "}")
    var options = DecodingOptions()
    options.depthLimit = 2000
    for text in [arrays, objects] {
      let left = try ModelDecoder(options).decode(JSONValue.self, from: text)
      let right = try ModelDecoder(options).decode(JSONValue.self, from: text)
      await Self.onASmallStack {
        #expect(left == right)
        #expect(left.object == right.object)
        #expect(left.hashValue == right.hashValue)
        #expect(left.object.hashValue == right.object.hashValue)
      }
    }
  }

  @Test func theDepthOfTheLimitIsDecodedOnALargeStack() async {
    await withCheckedContinuation { continuation in
      let thread = Thread {
        let text = (0..<510).reduce("1") { text, _ in "[\(text)]" }
        #expect(throws: Never.self) { try ModelDecoder().decode(Tree.self, from: text) }
        #expect(throws: Never.self) { try ModelDecoder(.lossy).decode(Tree.self, from: text) }
        #expect(throws: Never.self) { try JSONValue(parsing: text) }
        continuation.resume()
      }
      thread.stackSize = 16 << 20
      thread.start()
    }
  }

  // MARK: Number of problems

  @Test func aFailedDecodeStopsCountingAtAHundredProblems() {
    let text = "[\(Array(repeating: #""""#, count: 10_000).joined(separator: ","))]"
    let counter = Counter()
    let error = Node.$counter.withValue(counter) {
      #expect(throws: ModelError.self) { try ModelDecoder().decode([Int].self, from: text) }
    }
    #expect(error?.problems.count == 100)
    #expect(error?.problems.last?.pointer == "/99")
    #expect(
      error?.message.hasSuffix(" And at least 99 more: the decoder stopped counting.") == true)
    let nodes = Node.$counter.withValue(counter) {
      #expect(throws: ModelError.self) {
        try ModelDecoder().decode(
          [Node].self,
          from: "[\(Array(repeating: #"{"id": "x"}"#, count: 10_000).joined(separator: ","))]")
      }
    }
    #expect(nodes?.problems.count == 100)
    #expect(counter.count < 1000)
  }

  /// Fifteen megabytes with five million problems, in a process whose memory no other test has touched.
  @Test func aFailingDocumentTakesLessThanTenTimesItsSize() async {
    await #expect(processExitsWith: .success) {
      let values = String(repeating: "\"\",", count: 5_000_000)
      let data = Data("[\(values)1]".utf8)
      guard let before = LimitTests.peak() else { return }
      let error = #expect(throws: ModelError.self) {
        try ModelDecoder().decode([Int].self, from: data)
      }
      #expect(error?.problems.count == 100)
      let after = try #require(LimitTests.peak())
      #expect(after - before < 10 * data.count)
    }
  }

  /// The largest resident size so far, in bytes; `nil` where the system does not tell it.
  private static func peak() -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return nil
    }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 * 1024 }
  }
}
