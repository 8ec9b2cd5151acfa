import REPLKit

/// The time that something typed is kept.
enum Lifetime {
  /// Three thousand years in seconds: `Duration` traps where its numbers end.
  private static let longest = 1e11

  /// A number of seconds as a duration; `nil` for good.
  ///
  /// - Throws: a `Message` for what is not a time, or too long for a store.
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
