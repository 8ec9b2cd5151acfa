public import Bindings

/// Messages between modules that know only the types of what they tell each other.
///
/// ```swift
/// struct SignedIn { var user: String }
/// bus.messages(SignedIn.self).observe { welcome($0.user) }
/// bus.send(SignedIn(user: "Ada"))
/// ```
/// A message goes to those who observe its type at the time, in the order in which they began; it is not kept.
/// What stays true is a property, not a message. Whoever makes the topmost view-model makes the bus and puts it
/// into the environment.
@MainActor
public final class MessageBus {
  private var sources: [ObjectIdentifier: AnyObject] = [:]
  private let graph = Graph.current

  /// Makes a bus that nobody observes yet.
  public init() {}

  /// The messages of a type as they come, without those of subclasses and of protocols.
  public func messages<Message>(_ type: Message.Type = Message.self) -> Signal<Message> {
    source(of: type).signal
  }

  /// Tells those who observe messages of the type; without any of them, nothing happens.
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

/// Gives view-models the bus of their program; `nil` where nobody has set one.
public enum MessageBusKey: ViewModelEnvironmentKey {
  /// None.
  public static var liveValue: MessageBus? { nil }
}
