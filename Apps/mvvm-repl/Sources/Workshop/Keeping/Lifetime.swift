import REPLKit

/// The time for which a typed value is kept.
enum Lifetime {
  /// The limit, three thousand years in seconds; `Duration` traps beyond its own range.
  private static let longest = 1e11

  /// Returns a number of seconds as a duration; `nil` means for ever.
  ///
  /// - Throws: A `Message` for a number that is not a time, or is too long for a store.
  static func duration(seconds: Double?) throws(Message) -> Duration? {
    guard let seconds else { return nil }
    guard seconds > 0, seconds <= longest else {
      throw Message(
        "seconds must be above 0 and at most 1e11; leave it out to keep a value",
        "seconds 必须大于 0、不超过 1e11；省略则一直保留")
    }
    return .seconds(seconds)
  }
}
