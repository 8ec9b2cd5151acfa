extension ScreenPicture {
  /// The bounds of a number that a person moves, and the statements that do it.
  ///
  /// ```swift
  /// var field = ScreenPicture.Field("volume", path: "volume.value", .scale, value: .double(0.3))
  /// field.scale = .init(from: 0, to: 1, step: 0.05)
  /// picture.fields.append(field)
  /// ```
  public struct Scale: Sendable, Hashable, Codable {
    /// The look of a scale.
    public enum Look: String, Sendable, Codable {
      /// A bar with a knob.
      case bar
      /// As many stars as the greatest value.
      case stars
    }

    /// The least value.
    public var minimum: Double
    /// The greatest value.
    public var maximum: Double
    /// The distance of two values next to each other; nothing moves by 0 or less.
    public var step: Double
    /// The look.
    public var look = Look.bar
    /// The call that moves it while a person has not let go, its argument left out: `volume.move(to:)`; `nil` where the
    /// path of the field is set.
    public var move: String?
    /// The call that moves it at once; `nil` where the path of the field is set.
    public var set: String?
    /// The statement that lets it go; `nil` while nobody moves it.
    public var release: String?

    /// Creates bounds.
    public init(from minimum: Double, to maximum: Double, step: Double) {
      (self.minimum, self.maximum, self.step) = (minimum, maximum, step)
    }

    /// The value so many steps away, within the bounds; `nil` where there is none.
    func value(_ count: Int, from value: Double) -> Double? {
      guard step > 0, minimum < maximum else { return nil }
      let moved = value + Double(count) * step
      // As many digits as the step has: a sum of tenths is a tenth, too.
      let snapped = (moved / step).rounded() * step
      let digits = Double("\(Float(snapped))") ?? snapped
      let near = abs(digits - snapped) < step / 1_000 ? digits : snapped
      let bounded = min(max(near.isFinite ? near : moved, minimum), maximum)
      return bounded.isNaN || bounded == value ? nil : bounded
    }

    /// The part of the way from the least to the greatest value, from 0 to 1.
    func share(of value: Double) -> Double {
      // Halves, as the distance of two numbers may be too large for one.
      let width = maximum / 2 - minimum / 2
      let share = width > 0 ? (value / 2 - minimum / 2) / width : 0
      return share.isNaN ? 0 : min(max(share, 0), 1)
    }
  }
}

extension ScreenPicture.Field {
  /// The statement that hands a number to a call without its argument, or sets the path.
  func statement(_ call: String?, _ literal: String) -> String {
    guard let call, call.hasSuffix(":)") else { return "\(path) = \(literal)" }
    return "\(call.dropLast()) \(literal))"
  }
}
