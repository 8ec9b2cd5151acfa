extension Duration {
  /// The duration as one types it: `250ms`, `1.5s`.
  var shortText: String {
    // In whole nanoseconds: digits behind them are errors of the division.
    let nanoseconds = (self / .nanoseconds(1)).rounded()
    if nanoseconds < 1e9 { return "\(Self.trimmed(nanoseconds / 1e6))ms" }
    return "\(Self.trimmed(nanoseconds / 1e9))s"
  }

  private static func trimmed(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }
}
