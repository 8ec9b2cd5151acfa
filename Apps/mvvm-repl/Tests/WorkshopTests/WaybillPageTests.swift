import REPLKit
import ViewModels

@testable import Workshop
import Bindings
import Testing

@MainActor
@Suite struct WaybillPageTests {
  /// Answers with what it has, and notes what it was asked for.
  @MainActor
  private final class Orders: WaybillService {
    private(set) var asked: [Waybill.Status] = []
    var isDown = false
    private struct Down: Error {}

    nonisolated func waybills(_ status: Waybill.Status) async throws -> [Waybill] {
      try await answer(status)
    }

    private func answer(_ status: Waybill.Status) throws -> [Waybill] {
      asked.append(status)
      if isDown { throw Down() }
      return SampleData.waybills.filter { $0.status == status }
    }
  }

  private let service = Orders()
  private let page: WaybillPage
  private let lists: [WaybillList]

  init() {
    page = WaybillPage(service: service)
    lists = page.children.compactMap { $0 as? WaybillList }
  }

  private func texts(_ list: WaybillList) -> [String] {
    list.cells.compactMap { ($0 as? TextCell)?.text }
  }

  private func loaded(_ list: WaybillList) async {
    while list.state != .loaded { await Task.yield() }
  }

  private func show() async {
    page.screenDidLoad()
    page.screenWillAppear()
    await loaded(lists[0])
  }

  @Test func eachSegmentLoadsItsOrdersWhenItIsFirstSeen() async throws {
    await show()
    #expect(page.titles == ["To collect", "To deliver"])
    #expect(service.asked == [.toCollect])
    #expect(texts(lists[0]) == ["#801", "#802", "#804"] && texts(lists[1]).isEmpty)
    page.selectCommand.execute(1)
    await loaded(lists[1])
    #expect(service.asked == [.toCollect, .toDeliver])
    #expect(texts(lists[1]) == ["#803", "#805"])
    #expect(page.total == 5)
  }

  @Test func whatWasCollectedIsNotToCollectAgainWhenItsListIsRefreshed() async throws {
    await show()
    try page.collect(801)
    await lists[0].refresh()
    #expect(texts(lists[0]) == ["#802", "#804"] && texts(lists[1]) == ["#801"])
    #expect(page.total == 3)
  }

  /// The first load of the other segment answers with what the server knows.
  @Test func whatIsCollectedBeforeTheOtherSegmentIsSeenIsThereWhenItIs() async throws {
    await show()
    try page.collect(801)
    page.selectCommand.execute(1)
    await loaded(lists[1])
    #expect(texts(lists[1]) == ["#801", "#803", "#805"] && page.total == 5)
    await lists[1].refresh()
    #expect(texts(lists[1]) == ["#801", "#803", "#805"] && page.total == 5)
    try page.deliver(803)
    await lists[1].refresh()
    #expect(texts(lists[1]) == ["#801", "#805"])
  }

  @Test func whatIsCollectedMovesToTheOtherSegment() async throws {
    await show()
    page.selectCommand.execute(1)
    await loaded(lists[1])
    try page.collect(801)
    #expect(texts(lists[0]) == ["#802", "#804"])
    #expect(Set(texts(lists[1])) == ["#801", "#803", "#805"])
    try page.deliver(801)
    #expect(texts(lists[1]) == ["#803", "#805"])
    #expect(service.asked.count == 2)
  }

  @Test func aStepThatCannotBeTakenSaysWhy() async throws {
    let early = #expect(throws: Message.self) { try page.collect(801) }
    #expect(early?.description.contains("show the page first") == true)
    await show()
    let unknown = #expect(throws: Message.self) { try page.collect(7) }
    #expect(unknown?.description == "there is no order 7 to collect; there are 801, 802")
    let cancelled = #expect(throws: Message.self) { try page.collect(804) }
    #expect(cancelled?.description == "order 804 was cancelled (code 3)")
    #expect(texts(lists[0]).count == 3)
  }

  @Test func aSegmentThatCannotBeLoadedOffersToTryAgain() async throws {
    service.isDown = true
    await show()
    #expect(lists[0].page.needsRetry && lists[0].cells.isEmpty)
    service.isDown = false
    await lists[0].refresh()
    #expect(!lists[0].page.needsRetry && texts(lists[0]).count == 3)
  }
}
