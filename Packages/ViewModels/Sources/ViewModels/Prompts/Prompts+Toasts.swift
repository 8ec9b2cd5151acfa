import Bindings
import Foundation

extension Prompts {
  /// Shows an error in a toast: its `errorDescription` if it is a `LocalizedError`, otherwise its description.
  @discardableResult
  public func toast(failure error: any Error, duration: Toast.Length = .long) -> Toast.ID? {
    action {
      let text = (error as? any LocalizedError)?.errorDescription
      // For other errors `localizedDescription` contains only a text for programmers.
      let plain = type(of: error) is NSError.Type ? error.localizedDescription : "\(error)"
      return toast(text ?? plain, kind: .failure, duration: duration)
    }
  }

  /// Shows a toast with an action, which runs only when the toast is tapped.
  ///
  /// `action` is the title of the action for users, such as `Undo`, or `nil` to show none. The action runs after the
  /// toast was removed.
  @discardableResult
  public func toast(
    _ text: String, kind: Toast.Kind = .success, duration: Toast.Length = .long, action: String?,
    onTap: @escaping @MainActor () -> Void
  ) -> Toast.ID? {
    self.action {
      let text = wording(text, kind)
      guard !owned.isEnded.peek(), !text.isEmpty, _node_toasts.mayBeWritten() else { return nil }
      let toast = Toast(id: makeID(), text: text, kind: kind, duration: duration, action: action)
      toastActions[toast.id] = onTap
      _node_toasts.append(toast)
      let timer = duration.time.map { time in
        Signal<Never>.empty.delay(for: time, clock: inherited(ClockKey.self)).observe { _ in
        } ended: { [weak self] in
          self?.remove(toast: toast.id)
        }
      }
      // With a clock that is advanced by hand, the time may be over already.
      if toastActions[toast.id] != nil { toastTimers[toast.id] = timer }
      return toast.id
    }
  }

  func remove(toast id: Toast.ID) {
    guard _node_toasts.mayBeWritten() else { return }
    action {
      let timer = toastTimers.removeValue(forKey: id)
      let onTap = toastActions.removeValue(forKey: id)
      _node_toasts.remove { $0.id == id }
      // The deinits of objects captured by an action or a timer may access the toasts, so they run after the removal.
      letGo(consume timer)
      letGo(consume onTap)
    }
  }
}
