import Foundation
import Models

/// A short message with an author and entities: much text, and many keys that the model does not contain.
struct Message: Codable {
  struct Author: Codable {
    var id: Int
    var name: String
    var followers: Int
    var isVerified: Bool
  }

  var id: Int
  var text: String
  var author: Author
  var hashtags: [String]
  var replyTo: Int?

  static func document(_ count: Int) -> Data {
    let messages = (0..<count).map { number -> JSONValue in
      [
        "created": "2026-03-05T10:26:26Z",
        "id": .number(JSONNumber(505_874_924_095_815_681 + number)),
        "text": .string(
          "渡船晚点了，第\(number)班还没有来。 \"Fog\" again \u{1F32B} https://x.example/\(number)"),
        "source": "<a href=\"https://app.example\">app</a>", "truncated": false,
        "author": [
          "id": .number(JSONNumber(number * 7)), "name": .string("乘客\(number % 97)"),
          "description": "码头上的人",
          "followers": .number(JSONNumber(number % 5000)), "isVerified": false, "colour": "C0DEED",
          "links": [["from": 0, "to": 22, "url": nil]],
        ],
        "hashtags": ["渡口", "fog"], "replyTo": number % 3 == 0 ? .null : .number(JSONNumber(number)),
        "geo": nil, "metadata": ["language": "zh", "result": "recent"], "retweets": 12,
        "favourites": 3,
      ]
    }
    return Data(JSONValue.array(messages).description.utf8)
  }
}
