extension Duration {
  /// The duration as one types it: `250ms`, `1.5s`.
  var shortText: String {
    let seconds = self / .seconds(1)
    if seconds < 1 { return "\(Self.trimmed(seconds * 1_000))ms" }
    return "\(Self.trimmed(seconds))s"
  }

  private static func trimmed(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }
}
