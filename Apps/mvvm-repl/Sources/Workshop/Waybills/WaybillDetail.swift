import Bindings
import REPLKit
import ViewModels

/// One order of ``WaybillPage``: its status, and its next step.
///
/// The detail page shows the same orders as that page, so a step here moves the row there.
@MainActor
@ViewModel
final class WaybillDetail: LifecycleViewModel {
  /// The number of the order.
  let number: Int
  /// The status of the order.
  var status: Waybill.Status {
    waybills.value.first { $0.id == number }?.status ?? .unknown
  }
  /// Whether there is a next step.
  var canAdvance: Bool { status == .toCollect || status == .toDeliver }

  @Ignored private let waybills: ObservableList<Waybill>

  /// Makes the page of an order.
  ///
  /// - Throws: When no order of this number is known, or the order was cancelled and so has no details to show.
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

  /// Records that the order is collected, and then that it is delivered.
  @Command(enabled: \.canAdvance) func advance() throws {
    let isCollected = untracked { status } == .toDeliver
    try waybills.move(
      number, from: isCollected ? .toDeliver : .toCollect,
      to: isCollected ? .delivered : .toDeliver)
  }
}
