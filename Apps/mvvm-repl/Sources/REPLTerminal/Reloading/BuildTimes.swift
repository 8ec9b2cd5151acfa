/// The moments of a build and of what follows it, in two processes.
struct BuildTimes: Codable {
  /// When the build began.
  let begin: ContinuousClock.Instant
  /// When the program was begun to be linked; `nil` when nothing was linked.
  var linking: ContinuousClock.Instant?
  /// When the new program was there, and had been started once.
  var built: ContinuousClock.Instant

  /// Times of a build that begins now.
  init() {
    begin = .now
    built = begin
  }
}

extension Duration {
  /// The time in seconds with one digit behind the point: `4.2s`.
  var inTenths: String {
    let tenths = Int((self / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10)s"
  }
}
