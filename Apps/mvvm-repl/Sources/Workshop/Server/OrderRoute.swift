import FlyingFox
import Foundation

/// The route `POST /orders`, which takes an order and answers 200 with its number, or 422 when nothing is ordered.
actor OrderRoute {
  private struct Receipt: Encodable { var number: Int }

  private var lastNumber = 900

  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    guard let order = try? JSONDecoder().decode(Order.self, from: try await request.bodyData),
      !order.goods.isEmpty
    else {
      return request.problem(
        .unprocessableContent, "Send JSON with 'goods', a list of strings, a 'city' and a 'day'.",
        "请发送带有“goods”（字符串的列表）、“city”和“day”的 JSON。")
    }
    lastNumber += 1
    return try .json(Receipt(number: lastNumber))
  }
}
