/// A control that a user activates to execute a ``Command``: a button, a menu item, a key.
///
/// ```swift
/// final class ConsoleButton: CommandControl {
///   let taps = SignalSource<Void>()
///   var title = ""
///   var activated: Signal<Void> { taps.signal }
///   func show(isEnabled: Bool, isExecuting: Bool) {
///     title = isExecuting ? "[...]" : isEnabled ? "[ OK ]" : "( OK )"
///   }
/// }
/// ```
/// Use ``Command/bind(to:fileID:line:)`` to connect it to its command.
@MainActor
public protocol CommandControl: AnyObject {
  /// Sends whenever the user activates the control.
  var activated: Signal<Void> { get }

  /// Shows whether the command can run and whether it is running; both values describe the same moment.
  func show(isEnabled: Bool, isExecuting: Bool)
}
