import Bindings
import Foundation
import HTTPTypes
import Networking
import ViewModels

/// Gets the places of the travel list.
protocol TravelService: NetworkAware {
  /// The sights, in order.
  func scenics() async throws -> [Scenic]
  /// The hotels, in order.
  func hotels() async throws -> [Hotel]
}

/// The travel list: sights and hotels in one kind of row, both or none.
///
/// ```
/// let travel = TravelList()
/// :show travel
/// watch travel
/// travel.city = 2
/// ```
/// If one of the two fails, the list is emptied and an alert gives the reason.
@MainActor
@ViewModel
final class TravelList: ListViewModel {
  /// The number of the person's city; a sight in that city shows its part of the city.
  var city: Int
  private let service: any TravelService
  @Ignored private let images: ImageLoader
  @Ignored fileprivate let language: PageLanguage

  /// Makes an empty list in the city of the location service; places come when it is loaded.
  init(
    service: any TravelService, images: ImageLoader, language: PageLanguage = .english,
    environment: Environment = Environment()
  ) {
    (self.service, self.images, self.language) = (service, images, language)
    city = environment[LocationKey.self].city.id
    super.init(environment: environment)
    addChild(page.prompts)
    page.onPull { [weak self] in await self?.refresh() }
    title = language.text("travel", "旅行")
    retries(page, with: service) { [weak self] in await self?.refresh() }
  }

  override func startLoading() { loads { await self.refresh() } }

  /// Opens the menu of the list, or closes it.
  @Command func menu() { page.prompts.toggle(untracked { choices }) }

  /// Gets the places again, sights before hotels.
  @Command(policy: .join) func refresh() async {
    let caption = language.text("Error", "出错了")
    do {
      try await page.load(whenEmpty: .init(title: language.text("No places", "没有地点"))) {
        async let scenics = service.scenics()
        async let hotels = service.hotels()
        let (sights, stays) = try await (scenics, hotels)
        let city = $city
        try setCells(
          sights.map { ScenicCell($0, city: city, images: images, language: language) }
            + stays.map { HotelCell($0, images: images) })
        return count > 0
      }
      page.prompts.hide(caption)
    } catch is CancellationError {
    } catch {
      removeAllSections()
      page.prompts.hide(caption)
      page.prompts.ask(
        Question<Never>(
          caption, message: NewsFooter.reason(error, language),
          actions: [.cancel(language.text("OK", "确定"))])
      ) { _ in }
    }
  }
}

extension TravelList {
  /// The items of the list's menu.
  fileprivate var choices: PromptMenu {
    PromptMenu(
      language.text("Places", "地点"),
      actions: [
        .item(language.text("Again", "再来一次"), image: "arrow") { [weak self] in
          self?.task { await self?.refresh() }
        },
        .item(
          language.text("Clear", "清空"), role: .destructive,
          disabledBecause: count == 0 ? language.text("there are no places", "没有地点") : nil
        ) { [weak self] in self?.removeAllSections() },
      ])
  }
}

/// The places of the workshop's API.
struct RemoteTravel: TravelService, RemoteService {
  let api: WorkshopAPI

  func scenics() async throws -> [Scenic] {
    let answer: TravelData<Scenic> = try await api.client().value(Request(.get, "/scenics"))
    return answer.data
  }

  func hotels() async throws -> [Hotel] {
    let answer: TravelData<Hotel> = try await api.client().value(Request(.get, "/hotels"))
    return answer.data
  }
}
