extension Duration {
  /// The nearest multiple of a step.
  func rounded(to step: Duration) -> Duration { step * Int((self / step).rounded()) }

  /// The duration in seconds, to the millisecond.
  var seconds: Double { (self / .milliseconds(1)).rounded() / 1_000 }

  /// The duration as users type it: `250ms`, `1.5s`.
  var shortText: String {
    // Rounds to whole nanoseconds: smaller digits are division errors.
    let nanoseconds = (self / .nanoseconds(1)).rounded()
    if nanoseconds < 1e9 { return "\(Self.trimmed(nanoseconds / 1e6))ms" }
    return "\(Self.trimmed(nanoseconds / 1e9))s"
  }

  private static func trimmed(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }
}
