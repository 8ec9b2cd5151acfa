import Foundation
import Models
import Testing

/// Keys that the model does not ask for, where such are refused.
@Suite struct UnknownKeyTests {
  private struct Known: Decodable {
    var identifier: Int
    var title: String
    var replyCount: Int?
  }

  private enum Shape: Decodable, Equatable {
    case circle(radius: Double)
    case square
  }

  private enum Side: String, CodingKeyRepresentable, Decodable, Hashable { case left, right }

  /// Enumerations with payloads and dictionaries ask for all keys, and know them by the model's names.
  @Test func mappedKeysReachWhateverAsksForAllKeys() throws {
    var options = DecodingOptions()
    options.keys = .mapped([
      "circle": ["CIRCLE", "Circle"], "radius": ["r"], "left": ["L"], "unused": ["square"],
    ])
    for unknownKeys in [DecodingOptions.UnknownKeys.ignore, .reject] {
      options.unknownKeys = unknownKeys
      let decoder = ModelDecoder(options)
      #expect(try decoder.decode(Shape.self, from: #"{"CIRCLE":{"r":1}}"#) == .circle(radius: 1))
      #expect(try decoder.decode(Shape.self, from: #"{"Circle":{"r":1}}"#) == .circle(radius: 1))
      #expect(try decoder.decode(Shape.self, from: #"{"square":{}}"#) == .square)
      #expect(
        try decoder.decode([Side: Int].self, from: #"{"L":1,"right":2}"#) == [.left: 1, .right: 2])
      #expect(throws: ModelError.self) {
        try decoder.decode(Shape.self, from: #"{"circle":{"r":1}}"#)
      }
    }
  }

  private struct Empty: Decodable, Equatable {}

  /// A model that asks for nothing knows no key.
  @Test func aKeyIsUnknownToAModelThatAsksForNone() throws {
    let decoder = ModelDecoder(.strict)
    #expect(try decoder.decode(Empty.self, from: "{}") == Empty())
    #expect(try decoder.decode(Shape.self, from: #"{"square":{}}"#) == .square)
    for text in [#"{"junk":1}"#, #"[{"junk":1}]"#, #"{"a":{"junk":1}}"#] {
      let error = #expect(throws: ModelError.self) {
        switch text.first {
        case "[": _ = try decoder.decode([Empty].self, from: text)
        case _ where text.contains("a"): _ = try decoder.decode([String: Empty].self, from: text)
        default: _ = try decoder.decode(Empty.self, from: text)
        }
      }
      #expect(error?.problems.map(\.kind) == [.unknown])
    }
    let error = #expect(throws: ModelError.self) {
      try decoder.decode(Shape.self, from: #"{"square":{"junk":2}}"#)
    }
    #expect(error?.problems.map { "\($0.pointer)" } == ["/square/junk"])
  }

  /// Takes what it is given whole, through containers of its own.
  private struct Whole: Decodable {
    var dictionary: [String: Int]
    var any: JSONValue
    @Lossy var list: [String: Int]
    init(from decoder: any Decoder) throws {
      enum Keys: String, CodingKey { case dictionary, any, list }
      let container = try decoder.container(keyedBy: Keys.self)
      dictionary = try container.superDecoder(forKey: .dictionary).singleValueContainer()
        .decode([String: Int].self)
      any = try JSONValue(from: container.superDecoder(forKey: .any))
      _list = try container.decode(Lossy<[String: Int]>.self, forKey: .list)
    }
  }

  @Test func noKeyIsUnknownToWhatTakesObjectsWhole() throws {
    struct Box: Decodable {
      var value: [String: JSONValue]
      init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode([String: JSONValue].self)
      }
    }
    let decoder = ModelDecoder(.strict)
    #expect(try decoder.decode(Box.self, from: #"{"a":{"b":1}}"#).value == ["a": ["b": 1]])
    let whole = try decoder.decode(
      Whole.self, from: #"{"dictionary":{"a":1},"any":{"b":{"c":1}},"list":{"d":2}}"#)
    #expect(whole.dictionary == ["a": 1])
    #expect(whole.any == ["b": ["c": 1]])
    #expect(whole.list == ["d": 2])
    #expect(try decoder.decode(JSONValue.self, from: #"{"a":{"b":1}}"#) == ["a": ["b": 1]])
    #expect(try decoder.decode([Int: Int].self, from: #"{"1":1}"#) == [1: 1])
  }

