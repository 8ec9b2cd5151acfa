public import Bindings
import REPLKit
public import ViewModels

/// Asks for a city; the first one picked is the answer.
@MainActor
@ViewModel
public final class CityPicker: LifecycleViewModel, AnswerProviding {
  /// What can be picked.
  public let cities: Property<[String]>
  /// What was picked.
  public private(set) var answer: String?

  /// Makes the picker.
  public init(language: PageLanguage = .english) {
    cities = Property(
      language == .english ? ["Hangzhou", "Kyoto", "Lisbon"] : ["杭州", "京都", "里斯本"],
      label: "cities")
    super.init()
    title = language.text("Cities", "城市")
  }

  /// Picks a city.
  ///
  /// - Throws: When it is none of ``cities``.
  @Command public func pick(_ city: String) throws {
    guard cities.value.contains(city) else {
      throw Message.noCity(city, among: cities.value)
    }
    answer = city
  }
}

/// What the app is; `demo://about/present` shows it over everything.
@MainActor
@ViewModel
public final class AboutPage: LifecycleViewModel {
  /// The text of the page.
  public let text: Property<String>

  /// Makes the page.
  public init(language: PageLanguage = .english) {
    text = Property(
      language.text("Photos and books, to walk around in.", "照片与图书，供浏览练习。"), label: "text")
    super.init()
    title = language.text("About", "关于")
  }
}
