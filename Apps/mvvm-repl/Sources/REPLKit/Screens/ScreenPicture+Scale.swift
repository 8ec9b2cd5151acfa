extension ScreenPicture {
  /// The bounds of a slider or a rating, and the calls that change its value.
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
    /// The distance between two adjacent values; with 0 or less, no key changes the value.
    public var step: Double
    /// The look.
    public var look = Look.bar
    /// The call that sets the value during a drag, without its argument: `volume.move(to:)`; `nil` if a statement
    /// assigns the path of the field instead.
    public var move: String?
    /// The call that sets the value without a drag; `nil` if a statement assigns the path instead.
    public var set: String?
    /// The statement that ends the drag; `nil` while nobody drags.
    public var release: String?

    /// Creates bounds.
    public init(from minimum: Double, to maximum: Double, step: Double) {
      (self.minimum, self.maximum, self.step) = (minimum, maximum, step)
    }

    /// Returns the value `count` steps away, clamped to the bounds; `nil` if that is no other value.
    func value(_ count: Int, from value: Double) -> Double? {
      guard step > 0, minimum < maximum else { return nil }
      let moved = value + Double(count) * step
      // Rounds to the digits of the step, so that a sum of tenths has one digit.
      let snapped = (moved / step).rounded() * step
      let digits = Double("\(Float(snapped))") ?? snapped
      let near = abs(digits - snapped) < step / 1_000 ? digits : snapped
      let bounded = min(max(near.isFinite ? near : moved, minimum), maximum)
      return bounded.isNaN || bounded == value ? nil : bounded
    }

    /// Returns the position of a value between the minimum and the maximum, from 0 to 1.
    func share(of value: Double) -> Double {
      // Halving avoids an overflow, because the distance between two numbers may be too large for a number.
      let width = maximum / 2 - minimum / 2
      let share = width > 0 ? (value / 2 - minimum / 2) / width : 0
      return share.isNaN ? 0 : min(max(share, 0), 1)
    }
  }
}

extension ScreenPicture.Field {
  /// Returns the statement that passes a literal to a call, or assigns the path if there is no call.
  func statement(_ call: String?, _ literal: String) -> String {
    guard let call, call.hasSuffix(":)") else { return "\(path) = \(literal)" }
    return "\(call.dropLast()) \(literal))"
  }
}