  @Test func everySpellingOfAMappedKeyIsKnown() throws {
    struct Model: Decodable { var a: Int }
    var options = DecodingOptions.strict
    options.keys = .mapped(["a": ["x", "y"]])
    let decoder = ModelDecoder(options)
    #expect(try decoder.decode(Model.self, from: #"{"x":1,"y":2}"#).a == 1)
    #expect(try decoder.decode(Model.self, from: #"{"y":2}"#).a == 2)
    #expect(throws: ModelError.self) { try decoder.decode(Model.self, from: #"{"x":1,"a":2}"#) }
  }

  /// Whatever the order in which properties reach into one object, each key that one of them asks for is known.
  @Test func pathsWithDotsMayMeetInOneObject() throws {
    struct Inner: Decodable { var b: Int }
    struct Outer: Decodable {
      var r: Inner
      var a: Int
      enum CodingKeys: String, CodingKey { case r = "result", a = "result.a" }
    }
    struct Reversed: Decodable {
      var a: Int
      var r: Inner
      enum CodingKeys: String, CodingKey { case a = "result.a", r = "result" }
    }
    var options = DecodingOptions.strict
    options.keys = .dottedPaths
    let decoder = ModelDecoder(options)
    let text = #"{"result":{"a":1,"b":2}}"#
    #expect(try decoder.decode(Outer.self, from: text).r.b == 2)
    #expect(try decoder.decode(Reversed.self, from: text).a == 1)
    for junk in [#"{"result":{"a":1,"b":2,"junk":3}}"#, #"{"result":{"a":1,"b":2},"junk":3}"#] {
      let error = #expect(throws: ModelError.self) {
        try decoder.decode([Outer].self, from: "[\(junk)]")
      }
      #expect(error?.problems.map(\.kind) == [.unknown])
    }
  }

  @Test func strictRefusesUnknownAndRepeatedKeys() {
    let text = #"{"identifier": 1, "title": "a", "titel": "b", "title": "c"}"#
    var options = DecodingOptions.strict
    let twice = #expect(throws: ModelError.self) {
      try ModelDecoder(options).decode(Known.self, from: text)
    }
    #expect(twice?.problems.contains { $0.kind == .duplicateKey && $0.pointer == "/title" } == true)
    options.duplicateKeys = .keepLast
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder(options).decode(Known.self, from: text)
    }
    #expect(error?.problems.map(\.kind) == [.unknown])
    #expect(error?.problems.first?.remedy == "Did you mean \"title\"?")
    #expect(error?.problems.first?.position?.column == 33)
  }

  // MARK: Objects that are asked twice

  private struct Engine: Decodable { var power: Int }
  private struct EngineKind: Decodable { var kind: String }

  private struct Probe: Decodable {
    var kind: String
    var engine: EngineKind?
  }

  private struct Car: Decodable {
    var wheels: Int
    var engine: Engine?
  }

  private enum Keys: String, CodingKey { case item, kind, wheels }

  /// The ways in which a model may look into one value twice.
  private enum Way: CaseIterable {
    case twoTypes, reversed, failingFirst, nestedLast, arrays, decoders

    @TaskLocal static var current = Way.twoTypes
  }

  private struct Twice: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      switch Way.current {
      case .twoTypes:
        _ = try container.decode(Probe.self, forKey: .item)
        _ = try container.decode(Car.self, forKey: .item)
      case .reversed:
        _ = try container.decode(Car.self, forKey: .item)
        _ = try container.decode(Probe.self, forKey: .item)
      case .failingFirst:
        #expect((try? container.decode([Probe].self, forKey: .item)) == nil)
        _ = try container.decode(Car.self, forKey: .item)
        _ = try container.decode(Probe.self, forKey: .item)
      case .nestedLast:
        _ = try container.decode(Car.self, forKey: .item)
        let nested = try container.nestedContainer(keyedBy: Keys.self, forKey: .item)
        _ = try nested.decode(String.self, forKey: .kind)
        _ = try container.decode([String: JSONValue].self, forKey: .item)["engine"]?["kind"]
        _ = try container.decodeIfPresent(Probe.self, forKey: .item)
      case .arrays:
        _ = try container.decode([Probe].self, forKey: .item)
        _ = try container.decode([Car].self, forKey: .item)
      case .decoders:
        _ = try Probe(from: container.superDecoder(forKey: .item))
        _ = try Car(from: container.superDecoder(forKey: .item))
      }
    }
  }

  @Test(arguments: Way.allCases)
  private func whatOneOfTwoTypesAsksForIsKnown(way: Way) throws {
    let item = #"{"kind":"car","wheels":4,"engine":{"kind":"diesel","power":90}}"#
    let junk = #"{"kind":"car","wheels":4,"engine":{"kind":"diesel","power":90,"junk":1}}"#
    let place = way == .arrays ? "/item/0/engine/junk" : "/item/engine/junk"
    try Way.$current.withValue(way) {
      let wrap = { (item: String) in way == .arrays ? "[\(item)]" : item }
      for keys in [DecodingOptions.Keys.asWritten, .snakeCase, .mapped([:]), .dottedPaths] {
        var options = DecodingOptions.strict
        options.keys = keys
        let decoder = ModelDecoder(options)
        _ = try decoder.decode([Twice].self, from: "[{\"item\":\(wrap(item))}]")
        // A dictionary takes all that is in it, but not what is in its values.
        if way == .nestedLast { continue }
        let error = #expect(throws: ModelError.self) {
          try decoder.decode(Twice.self, from: "{\"item\":\(wrap(junk))}")
        }
        #expect(error?.problems.map { "\($0.kind) \($0.pointer)" } == ["unknown \(place)"])
      }
    }
  }

  /// A value that is taken as JSON, too, has no unknown keys at any depth.
  @Test(arguments: [true, false]) func whatIsTakenAsJSONIsKnownThroughout(isFirst: Bool) throws {
    struct Box: Decodable {
      var item: Car
      var json: JSONValue
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        if try container.contains(.kind) && container.decode(Bool.self, forKey: .kind) {
          json = try container.decode(JSONValue.self, forKey: .item)
          item = try container.decode(Car.self, forKey: .item)
        } else {
          item = try container.decode(Car.self, forKey: .item)
          json = try container.decode(JSONValue.self, forKey: .item)
        }
      }
    }
    let item = #"{"wheels":4,"engine":{"power":90,"list":[{"deep":1}]}}"#
    let box = try ModelDecoder(.strict).decode(
      Box.self, from: "{\"kind\":\(isFirst),\"item\":\(item)}")
    #expect(box.json["engine"]?["list"] == [["deep": 1]])
  }

  /// What is dropped or replaced is no part of the model, nor are its keys.
  @Test func aKeyOfWhatIsLeftOutIsNotUnknown() throws {
    struct Lists: Decodable {
      @Lossy var list: [Engine]
      @Lossy var one: Engine?
      @Lossy var named: [String: Engine]
    }
    let broken = #"{"power":"x","junk":1}"#
    let text =
      #"{"list":[\#(broken),{"power":1},\#(broken)],"one":\#(broken),"named":{"a":\#(broken)}}"#
    let decoded = try ModelDecoder(.strict).decodeReporting(Lists.self, from: Data(text.utf8))
    #expect(decoded.value.list.map(\.power) == [1])
    #expect(decoded.problems.map(\.effect) == [.dropped, .dropped, .replaced, .dropped])
    var options = DecodingOptions.strict
    options.isLossy = true
    let decoder = ModelDecoder(options)
    #expect(try decoder.decode([Engine].self, from: "[\(broken),{\"power\":1}]").count == 1)
    let car = try decoder.decode(Car.self, from: "{\"wheels\":4,\"engine\":\(broken)}")
    #expect(car.engine == nil)
    let error = #expect(throws: ModelError.self) {
      try decoder.decode([Engine].self, from: "[\(broken),{\"power\":1,\"junk\":1}]")
    }
    #expect(error?.problems.map { "\($0.pointer)" } == ["/0/power", "/1/junk"])
  }

  /// An attempt that fails has asked for nothing.
  @Test func whatOnlyAFailedAttemptAsksForIsUnknown() throws {
    struct Either: Decodable {
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if (try? container.decode([String: Probe].self)) == nil {
          _ = try container.decode([String: Engine].self)
        }
      }
    }
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder(.strict).decode(
        Either.self, from: #"{"a":{"kind":"car","power":1},"b":{"power":1}}"#)
    }
    #expect(error?.problems.map { "\($0.kind) \($0.pointer)" } == ["unknown /a/kind"])
  }

  @Test func aHundredUnknownKeysAreListedWithWhatIsNear() throws {
    let rows = (0..<300).map { #"{"identifier":\#($0),"title":"a","reply_count":1}"# }
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder(.strict).decode([Known].self, from: "[\(rows.joined(separator: ","))]")
    }
    #expect(error?.problems.count == 100)
    #expect(error?.problems.allSatisfy { $0.remedy == "Did you mean \"replyCount\"?" } == true)
    #expect(error?.problems.last?.pointer == "/99/reply_count")
  }
}
