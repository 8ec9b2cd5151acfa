import Bindings
import ViewModels

/// Takes orders: a server, or memory.
protocol DeskService: Sendable {
  /// Places an order.
  func place(
    _ item: String, count: Int
  ) async throws -> Int
  func cancel() async
  var isOpen: Bool { get }
}

/// An order.
@ViewModel
final class OrderDesk {
  private(set) var item: String
  private(set) var receipt: Int?
  private let service: any DeskService

  init(service: any DeskService, item: String = "") {
    self.service = service
    self.item = item
  }

  @Command func order() async throws { receipt = try await service.place(item, count: 1) }
}
