import HTTPTypes
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
