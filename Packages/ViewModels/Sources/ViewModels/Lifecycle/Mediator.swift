public import Bindings

/// Who takes messages through a ``Mediator``.
@MainActor
public protocol Mediated: AnyObject {
  /// Takes what the other end tells.
  func receive(_ message: Mediator.Message)
}

/// Passes messages between a view-model and whoever manages its views, so that neither knows the
/// other's type.
///
/// Both ends may keep the mediator; it keeps neither, so the three go together.
///
/// ```swift
/// let mediator = Mediator(viewModel: books, viewManager: shelf)
/// mediator.send(["title": "Dune"], to: .viewManager)  // shelf.receive(viewModel → viewManager …)
/// ```
/// Where the types are known, a `Command` and a node say more; this is for what is put together at
/// run time. The main actor guards it.
@MainActor
public final class Mediator {
  /// One of the two ends.
  public enum End: String, Sendable, CaseIterable {
    case viewModel, viewManager

    /// The end across.
    public var other: End { self == .viewModel ? .viewManager : .viewModel }
  }

  /// What one end told the other.
  public struct Message: Sendable, Hashable {
    /// Who told it.
    public let sender: End
    /// What was told, by name.
    public let infos: [String: DynamicValue]
  }

  private weak var viewModel: (any Mediated)?
  private weak var viewManager: (any Mediated)?
  private let source = SignalSource<Message>()

  /// Stands between two objects.
  public init(viewModel: any Mediated, viewManager: any Mediated) {
    self.viewModel = viewModel
    self.viewManager = viewManager
  }

  /// Each message that is about to be received, for those who watch.
  public var messages: Signal<Message> { source.signal }

  /// The object at an end; `nil` when it is gone.
  public subscript(end: End) -> (any Mediated)? {
    switch end {
    case .viewModel: viewModel
    case .viewManager: viewManager
    }
  }

  /// Tells `end` what the other one has to say.
  ///
  /// - Returns: Whether there was anybody to receive it.
  @discardableResult
  public func send(_ infos: [String: DynamicValue], to end: End) -> Bool {
    guard let receiver = self[end] else { return false }
    let message = Message(sender: end.other, infos: infos)
    source.send(message)
    receiver.receive(message)
    return true
  }
}

extension Mediator.Message: CustomStringConvertible {
  /// The message as `viewManager → viewModel {…}`.
  public var description: String {
    "\(sender) → \(sender.other) \(DynamicValue.object(infos))"
  }
}
