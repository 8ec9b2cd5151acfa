import Foundation
import Models

/// Events, seats and prices: nested objects with short values, and dictionaries by number.
struct Catalogue: Codable {
  struct Performance: Codable {
    struct Price: Codable {
      var amount: Int
      var seatCategory: Int
    }

    var id: Int
    var eventID: Int
    var start: Int
    var venue: String
    var prices: [Price]
  }

  var topics: [String: String]
  var performances: [Performance]

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

/// The outlines of a coast, which consist only of numbers.
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
