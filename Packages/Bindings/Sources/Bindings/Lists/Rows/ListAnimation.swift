/// A hint for the animation of a change; it belongs to the transaction, and a view may ignore it.
///
/// ```swift
/// messages.edit(animation: .left) { $0.remove(at: 0) }
/// ```
public struct ListAnimation: RawRepresentable, Hashable, Sendable {
  /// The name of the style.
  public let rawValue: String

  /// Makes a style of any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The default animation of the view.
  public static let automatic = ListAnimation(rawValue: "automatic")
  /// No animation.
  public static let none = ListAnimation(rawValue: "none")
  /// The row fades in or out.
  public static let fade = ListAnimation(rawValue: "fade")
  /// The row enters from the left or leaves to the left.
  public static let left = ListAnimation(rawValue: "left")
  /// The row enters from the right or leaves to the right.
  public static let right = ListAnimation(rawValue: "right")
  /// The row enters from the top or leaves to the top.
  public static let top = ListAnimation(rawValue: "top")
  /// The row enters from the bottom or leaves to the bottom.
  public static let bottom = ListAnimation(rawValue: "bottom")
  /// The row enters from the middle or leaves to the middle.
  public static let middle = ListAnimation(rawValue: "middle")

  /// The style with the opposite direction; a style without a direction is returned unchanged.
  ///
  /// A replaced row leaves on the side opposite to the side from which its successor enters.
  public var mirrored: ListAnimation {
    switch self {
    case .left: .right
    case .right: .left
    case .top: .bottom
    case .bottom: .top
    default: self
    }
  }
}
