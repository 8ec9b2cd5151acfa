import Bindings
import ViewModels

/// The windows of a screen on its lists: each list keeps its page while the screen shows it.
@MainActor
final class ListWindows {
  private let renderers: CellRenderers<TextRow>
  private let isLive: Bool
  private var windows: [ObjectIdentifier: ListWindow] = [:]
  private var used: Set<ObjectIdentifier> = []

  /// Creates none yet; `isLive` says whether somebody looks at the screen.
  init(renderers: CellRenderers<TextRow>, isLive: Bool) {
    (self.renderers, self.isLive) = (renderers, isLive)
  }

  func window(of list: ListViewModel) -> ListWindow {
    let id = ObjectIdentifier(list)
    used.insert(id)
    if let window = windows[id] { return window }
    let window = untracked { ListWindow(list, renderers: renderers, isLive: isLive) }
    windows[id] = window
    return window
  }

  /// Makes a picture, and drops the windows on lists that are not in it.
  func making(_ make: () -> ScreenPicture) -> ScreenPicture {
    used = []
    let picture = make()
    for (id, window) in windows where !used.contains(id) {
      windows[id] = nil
      untracked { window.close() }
    }
    return picture
  }

  /// Ends all windows.
  func close() {
    for window in windows.values { window.close() }
    windows = [:]
  }

  /// The nodes by which the windows follow their lists.
  var nodes: [Node] { windows.values.flatMap { $0.nodes } }
}
