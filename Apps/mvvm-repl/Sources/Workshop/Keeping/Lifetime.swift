import ViewModels

/// The time that something typed is kept.
enum Lifetime {
  /// Three thousand years in seconds: `Duration` traps where its numbers end.
  private static let longest = 1e11

  /// A number of seconds as a duration; `nil` for good.
  ///
  /// - Throws: `ViewModelError` for what is no time, or ends behind all stores.
  static func duration(seconds: Double?) throws(ViewModelError) -> Duration? {
    guard let seconds else { return nil }
    guard seconds > 0, seconds <= longest else {
      throw ViewModelError(
        .typeMismatch, "seconds must be above 0 and at most 1e11; leave it out to keep a value.")
    }
    return .seconds(seconds)
  }
}
