/// The times of a build and of the takeover after it, in two processes.
struct BuildTimes: Codable {
  /// The time when the build began.
  let begin: ContinuousClock.Instant
  /// The time when linking began; `nil` when nothing was linked.
  var linking: ContinuousClock.Instant?
  /// The time when the new program was built and had passed its trial.
  var built: ContinuousClock.Instant

  /// Creates the times of a build that begins now.
  init() {
    begin = .now
    built = begin
  }
}

extension Duration {
  /// The time in seconds with one decimal: `4.2s`.
  var inTenths: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10)s"
  }
}
