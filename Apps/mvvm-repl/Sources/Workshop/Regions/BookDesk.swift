import Bindings
import REPLKit
import ViewModels

/// A desk of books that shows five ways to report a tap; the result is the same.
///
/// ```
/// let desk = BookDesk()
/// desk.way = .region
/// desk.tap("Dune")
/// desk.opened
/// :screen desk
/// ```
@MainActor
@ViewModel
final class BookDesk: LifecycleViewModel {
  /// A way in which a view tells a view-model what a person did.
  enum Way: String, Codable, Sendable, CaseIterable {
    /// The view calls its delegate.
    case delegate
    /// The view calls a closure.
    case closure
    /// The view sends a signal, as a mediator would take it.
    case signal
    /// The view sends a message over the program's bus.
    case bus
    /// The view sends an event to its region, which interprets it.
    case region
  }

  /// The way in which the shelf reports a tap.
  var way: Way = .delegate
  /// The books that were opened, the last one at the end.
  private(set) var opened: [String] = []
  @Ignored let regions = ScreenRegions<ScreenPicture>()
  @Ignored private let shelf = BookShelf()

  init(_ language: PageLanguage = .english) {
    super.init()
    title = language.text("Desk", "书桌")
    regions["shelf"] = ShelfRegion(language)
    regions["sum"] = SumRegion(language)
    shelf.delegate = self
    shelf.onTap = { [weak self] in self?.open($0) }
    shelf.onRegionEvent = regions.handler(of: "shelf")
    keep(shelf.taps.signal.observe { [weak self] in self?.open($0) })
    keep(shelf.bus.messages(BookShelf.Tap.self).observe { [weak self] in self?.open($0.title) })
    keep(
      regions.events.observe { [weak self] event in
        if event.name == "open", case .string(let title)? = event.info["title"] {
          self?.open(title)
        }
      })
  }

  /// Taps a book, as a person does on the shelf.
  @Command func tap(_ title: String) { shelf.tap(title, tellingBy: untracked { way }) }

  private func open(_ title: String) { opened.append(title) }
}

extension BookDesk: BookShelfDelegate {
  func shelf(_ shelf: BookShelf, didTap title: String) { open(title) }
}

/// Receives the taps on a shelf.
@MainActor
protocol BookShelfDelegate: AnyObject {
  /// Called when a book was tapped.
  func shelf(_ shelf: BookShelf, didTap title: String)
}

/// A shelf of books as a view: it knows no view-model.
@MainActor
final class BookShelf {
  /// A tap on a book, as a message on the bus.
  struct Tap { let title: String }

  weak var delegate: (any BookShelfDelegate)?
  var onTap: (@MainActor (String) -> Void)?
  var onRegionEvent: (@MainActor (RegionEvent) -> Void)?
  let taps = SignalSource<String>()
  let bus = MessageBus()

  func tap(_ title: String, tellingBy way: BookDesk.Way) {
    switch way {
    case .delegate: delegate?.shelf(self, didTap: title)
    case .closure: onTap?(title)
    case .signal: taps.send(title)
    case .bus: bus.send(Tap(title: title))
    case .region: onRegionEvent?(RegionEvent("tap", ["title": .string(title)]))
    }
  }
}
