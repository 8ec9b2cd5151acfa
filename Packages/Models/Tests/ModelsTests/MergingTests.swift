import Foundation
import Models
import Testing

/// A patch is laid over what a model writes, with whatever options the decoder has.
@Suite struct MergingTests {
  private struct Inner: Codable, Equatable {
    var userName: String?
    var counts: [String: Int]
  }

  private struct Model: Codable, Equatable {
    var identifier: Int
    var createdAt: Date
    var path: String
    var inner: Inner

    private enum CodingKeys: String, CodingKey {
      case identifier, createdAt, inner
      case path = "result.path"
    }
  }

  private static let model = Model(
    identifier: 1, createdAt: Date(timeIntervalSince1970: 5.25), path: "a",
    inner: Inner(userName: nil, counts: ["a_b": 1, "aB": 2, "id": 3]))

  private static let keys: [DecodingOptions.Keys] = [
    .asWritten, .snakeCase, .mapped(["identifier": ["id"], "userName": ["name"]]),
  ]

  @Test(arguments: keys.indices) func whatThePatchLeavesAloneStays(_ index: Int) throws {
    var options = DecodingOptions()
    options.keys = Self.keys[index]
    for dates in [[DateFormat.unixSeconds], [.day, .iso8601], []] {
      options.dates = dates
      let decoder = ModelDecoder(options)
      #expect(try decoder.merging([:], into: Self.model) == Self.model)
      var expected = Self.model
      expected.identifier = 2
      expected.path = "b"
      expected.inner.userName = "x"
      expected.inner.counts = ["a_b": 1, "id": 3, "new_key": 4]
      let patch: JSONValue = [
        "identifier": 2, "result.path": "b",
        "inner": ["userName": "x", "counts": ["aB": nil, "new_key": 4]],
      ]
      #expect(try decoder.merging(patch, into: Self.model) == expected)
    }
  }

  @Test func theOtherOptionsHoldForThePatch() throws {
    var options = DecodingOptions()
    options.dates = [.unixSeconds]
    options.convertsScalars = true
    let merged = try ModelDecoder(options).merging(
      ["identifier": "7", "createdAt": 9], into: Self.model)
    #expect(merged.identifier == 7)
    #expect(merged.createdAt == Date(timeIntervalSince1970: 9))
    options.convertsScalars = false
    #expect(throws: ModelError.self) {
      try ModelDecoder(options).merging(["identifier": "7"], into: Self.model)
    }
  }
}
