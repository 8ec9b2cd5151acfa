import Bindings
import Testing
import ViewModels

@testable import Workshop

/// Controls with a value of their own: stars, titles side by side, a slider.
@MainActor
@Suite(.ownGraph) struct ControlTests {
  @Test(arguments: [
    (RatingViewModel.Precision.whole, 3.7, 4.0), (.whole, 2.4, 2), (.half, 3.7, 3.5),
    (.half, 3.8, 4), (.precise, 3.7, 3.7), (.precise, -1, 0), (.half, 9, 5), (.whole, .nan, 0),
    (.precise, .infinity, 5), (.whole, -.infinity, 0), (.whole, -0.0, 0), (.precise, -0.0, 0),
  ])
  func aRatingIsTheNearestStepWithinItsStars(
    _ precision: RatingViewModel.Precision, _ value: Double, _ expected: Double
  ) {
    let rating = RatingViewModel()
    rating.precision = precision
    rating.value = value
    #expect(rating.rating == expected && rating.rating.sign == .plus)
  }

  @Test func aRatingFollowsItsStars() {
    let rating = RatingViewModel()
    rating.value = 5
    var seen: [Double] = []
    let token = rating.$rating.observe { seen.append($0) }
    for maximum in [3, -2, 10] { rating.maximum = maximum }
    #expect(seen == [5, 3, 0, 5])
    token.cancel()
  }

  @Test func aChoiceOfAPersonIsToldAndThatOfAProgramIsNot() throws {
    let choice = ChoiceViewModel(["Day", "Week", "Month"])
    var told: [Int?] = []
    let token = choice.choices.observe { told.append($0) }
    #expect(choice.selectedIndex == nil && choice.selectedTitle == nil)
    try choice.select(1)
    try choice.select(1)
    try choice.select(2, notifies: false)
    #expect(choice.selectedTitle == "Month")
    try choice.select(nil)
    #expect(told == [1, nil] && choice.selectedIndex == nil)
    token.cancel()
  }

  @Test(arguments: [-1, 3, Int.min, .max]) func aTitleThatThereIsNotIsAnError(_ index: Int) throws {
    let choice = ChoiceViewModel(["Day", "Week", "Month"])
    try choice.select(0)
    let chosen = #expect(throws: ViewModelError.self) { try choice.select(index) }
    #expect(chosen?.message == "There is no title \(index). Write a number from 0 to 2.")
    #expect(throws: ViewModelError.self) { try choice.badge(index) }
    #expect(choice.selectedIndex == 0 && choice.badges.isEmpty)
    let none = #expect(throws: ViewModelError.self) { try ChoiceViewModel([]).select(0) }
    #expect(none?.message == "There is no title 0. There are none.")
  }

  @Test func aChoiceInAComputedStaysWithoutAnEvent() throws {
    let choice = ChoiceViewModel(["a", "b"])
    var chosen: [Int?] = []
    let token = choice.choices.observe { chosen.append($0) }
    var issues: [GraphIssue.Code] = []
    Graph.current.onIssue = { issues.append($0.code) }
    _ = Computed { try? choice.select(1) }.value
    #expect(choice.selectedIndex == nil && chosen.isEmpty && issues == [.writeInComputed])
    try choice.select(1)
    #expect(choice.selectedIndex == 1 && chosen == [1])
    withExtendedLifetime(token) {}
  }

  @Test func badgesStandInOrderAndOnce() throws {
    let choice = ChoiceViewModel(["Day", "Week", "Month"])
    for index in [2, 0, 2] { try choice.badge(index) }
    #expect(choice.badges == [0, 2])
    try choice.badge(2, isShown: false)
    try choice.badge(1, isShown: false)
    #expect(choice.badges == [0])
  }

  @Test func aSliderTellsItsStepsApartFromTheEnd() throws {
    let slider = try SliderViewModel(minimum: 0, maximum: 10)
    var steps: [Double] = []
    var ends: [Double] = []
    let tokens = [
      slider.$value.observe { steps.append($0) }, slider.$settledValue.observe { ends.append($0) },
    ]
    slider.release()
    for value in [2.0, 7, 25] { slider.move(to: value) }
    #expect(slider.isChanging && slider.settledValue == 0)
    slider.release()
    #expect(!slider.isChanging)
    slider.set(to: -3)
    slider.set(to: .nan)
    #expect(steps == [0, 2, 7, 10, 0] && ends == [0, 10, 0])
    for token in tokens { token.cancel() }
  }

  @Test func aProgramThatSetsASliderIsOneChange() throws {
    let slider = try SliderViewModel()
    var seen: [String] = []
    let token = observe {
      seen.append("\(slider.value) \(slider.settledValue) \(slider.isChanging)")
    }
    slider.move(to: 0.5)
    slider.set(to: 1)
    #expect(seen == ["0.0 0.0 false", "0.5 0.0 true", "1.0 1.0 false"])
    token.cancel()
  }

  @Test(arguments: [(1.0, 0.0), (.nan, 1), (0, .nan), (-.infinity, 0), (0, .infinity)])
  func aSliderBetweenNoBoundsIsRefused(_ minimum: Double, _ maximum: Double) {
    let error = #expect(throws: ViewModelError.self) {
      _ = try SliderViewModel(minimum: minimum, maximum: maximum)
    }
    #expect(error?.code == .arguments)
  }

  @Test func theFirstValueOfASliderIsWithinItsBounds() throws {
    #expect(try SliderViewModel(minimum: 2, maximum: 4).value == 2)
    #expect(try SliderViewModel(minimum: 2, maximum: 4, value: 9).settledValue == 4)
    #expect(try SliderViewModel(minimum: 2, maximum: 2, value: 0).value == 2)
  }

  @Test func aSliderAtItsEndHasTheSignOfThatEnd() throws {
    let slider = try SliderViewModel(minimum: 0, maximum: 1, value: -0.0)
    #expect(slider.value.sign == .plus)
    slider.move(to: -0.0)
    #expect(slider.value.sign == .plus)
  }
}
