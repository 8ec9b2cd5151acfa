import Bindings
import REPLKit
import ViewModels

/// Asks for a city; the first one picked is the answer.
@MainActor
@ViewModel
final class CityPicker: LifecycleViewModel, AnswerProviding {
  /// The cities to pick from.
  let cities: Property<[String]>
  /// The picked city.
  private(set) var answer: String?

  /// Makes the picker.
  init(language: PageLanguage = .english) {
    cities = Property(
      language == .english ? ["Hangzhou", "Kyoto", "Lisbon"] : ["杭州", "京都", "里斯本"],
      label: "cities")
    super.init()
    title = language.text("Cities", "城市")
  }

  /// Picks a city.
  ///
  /// - Throws: When the city is not one of ``cities``.
  @Command func pick(_ city: String) throws {
    guard cities.value.contains(city) else {
      throw Message.noCity(city, among: cities.value)
    }
    answer = city
  }
}

/// A page about the app; `demo://about/present` shows it over everything.
@MainActor
@ViewModel
final class AboutPage: LifecycleViewModel {
  /// The text of the page.
  let text: Property<String>

  /// Makes the page.
  init(language: PageLanguage = .english) {
    text = Property(
      language.text("Photos and books, to walk around in.", "照片与图书，供浏览练习。"), label: "text")
    super.init()
    title = language.text("About", "关于")
  }
}
