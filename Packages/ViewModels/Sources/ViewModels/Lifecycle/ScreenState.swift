/// What a screen shows: its content, or why there is none; as one value.
///
/// ```swift
/// @ViewModel final class Orders: LifecycleViewModel {
///   var screen = ScreenState.normal
///   func show(_ orders: [Order]) { screen = orders.isEmpty ? .noData("No orders yet") : .normal }
/// }
/// ```
/// One value cannot say two things at once, as a flag each could. It does not say that something is
/// loading, which may be so in each of the cases: that is ``LifecycleViewModel/state``, or a command's
/// `isExecuting`.
public enum ScreenState: Hashable, Sendable {
  /// The content.
  case normal
  /// There is nothing to show; with what to say about it.
  case noData(String? = nil)
  /// The network is slow or away; with what to say about it.
  case networkLatency(String? = nil)

  /// What to say in place of the content, if anything.
  public var message: String? {
    switch self {
    case .normal: nil
    case .noData(let message), .networkLatency(let message): message
    }
  }

  private enum Case: String, Codable { case normal, noData, networkLatency }

  private enum CodingKeys: String, CodingKey { case state, message }
}

extension ScreenState: Codable {
  /// Decodes `{"state": "noData", "message": "No orders yet"}`, the message left out or not.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let message = try container.decodeIfPresent(String.self, forKey: .message)
    switch try container.decode(Case.self, forKey: .state) {
    case .normal: self = .normal
    case .noData: self = .noData(message)
    case .networkLatency: self = .networkLatency(message)
    }
  }

  /// Encodes as ``init(from:)`` decodes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let name: Case =
      switch self {
      case .normal: .normal
      case .noData: .noData
      case .networkLatency: .networkLatency
      }
    try container.encode(name, forKey: .state)
    try container.encodeIfPresent(message, forKey: .message)
  }
}
