import Bindings
import Foundation
import HTTPTypes
import Networking
import ViewModels

/// An order as a row: its number, and whether it was cancelled.
@MainActor
@ViewModel
final class WaybillCell: TextCell {
  /// The number of the order.
  let number: Int

  /// Makes a row for an order.
  init(_ waybill: Waybill, language: PageLanguage = .english) {
    number = waybill.id
    super.init(
      "#\(waybill.id)",
      detail: waybill.cancelCode == 0 ? nil : language.text("cancelled", "已取消"), layout: .detail)
  }
}

/// The orders of one status: a segment of ``WaybillPage``.
@MainActor
@ViewModel
final class WaybillList: ListViewModel {
  /// The status of the shown orders.
  private(set) var status: Waybill.Status

  @Ignored private let waybills: ObservableList<Waybill>
  private let service: any WaybillService
  @Ignored private let language: PageLanguage

  init(
    _ title: String, _ status: Waybill.Status, of waybills: ObservableList<Waybill>,
    from service: any WaybillService, language: PageLanguage
  ) {
    self.language = language
    self.status = status
    self.waybills = waybills
    self.service = service
    super.init()
    addChild(page.prompts)
    page.onPull { [weak self] in await self?.refresh() }
    self.title = title
    let section = SectionViewModel()
    try? append(section)
    let cells = waybills.filter { $0.status == status }.cells {
      WaybillCell($0, language: language)
    }
    keep(follow(cells, in: section))
    retries(page, with: service) { [weak self] in await self?.refresh() }
  }

  override func startLoading() { loads { await self.refresh() } }

  /// Gets the orders of this status again; other orders, and orders whose status was set here, stay unchanged.
  @Command(policy: .join) func refresh() async {
    await page.load(in: language) {
      let loaded = try await service.waybills(status)
      let kept = waybills.peek().filter { $0.status != status || $0.isMovedHere }
      let known = Set(kept.map(\.id))
      waybills.replace(with: kept + loaded.filter { !known.contains($0.id) })
      return waybills.peek().contains { $0.status == status }
    }
  }
}

/// The orders of the workshop's API.
struct RemoteWaybills: WaybillService, RemoteService {
  let api: WorkshopAPI

  func waybills(_ status: Waybill.Status) async throws -> [Waybill] {
    var request = Request(.get, "/waybills")
    request.query = [.init(name: "status", value: status.rawValue)]
    return try await api.client().value(request)
  }
}
