public import Bindings

/// A message bus between modules that share only the types of their messages.
///
/// ```swift
/// struct SignedIn { var user: String }
/// let token = bus.messages(SignedIn.self).observe { welcome($0.user) }
/// bus.send(SignedIn(user: "Ada"))
/// ```
/// A message goes to the current observers of its type, in the order of their subscription; it is not stored.
/// Use a property, not a message, for lasting state. The code that makes the topmost view-model makes the bus and
/// puts it into the environment.
@MainActor
public final class MessageBus {
  private var sources: [ObjectIdentifier: AnyObject] = [:]
  private let graph = Graph.current

  /// Makes a bus without observers.
  public init() {}

  /// A signal of the messages of exactly this type, without those of subclasses or of types that conform to it.
  public func messages<Message>(_ type: Message.Type = Message.self) -> Signal<Message> {
    source(of: type).signal
  }

  /// Sends a message to the observers of its type; without observers, it has no effect.
  public func send<Message>(_ message: Message) {
    (sources[ObjectIdentifier(Message.self)] as? SignalSource<Message>)?.send(message)
  }

  private func source<Message>(of type: Message.Type) -> SignalSource<Message> {
    if let known = sources[ObjectIdentifier(type)] as? SignalSource<Message> { return known }
    let source = SignalSource<Message>(label: "bus.\(type)", graph: graph)
    sources[ObjectIdentifier(type)] = source
    return source
  }
}

/// The environment key for the message bus of the program; `nil` where no value is set.
public enum MessageBusKey: ViewModelEnvironmentKey {
  /// No value.
  public static var liveValue: MessageBus? { nil }
}
