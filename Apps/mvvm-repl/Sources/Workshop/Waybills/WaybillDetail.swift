import Bindings
import REPLKit
import ViewModels

/// One order of ``WaybillPage``: where it is on its way, and the step that comes next.
///
/// It shows the same orders as the page does, so a step here moves the row there.
@MainActor
@ViewModel
final class WaybillDetail: LifecycleViewModel {
  /// The number of the order.
  let number: Int
  /// Where the order is on its way.
  var status: Waybill.Status {
    waybills.value.first { $0.id == number }?.status ?? .unknown
  }
  /// Whether a step comes next.
  var canAdvance: Bool { status == .toCollect || status == .toDeliver }

  @Ignored private let waybills: ObservableList<Waybill>

  /// Makes the page of an order.
  ///
  /// - Throws: When no order of this number is known, or it was cancelled: then there is nothing to show of it.
  init(
    _ number: Int, of waybills: ObservableList<Waybill>, language: PageLanguage = .english
  ) throws {
    guard let waybill = waybills.peek().first(where: { $0.id == number }) else {
      throw Message.orderIsUnknown(number)
    }
    guard waybill.cancelCode == 0 else {
      throw Message.orderWasCancelled(number, waybill.cancelCode)
    }
    (self.number, self.waybills) = (number, waybills)
    super.init()
    title = language.text("Order \(number)", "订单 \(number)")
  }

  /// Notes that the order is collected, and then that it is delivered.
  @Command(enabled: \.canAdvance) func advance() throws {
    let isCollected = untracked { status } == .toDeliver
    try waybills.move(
      number, from: isCollected ? .toDeliver : .toCollect,
      to: isCollected ? .delivered : .toDeliver)
  }
}
