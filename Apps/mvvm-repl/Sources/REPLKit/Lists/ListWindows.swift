import Bindings
import ViewModels

/// The windows of a screen on its lists, each of which keeps its page while the screen shows the list.
@MainActor
final class ListWindows {
  private let renderers: CellRenderers<TextRow>
  /// The windows that all live screens share; `nil` for a screen that nobody looks at.
  private let shared: SharedListWindows?
  private var windows: [ObjectIdentifier: ListWindow] = [:]
  private var used: Set<ObjectIdentifier> = []

  init(renderers: CellRenderers<TextRow>, sharing shared: SharedListWindows? = nil) {
    (self.renderers, self.shared) = (renderers, shared)
  }

  var isEmpty: Bool { windows.isEmpty }

  func window(of list: ListViewModel) -> ListWindow {
    let id = ObjectIdentifier(list)
    used.insert(id)
    if let window = windows[id] { return window }
    let make = { @MainActor [renderers, isLive = shared != nil] in
      untracked { ListWindow(list, renderers: renderers, isLive: isLive) }
    }
    let window = shared?.take(id, make) ?? make()
    windows[id] = window
    return window
  }

  /// Makes a picture, and closes the windows on lists that are not in the picture.
  func making(_ make: () -> ScreenPicture) -> ScreenPicture {
    used = []
    let picture = make()
    for (id, window) in windows where !used.contains(id) {
      windows[id] = nil
      untracked { end(window, id) }
    }
    return picture
  }

  func close() {
    for (id, window) in windows { end(window, id) }
    windows = [:]
  }

  private func end(_ window: ListWindow, _ id: ObjectIdentifier) {
    if let shared { shared.giveBack(id) } else { window.close() }
  }

  var nodes: [Node] { windows.values.flatMap { $0.nodes } }
}

/// The list windows that several screens share, so that each list is told only once what is visible.
@MainActor
final class SharedListWindows {
  private var windows: [ObjectIdentifier: (window: ListWindow, users: Int)] = [:]

  /// Returns the window on a list and counts one more user of it.
  func take(_ id: ObjectIdentifier, _ make: () -> ListWindow) -> ListWindow {
    let window = windows[id]?.window ?? make()
    windows[id] = (window, (windows[id]?.users ?? 0) + 1)
    return window
  }

  /// Releases one use of a window, and closes the window after its last use.
  func giveBack(_ id: ObjectIdentifier) {
    guard let (window, users) = windows[id] else { return }
    windows[id] = users > 1 ? (window, users - 1) : nil
    if users == 1 { window.close() }
  }
}
