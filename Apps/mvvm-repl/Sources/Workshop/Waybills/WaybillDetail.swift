public import Bindings
import REPLKit
public import ViewModels

/// One order of ``WaybillPage``: where it is on its way, and the step that comes next.
///
/// It shows the same orders as the page does, so a step here moves the row there.
@MainActor
@ViewModel
public final class WaybillDetail: LifecycleViewModel {
  /// The number of the order.
  public let number: Int
  /// Where the order is on its way.
  public var status: Waybill.Status {
    waybills.value.first { $0.id == number }?.status ?? .unknown
  }
  /// Whether a step comes next.
  public var canAdvance: Bool { status == .toCollect || status == .toDeliver }

  @Ignored private let waybills: ObservableList<Waybill>

  /// Makes the page of an order.
  ///
  /// - Parameters:
  ///   - number: The number of the order.
  ///   - waybills: The orders that are known.
  ///   - language: The language in which the page speaks.
  /// - Throws: When no order of this number is known, or it was cancelled: then there is nothing to show of it.
  public init(
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
  @Command(enabled: \.canAdvance) public func advance() throws {
    let isCollected = untracked { status } == .toDeliver
    try waybills.move(
      number, from: isCollected ? .toDeliver : .toCollect,
      to: isCollected ? .delivered : .toDeliver)
  }
}
