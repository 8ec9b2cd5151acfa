import Foundation
import HTTPTypes
import Models

extension Endpoint {
  /// None: the request says everything.
  public var parameters: (any Encodable & Sendable)? { nil }

  /// The request with the parameters in it, which win over its own.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` when the parameters cannot be written as the items of a query.
  func completeRequest(_ encoder: ModelEncoder) throws(NetworkError) -> Request {
    var request = try request
    guard let parameters else { return request }
    guard request.sendsQuery else {
      request.body = try .json(parameters, encoder: encoder)
      return request
    }
    let items = try Self.queryItems(parameters, encoder)
    let names = Set(items.map(\.name))
    request.query.removeAll { names.contains($0.name) }
    // A query that the path has is sent to the letter, and may be signed.
    if let name = request.queryNames.intersection(names).min() {
      throw .invalid(
        "The path of \(Self.self)'s request already has '\(name)'. Write it in `query`, or in `parameters` alone."
      )
    }
    request.query += items
    return request
  }

  private static func queryItems(
    _ parameters: any Encodable & Sendable, _ encoder: ModelEncoder
  ) throws(NetworkError) -> [URLQueryItem] {
    let value: JSONValue
    do throws(ModelError) { value = try JSONValue(parsing: try encoder.encode(parameters)) } catch {
      throw .invalid(
        "The parameters of \(Self.self) cannot be written; see the cause.",
        cause: error)
    }
    guard case .object(let members) = value else {
      throw .invalid(
        "The parameters of \(Self.self) have no names. Use a dictionary or a model with members.")
    }
    var items: [URLQueryItem] = []
    for (name, value) in members {
      let values: [JSONValue] = if case .array(let list) = value { list } else { [value] }
      for value in values where value != .null {
        guard let text = value.queryText else {
          throw .invalid(
            "'\(name)' of \(Self.self)'s parameters has parts of its own, which a query has no form for."
          )
        }
        items.append(URLQueryItem(name: name, value: text))
      }
    }
    return items
  }
}

extension Request {
  /// Whether parameters go into the query, as with methods whose body means nothing.
  fileprivate var sendsQuery: Bool { [.get, .head, .delete, .options].contains(method) }
}

extension JSONValue {
  /// The value in a query; `nil` for one that has parts.
  fileprivate var queryText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    case .null, .array, .object: nil
    }
  }
}
