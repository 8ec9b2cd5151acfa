import Bindings
import REPLKit
import ViewModels

/// A courier's orders in two segments: those to collect, and those to deliver.
///
/// Each segment loads its own orders when it is first seen. A collected order moves to the other segment without
/// another load, because both segments show parts of one list.
///
/// ```
/// let orders = WaybillPage()
/// :show orders
/// orders.select(1)
/// orders.collect(801)
/// ```
@MainActor
@ViewModel
final class WaybillPage: SegmentedViewModel {
  /// The number of known orders in both segments.
  private(set) var total: Int = 0

  @Ignored private let waybills: ObservableList<Waybill>

  /// Creates the page; orders come when a segment is seen.
  init(
    service: any WaybillService,
    waybills: ObservableList<Waybill> = ObservableList(label: "waybills"),
    language: PageLanguage = .english
  ) {
    self.waybills = waybills
    super.init()
    title = language.text("Orders", "订单")
    for (title, status) in [
      (language.text("To collect", "待取餐"), Waybill.Status.toCollect),
      (language.text("To deliver", "待送达"), .toDeliver),
    ] {
      addChild(WaybillList(title, status, of: waybills, from: service, language: language))
    }
    keep(waybills.observeChanges { [weak self] in self?.total = $0.rows.count })
  }

  /// Records that the courier has an order, which is now to be delivered.
  ///
  /// - Throws: When no order with this number is to be collected, or it was cancelled.
  @Command func collect(_ number: Int) throws {
    try waybills.move(number, from: .toCollect, to: .toDeliver)
  }

  /// Records that an order was handed over; it is then in neither segment.
  ///
  /// - Throws: When no order with this number is to be delivered, or it was cancelled.
  @Command func deliver(_ number: Int) throws {
    try waybills.move(number, from: .toDeliver, to: .delivered)
  }
}

extension ObservableList<Waybill> {
  /// Gives an order its next status.
  ///
  /// - Throws: When no order with this number has the first status, or it was cancelled.
  @MainActor
  func move(_ number: Int, from: Waybill.Status, to next: Waybill.Status) throws {
    guard let waybill = peek().first(where: { $0.id == number }), waybill.status == from
    else {
      let numbers = peek().filter { $0.status == from && $0.cancelCode == 0 }.map { "\($0.id)" }
      throw numbers.isEmpty
        ? Message.noOrder(from) : .noOrder(number, from, those: numbers)
    }
    guard waybill.cancelCode == 0 else {
      throw Message.orderWasCancelled(number, waybill.cancelCode)
    }
    edit {
      $0.update(id: number) {
        ($0.status, $0.isMovedHere) = (next, true)
      }
    }
  }
}

/// The source of a courier's orders.
protocol WaybillService: NetworkAware {
  /// The orders that are in a status.
  func waybills(_ status: Waybill.Status) async throws -> [Waybill]
}
