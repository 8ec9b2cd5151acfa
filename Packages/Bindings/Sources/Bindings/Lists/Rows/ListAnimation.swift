/// The animation that a change asks for: a hint that belongs to the transaction, free for a view to
/// ignore.
///
/// ```swift
/// messages.edit(animation: .left) { $0.remove(at: 0) }
/// ```
public struct ListAnimation: RawRepresentable, Hashable, Sendable {
  /// The name of the style.
  public let rawValue: String

  /// Makes a style of any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Whatever the view does by itself.
  public static let automatic = ListAnimation(rawValue: "automatic")
  /// At once.
  public static let none = ListAnimation(rawValue: "none")
  /// By fading.
  public static let fade = ListAnimation(rawValue: "fade")
  /// From or to the left.
  public static let left = ListAnimation(rawValue: "left")
  /// From or to the right.
  public static let right = ListAnimation(rawValue: "right")
  /// From or to the top.
  public static let top = ListAnimation(rawValue: "top")
  /// From or to the bottom.
  public static let bottom = ListAnimation(rawValue: "bottom")
  /// From or to the middle.
  public static let middle = ListAnimation(rawValue: "middle")

  /// The opposite direction; a style without direction is its own.
  ///
  /// A row that is replaced leaves on the other side from where its successor comes.
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
