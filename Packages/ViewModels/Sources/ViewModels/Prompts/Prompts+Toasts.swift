import Bindings
import Foundation

extension Prompts {
  /// Shows what an error says: its `errorDescription` if it is a `LocalizedError`, else as text.
  ///
  /// - Returns: What to tap or dismiss it by; `nil` when nothing is shown.
  @discardableResult
  public func toast(failure error: any Error, duration: Toast.Length = .long) -> Toast.ID? {
    let text = (error as? any LocalizedError)?.errorDescription
    // Other errors have only a description for programmers under `localizedDescription`.
    let plain = type(of: error) is NSError.Type ? error.localizedDescription : "\(error)"
    return toast(text ?? plain, kind: .failure, duration: duration)
  }

  /// Shows a message that does something when it is tapped, and only then.
  ///
  /// - Parameters:
  ///   - text: The message.
  ///   - kind: What it tells of.
  ///   - duration: When it goes.
  ///   - action: What tapping it does, for people: `Undo`.
  ///   - onTap: Does it, once the message is gone.
  /// - Returns: What to tap or dismiss it by; `nil` when nothing is shown.
  /// - Complexity: O(*n*) in the toasts that are shown, as every change of them.
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
    let text = wording(text, kind)
    guard !owned.isEnded.peek(), !text.isEmpty else { return nil }
    let toast = Toast(id: makeID(), text: text, kind: kind, duration: duration, action: action)
    self.action {
      toastActions[toast.id] = onTap
      toasts.append(toast)
      toastTimers[toast.id] = duration.time.map { time in
        Signal<Never>.empty.delay(for: time, clock: environment[ClockKey.self]).observe { _ in
        } ended: { [weak self] in
          self?.remove(toast: toast.id)
        }
      }
    }
    return toast.id
  }

  func remove(toast id: Toast.ID) {
    action {
      toastTimers[id] = nil
      toastActions[id] = nil
      toasts.removeAll { $0.id == id }
    }
  }

  /// The id of the toast that is meant, which is there.
  func shown(_ id: Toast.ID?) throws(PromptError) -> Toast.ID {
    let ids = $toasts.peek().map(\.id)
    guard let id = id ?? ids.last, ids.contains(id) else {
      throw .gone("toast", id, open: ids)
    }
    return id
  }
}
