import HTTPTypes
import Models
import Networking

/// Sends orders to the workshop's API, `POST /orders`.
struct RemoteOrders: OrderService {
  private struct Receipt: Decodable { var number: Int }

  let api: WorkshopAPI

  var isReachable: Bool { !api.network.conditions.isOffline }

  func reconnect() { api.network.conditions = .good }

  func send(_ order: Order) async throws -> Int {
    let receipt: Receipt = try await api.client()
      .value(Request(.post, "/orders", body: try .json(order)))
    return receipt.number
  }
}
