import Bindings
import ViewModels

/// A page of a car that takes two seconds to load, and what the page shows in each state of its life cycle.
///
/// ```
/// let car = CarPage()
/// :show car &
/// car.name
/// :hide car
/// ```
/// A page that a person leaves while it loads unloads when the loading is done.
@MainActor
@ViewModel
final class CarPage: LifecycleViewModel {
  /// A car that can be chosen.
  enum Choice: String, Codable, Sendable, CaseIterable {
    /// The coupe with 690 BHP.
    case fast
    /// The small one with a turbocharger.
    case quick
  }

  /// The chosen car; loading chooses the fast one if none is chosen.
  var choice: Choice?
  /// The make and the model, or the reason why they are missing.
  var name: String { car?.description ?? nothing }
  /// The volume and the power of the engine, or the reason why they are missing.
  var engine: String {
    car.map { "\($0.engine.displacement) cc, \($0.engine.brakeHorsepower) BHP" } ?? nothing
  }

  private var car: Car? {
    switch choice {
    case .fast: .fast
    case .quick: .quick
    case nil: nil
    }
  }

  private var nothing: String {
    state == .loading
      ? language.text("Loading…", "正在加载…") : language.text("Unknown", "未知")
  }
  @Ignored private let language: PageLanguage

  /// Makes a page that is not loaded.
  init(language: PageLanguage = .english) {
    self.language = language
    super.init()
    title = language.text("Car", "汽车")
  }

  override func startLoading() {
    task {
      let clock = self.environment[ClockKey.self]
      guard (try? await clock.sleep(for: .seconds(2))) != nil else { return }
      if self.choice == nil { self.choice = .fast }
      self.finishLoading()
    }
  }

  /// Forgets the car, so that the next loading chooses one.
  @Command func forget() { choice = nil }
}
