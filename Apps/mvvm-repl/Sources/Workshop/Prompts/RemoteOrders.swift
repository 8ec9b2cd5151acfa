import FlyingFox
import Foundation
import Models
import Networking

/// Sends orders to the workshop's API, `POST /orders`.
struct RemoteOrders: OrderService, RemoteService {
  private struct Receipt: Decodable { var number: Int }

  let api: WorkshopAPI

  func reconnect() { api.reachability.status = .wifi }

  func send(_ order: Order) async throws -> Int {
    let receipt: Receipt = try await api.client()
      .value(Request(.post, "/orders", body: try .json(order)))
    return receipt.number
  }
}

/// `POST /orders`: takes an order and answers 200 with its number, or 422 when nothing is ordered.
actor OrderRoute {
  private struct Receipt: Encodable { var number: Int }

  private var lastNumber = 900

  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    guard let order = try? JSONDecoder().decode(Order.self, from: try await request.bodyData),
      !order.goods.isEmpty
    else {
      return .problem(
        .unprocessableContent, "Send JSON with “goods”, a list of texts, a “city” and a “day”.")
    }
    lastNumber += 1
    return try .json(Receipt(number: lastNumber))
  }
}
