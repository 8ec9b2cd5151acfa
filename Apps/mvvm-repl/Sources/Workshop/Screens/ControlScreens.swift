import Models
import REPLKit
import ViewModels

/// The pictures of controls with a value: segments, sliders and ratings.
@MainActor
enum ControlScreens {
  /// Registers the pictures.
  static func register(with makers: ScreenMakers) {
    makers.register(ChoiceViewModel.self) { choice, context in
      var picture = context.schemaPicture(of: choice)
      let badges = Set(choice.badges)
      let items = choice.titles.enumerated().map { index, title in
        ScreenPicture.Item(
          badges.contains(index) ? "\(title) •" : title,
          statement: context.statement("select(\(index))"))
      }
      if !items.isEmpty { picture.segments = .init(items, selected: choice.selectedIndex) }
      picture.outputs.removeAll { $0.label != "selectedTitle" }
      picture.sections = []
      picture.buttons.removeAll { $0.title == "select" }
      return picture
    }
    makers.register(SliderViewModel.self) { slider, context in
      var picture = context.schemaPicture(of: slider)
      var field = ScreenPicture.Field(
        "value", path: context.statement("value"), .scale, value: .double(slider.value))
      var scale = ScreenPicture.Scale(
        from: slider.minimum, to: slider.maximum,
        step: slider.maximum / steps - slider.minimum / steps)
      scale.move = context.statement("move(to:)")
      scale.set = context.statement("set(to:)")
      if slider.isChanging { scale.release = context.statement("release()") }
      field.scale = scale
      picture.fields = [field]
      picture.outputs.removeAll { $0.label != "settledValue" && $0.label != "isChanging" }
      picture.buttons = []
      return picture
    }
    makers.register(RatingViewModel.self) { rating, context in
      var picture = context.schemaPicture(of: rating)
      guard let index = picture.fields.firstIndex(where: { $0.label == "value" }) else {
        return picture
      }
      let step =
        switch rating.precision {
        case .whole: 1.0
        case .half: 0.5
        case .precise: 0.1
        }
      var scale = ScreenPicture.Scale(
        from: 0, to: Double(max(0, rating.maximum)), step: step)
      scale.look = .stars
      picture.fields[index].kind = .scale
      picture.fields[index].value = .double(rating.rating)
      picture.fields[index].scale = scale
      return picture
    }
  }

  /// The number of steps from one end of a slider to the other.
  private static let steps = 20.0
}
