import Foundation
import Models

/// Events, seats and prices: nested objects with short values, and dictionaries by number.
struct Catalogue: Codable, JSONReadable {
  struct Performance: Codable, JSONReadable {
    struct Price: Codable, JSONReadable {
      var amount = 0
      var seatCategory = 0

      enum CodingKeys: String, CodingKey, CaseIterable { case amount, seatCategory }
      static let keys = JSONKeys(CodingKeys.self)

      init(from reader: inout JSONReader) throws(ModelError) {
        try reader.openObject()
        while let key = try reader.nextKey(of: Self.keys) {
          switch key {
          case .amount: amount = try reader.readInt()
          case .seatCategory: seatCategory = try reader.readInt()
          }
        }
      }
    }

    var id = 0
    var eventID = 0
    var start = 0
    var venue = ""
    var prices: [Price] = []

    enum CodingKeys: String, CodingKey, CaseIterable { case id, eventID, start, venue, prices }
    static let keys = JSONKeys(CodingKeys.self)

    init(from reader: inout JSONReader) throws(ModelError) {
      try reader.openObject()
      while let key = try reader.nextKey(of: Self.keys) {
        switch key {
        case .id: id = try reader.readInt()
        case .eventID: eventID = try reader.readInt()
        case .start: start = try reader.readInt()
        case .venue: venue = try reader.readString()
        case .prices: prices = try reader.readArray()
        }
      }
    }
  }

  var topics: [String: String] = [:]
  var performances: [Performance] = []

  enum CodingKeys: String, CodingKey, CaseIterable { case topics, performances }
  static let keys = JSONKeys(CodingKeys.self)

  init(from reader: inout JSONReader) throws(ModelError) {
    try reader.openObject()
    while let key = try reader.nextKey(of: Self.keys) {
      switch key {
      case .topics: topics = try reader.read()
      case .performances: performances = try reader.readArray()
      }
    }
  }

  static func document(_ count: Int) -> Data {
    var topics = JSONObject()
    for number in 0..<400 { topics["\(337_100_000 + number)"] = .string("Topic \(number)") }
    let performances = (0..<count).map { number -> JSONValue in
      let prices = (0..<4).map { category -> JSONValue in
        [
          "amount": .number(JSONNumber(10_000 + number * 10 + category)), "audience": "all",
          "seatCategory": .number(JSONNumber(338_937_235 + category)),
        ]
      }
      return [
        "eventID": .number(JSONNumber(138_586_341 + number % 200)),
        "id": .number(JSONNumber(339_887_544 + number)),
        "logo": nil, "name": nil, "prices": .array(prices),
        "start": .number(JSONNumber(1_372_701_600_000 + number)),
        "venue": "HARBOUR_HALL", "image": nil,
      ]
    }
    let document: JSONValue = ["topics": .object(topics), "performances": .array(performances)]
    return Data(document.description.utf8)
  }
}

/// Outlines of a coast: nothing but numbers.
enum Coast {
  static func document(_ count: Int) -> Data {
    let rings = (0..<count).map { (ring: Int) -> [[Double]] in
      let longitude: Double = -65.613616999999977 + Double(ring) / 7
      return (0..<100).map { (point: Int) -> [Double] in
        [longitude, 43.420273000000009 + Double(point) / 13]
      }
    }
    return (try? JSONEncoder().encode(rings)) ?? Data()
  }
}
