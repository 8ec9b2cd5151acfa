import Foundation
import HTTPTypes
import Models

extension Endpoint {
  /// No parameters; the default.
  public var parameters: (any Encodable & Sendable)? { nil }

  /// Returns the request with the parameters, which override its own.
  ///
  /// - Throws: ``NetworkError/Code/invalidRequest`` if the parameters cannot be written as query items.
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
    // A query in the path is sent unchanged, because it may be signed.
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
  /// Whether parameters go into the query, because the method gives a body no meaning.
  fileprivate var sendsQuery: Bool { [.get, .head, .delete, .options].contains(method) }
}

extension JSONValue {
  /// The value as text for a query; `nil` for null, arrays and objects.
  fileprivate var queryText: String? {
    switch self {
    case .string(let text): text
    case .number(let number): "\(number)"
    case .bool(let flag): "\(flag)"
    case .null, .array, .object: nil
    }
  }
}
