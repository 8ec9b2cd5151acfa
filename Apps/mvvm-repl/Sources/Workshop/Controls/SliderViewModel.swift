import Bindings
import ViewModels

/// A number between two others that a person moves: it reports each move, and the end of the moving separately.
///
/// ```swift
/// let volume = SliderViewModel()
/// let shown = volume.$value.observe { label.text = "\($0)" }  // while it is moved, too
/// let kept = volume.$settledValue.observe { settings.volume = $0 }  // when it was let go
/// ```
/// The class is isolated to the main actor.
@MainActor
@ViewModel
final class SliderViewModel {
  /// The least value.
  let minimum: Double
  /// The greatest value.
  let maximum: Double
  /// The value at which the slider stands, also while it is moved.
  private(set) var value: Double
  /// The value at which the slider was released last.
  private(set) var settledValue: Double
  /// Whether a person is moving the slider.
  private(set) var isChanging: Bool = false

  /// Makes a slider that stands still.
  ///
  /// - Parameters:
  ///   - minimum: The least value.
  ///   - maximum: The greatest value.
  ///   - value: The first value, limited to the bounds; the least one by default.
  /// - Throws: ``ViewModelError`` when the bounds are not numbers, or are in the wrong order.
  init(
    minimum: Double = 0, maximum: Double = 1, value: Double? = nil
  ) throws(ViewModelError) {
    guard minimum.isFinite, maximum.isFinite, minimum <= maximum else {
      throw ViewModelError(
        .arguments, "A slider cannot go from \(minimum) to \(maximum). Give the least value first.")
    }
    (self.minimum, self.maximum) = (minimum, maximum)
    let first = Self.bounded(value ?? minimum, minimum, maximum)
    self.value = first
    settledValue = first
  }

  /// Moves the slider, as a person does who has not released it yet.
  @Command func move(to value: Double) {
    batch {
      isChanging = true
      self.value = Self.bounded(value, minimum, maximum)
    }
  }

  /// Releases the slider, which settles its value; does nothing if nobody moves it.
  @Command func release() {
    guard untracked({ isChanging }) else { return }
    batch {
      isChanging = false
      settledValue = untracked { value }
    }
  }

  /// Sets the value at once, as a program does; a person who moves the slider has released it then.
  @Command func set(to value: Double) {
    batch {
      move(to: value)
      release()
    }
  }

  /// The nearest value between the bounds; a value that is not a number becomes the least one.
  private static func bounded(_ value: Double, _ minimum: Double, _ maximum: Double) -> Double {
    value.isNaN ? minimum : min(max(value, minimum), maximum)
  }
}
