import Bindings
import Foundation
import Models
import REPLKit
import Synchronization
import Testing
import ViewModels

@testable import Workshop

@MainActor
@Suite struct TravelListTests {
  /// Answers with the samples, and fails where it is told to.
  private struct Samples: TravelService {
    struct Down: Error, CustomStringConvertible { let description = "Bad Network" }
    var hasHotels = true

    func scenics() async throws -> [Scenic] {
      try records("scenics.json")
    }

    func hotels() async throws -> [Hotel] {
      guard hasHotels else { throw Down() }
      return try records("hotels.json")
    }

    private func records<Record: Codable & Hashable & Sendable>(_ name: String) throws -> [Record] {
      let text = try #require(SampleDocuments.text(name))
      return try ModelDecoder().decode(TravelData<Record>.self, from: text).data
    }
  }

  /// A list whose pictures are there at once, but for one that is not.
  private struct Pictures: ImageSource {
    struct Gone: Error, CustomStringConvertible { let description = "gone" }

    func image(at address: String) async throws -> LoadedImage {
      guard !address.hasSuffix("/loft.jpg") else { throw Gone() }
      return LoadedImage(Data(address.utf8), from: .network)
    }
  }

  private func travel(
    _ service: Samples, _ environment: LifecycleViewModel.Environment = .init()
  ) -> TravelList {
    TravelList(service: service, images: ImageLoader(Pictures()), environment: environment)
  }

  private func places(_ list: TravelList) -> [PlaceCell] {
    list.cells.compactMap { $0 as? PlaceCell }
  }

  /// Answers once, and then only to be cancelled.
  private final class Slow: TravelService, Sendable {
    let (asked, asking) = AsyncStream.makeStream(of: Void.self)
    private let first = Mutex(true)

    func scenics() async throws -> [Scenic] {
      let isFirst = first.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isFirst { return try await Samples().scenics() }
      asking.yield()
      try? await Task.sleep(for: .seconds(3600))
      throw Samples.Down()
    }

    func hotels() async throws -> [Hotel] { try await Samples().hotels() }
  }

  @Test func aCancelledRefreshKeepsThePlaces() async {
    let service = Slow()
    let list = TravelList(service: service, images: ImageLoader(Pictures()))
    await list.refresh()
    #expect(list.count == 6)
    let refresh = Task { await list.refresh() }
    for await _ in service.asked { break }
    refresh.cancel()
    await refresh.value
    #expect(list.count == 6 && list.page.prompts.caption == nil && !list.page.needsRetry)
  }

  // D03 to D05: one row whose outputs two businesses fill; one without a price leaves it empty.
  @Test func bothKindsOfPlacesFillTheSameRow() async {
    let list = travel(Samples())
    await list.refresh()
    let places = places(list)
    #expect(places.map(\.name).prefix(2) == ["Glasshouse Park", "江边步道"])
    #expect(places.map(\.price) == ["from ￥48.50", "from ￥0.00", "from ￥120.00", "", "", ""])
    #expect(places[0].styledPrice.runs.map(\.role) == [.quiet, .strong])
    #expect(places.map(\.campaign) == ["Save 15", "", "", "family", "", ""])
    #expect(places.map(\.isCampaignHidden) == [false, true, true, false, true, true])
    #expect(places.map { $0.image != nil } == [true, false, true, true, false, true])
    #expect(places.map(\.footer) == ["Old Quay", "上海", "Seeheim", "", "", ""])
    #expect(places.map(\.description) == places.map(\.name))
  }

  // D04: the footer of a sight is recomputed when the city changes, and no other row is.
  @Test func theFooterFollowsTheCity() async {
    let list = travel(Samples())
    await list.refresh()
    var seen: [String] = []
    let tokens = places(list).prefix(2).map { place in place.$footer.observe { seen.append($0) } }
    list.city = 2
    #expect(seen == ["Old Quay", "上海", "Norburg", "外滩"])
    for token in tokens { token.cancel() }
  }

  // D14 and D16: the failure of one is that of the pair; the list is emptied, and an alert tells why.
  @Test func theFailureOfOneIsThatOfBothAndEmptiesTheList() async throws {
    let list = travel(Samples(hasHotels: false))
    try list.append(TextCell("before"))
    await list.refresh()
    await list.refresh()
    #expect(list.cells.isEmpty && list.page.needsRetry && !list.page.isLoading)
    #expect(list.page.prompts.stack.map(\.caption) == ["Error"])
    #expect(list.page.prompts.message == "Bad Network")
    #expect(list.page.prompts.actions == ["0) OK"])
    try list.page.prompts.choose(0)
    #expect(list.page.prompts.stack.isEmpty)
  }

  // L40: the button of the menu opens and closes it; what has no use now says why.
  @Test func theMenuOpensAndClosesAndItsItemsAct() async throws {
    let list = travel(Samples())
    list.menu()
    #expect(list.page.prompts.current?.actions.map(\.reason) == [nil, "there are no places"])
    list.menu()
    #expect(list.page.prompts.stack.isEmpty)
    await list.refresh()
    list.menu()
    try list.page.prompts.choose(1)
    #expect(list.cells.isEmpty)
    list.menu()
    try list.page.prompts.choose(0)
    while list.cells.isEmpty { await Task.yield() }
    #expect(list.count == 6)
  }

  // D23: where one is comes from around the list.
  @Test func theListBeginsInTheCityOfTheLocationService() {
    #expect(travel(Samples()).city == 1)
    var environment = LifecycleViewModel.Environment()
    environment[LocationKey.self] = FixedLocation(city: City(id: 2, name: "上海"))
    #expect(travel(Samples(), environment).city == 2)
  }

  // L79, D03: a row of the travel list had the address of a picture, which nobody loaded.
  @Test func aRowLoadsItsPictureWhileItIsInSight() async throws {
    let list = travel(Samples())
    await list.refresh()
    let places = places(list)
    #expect(places.allSatisfy { $0.picture.state == .idle })
    for place in places { try list.report(.willDisplay, of: place) }
    while places.contains(where: { $0.picture.state == .loading }) { await Task.yield() }
    #expect(
      places.map { "\($0.picture.state)" }
        == ["loaded", "idle", "loaded", "loaded", "idle", "failed"])
    #expect(places[0].picture.byteCount ?? 0 > 0 && places[5].picture.problem == "gone")
  }

  @Test func aPersonSeesThePlacesOfTheirCity() async {
    let lines = await said(
      "let travel = TravelList()", ":show travel", "travel.city = 2", "watch travel")
    let rows = lines.suffix(6).map { $0.trimmingPrefix(while: \.isWhitespace) }
    #expect(rows.first == "0.0   [park.jpg] Glasshouse Park [Save 15] …… from ￥48.50  Norburg")
    #expect(rows[1] == "0.1   江边步道 …… from ￥0.00  外滩")
    #expect(rows.last == "0.5   [loft.jpg] Sail Loft")
  }
}
