public import Foundation
import HTTPTypes
public import Models

extension StoredResponse {
  /// Everything except the body.
  private struct Head: Codable {
    var headers: HTTPFields
    var url: URL
    var date: Date
    var varying: [String: String]
    /// The number of bytes of the body.
    var length: Int
  }

  private static let lineFeed = UInt8(ascii: "\n")

  /// The serialized response: a line of JSON, then the body, unchanged.
  ///
  /// - Throws: `ModelError` when the date has no ISO 8601 form.
  public var bytes: Data {
    get throws(ModelError) {
      let head = Head(headers: headers, url: url, date: date, varying: varying, length: data.count)
      var bytes = try ModelEncoder().encode(head)
      bytes.append(Self.lineFeed)
      bytes.append(data)
      return bytes
    }
  }

  /// Reads a response from its ``bytes``.
  ///
  /// - Throws: `ModelError` if the bytes are incomplete or have another format.
  public init(bytes: Data) throws(ModelError) {
    let line = bytes.prefix { $0 != Self.lineFeed }
    let head = try ModelDecoder().decode(Head.self, from: Data(line))
    let data = Data(bytes.dropFirst(line.count + 1))
    guard data.count == head.length, line.count < bytes.count else {
      throw ModelError(
        .malformed,
        message: "The body has \(data.count) bytes instead of \(head.length). Ask the server again."
      )
    }
    self.init(
      headers: head.headers, url: head.url, data: data, date: head.date, varying: head.varying)
  }
}
