import Bindings
import Foundation

extension Prompts {
  /// Shows what an error says: its `errorDescription` if it is a `LocalizedError`, else as text.
  @discardableResult
  public func toast(failure error: any Error, duration: Toast.Length = .long) -> Toast.ID? {
    action {
      let text = (error as? any LocalizedError)?.errorDescription
      // Other errors have only a description for programmers under `localizedDescription`.
      let plain = type(of: error) is NSError.Type ? error.localizedDescription : "\(error)"
      return toast(text ?? plain, kind: .failure, duration: duration)
    }
  }

  /// Shows a message that does something when it is tapped, and only then.
  ///
  /// `action` names that for people: `Undo`. It is done once the message is gone.
  @discardableResult
  public func toast(
    _ text: String, kind: Toast.Kind = .success, duration: Toast.Length = .long, action: String,
    onTap: @escaping @MainActor () -> Void
  ) -> Toast.ID? {
    show(text, kind, duration, action: action, onTap)
  }

  func show(
    _ text: String, _ kind: Toast.Kind, _ duration: Toast.Length, action: String?,
    _ onTap: @escaping @MainActor () -> Void
  ) -> Toast.ID? {
    self.action {
      let text = wording(text, kind)
      guard !owned.isEnded.peek(), !text.isEmpty, _node_toasts.mayBeWritten() else { return nil }
      let toast = Toast(id: makeID(), text: text, kind: kind, duration: duration, action: action)
      toastActions[toast.id] = onTap
      _node_toasts.append(toast)
      let timer = duration.time.map { time in
        Signal<Never>.empty.delay(for: time, clock: environment[ClockKey.self]).observe { _ in
        } ended: { [weak self] in
          self?.remove(toast: toast.id)
        }
      }
      // The time of a clock that is moved by hand may be up at once.
      if toastActions[toast.id] != nil { toastTimers[toast.id] = timer }
      return toast.id
    }
  }

  func remove(toast id: Toast.ID) {
    guard _node_toasts.mayBeWritten() else { return }
    action {
      // What an action or a clock holds may go with it, and ask here what is left: not while it is taken out.
      letGo(toastTimers.removeValue(forKey: id))
      letGo(toastActions.removeValue(forKey: id))
      _node_toasts.remove { $0.id == id }
    }
  }
}
