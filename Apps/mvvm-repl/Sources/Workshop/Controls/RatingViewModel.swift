import Bindings
import ViewModels

/// A rating by stars: whole ones, halves, or any part.
///
/// ```swift
/// let rating = RatingViewModel()
/// rating.precision = .half
/// rating.value = 3.7
/// print(rating.rating)  // 3.5
/// ```
/// ``value`` takes what a binding or a gesture writes; ``rating`` is the nearest valid rating. The class is isolated to
/// the main actor.
@MainActor
@ViewModel
final class RatingViewModel {
  /// The parts of a star that can be given.
  enum Precision: String, Codable, Sendable, CaseIterable {
    /// Whole stars.
    case whole
    /// Halves.
    case half
    /// Any part.
    case precise
  }

  /// The rating as it was given, which may be out of bounds or between two steps.
  var value: Double = 0
  /// The number of stars; less than none counts as none.
  var maximum: Int = 5
  /// The parts of a star that can be given.
  var precision: Precision = .whole

  /// The rating: the step nearest to ``value``, from 0 to ``maximum``.
  ///
  /// A value that is not a number counts as 0.
  var rating: Double {
    let most = Double(max(0, maximum))
    guard !value.isNaN else { return 0 }
    let bounded = min(max(value, 0), most)
    return switch precision {
    case .whole: bounded.rounded()
    case .half: (bounded * 2).rounded() / 2
    case .precise: bounded
    }
  }

  /// Makes a rating of zero stars.
  init() {}
}
