import Bindings
import Testing
import ViewModels

@testable import REPLKit

@ViewModel private final class Page: LifecycleViewModel { var number = 7 }
@ViewModel private final class Toolbar: LifecycleViewModel {}

/// One of two sides that know only what passes between them.
@MainActor
private final class Side {
  let told = SignalSource<[String: DynamicValue]>()
  var received: [[String: DynamicValue]] = []
  var hearing: Subscription?

  func hear(_ other: Side) {
    hearing = other.told.signal.observe { [weak self] in self?.received.append($0) }
  }
}

/// A page of books that tells of a tap in three ways.
@MainActor
private final class BookShelf {
  weak var delegate: (any ShelfDelegate)?
  var onTap: (@MainActor (String) -> Void)?
  let taps = SignalSource<String>()
  private let bus: MessageBus

  struct Tap { var title: String }

  init(bus: MessageBus) { self.bus = bus }

  func tap(_ title: String) {
    delegate?.shelf(self, didTap: title)
    onTap?(title)
    taps.send(title)
    bus.send(Tap(title: title))
  }
}

@MainActor
private protocol ShelfDelegate: AnyObject {
  func shelf(_ shelf: BookShelf, didTap title: String)
}

@MainActor
private final class Counter: ShelfDelegate {
  var titles: [String] = []
  var hearing: Subscription?

  func shelf(_ shelf: BookShelf, didTap title: String) { titles.append(title) }
}

/// A page that hands what it has loaded to its view, and handlers to whoever asks.
@ViewModel private final class Library: LifecycleViewModel {
  private(set) var books: [String] = []
  @Ignored var asked: [String] = []

  override func startLoading() {
    books = ["Dune"]
    finishLoading()
  }

  func handler(for name: String) -> @MainActor (String) -> Void {
    { [weak self] in self?.asked.append("\(name) \($0)") }
  }
}

/// A state with something to say, as one value.
private enum Shown: Codable, Equatable {
  case normal
  case noData(message: String)
  case networkLatency(message: String)
}

@ViewModel private final class Orders { var shown = Shown.normal }

/// Ways to follow a view-model and to talk to it, all of them nodes and signals.
@MainActor
@Suite(.ownGraph) struct WaysOfTalkingTests {
  // V11: an observer of the steps of a life, and of updates while it is loaded.
  @Test func whoFollowsALifeObservesItsNodes() {
    let page = Page()
    var steps: [String] = []
    var updates: [Int] = []
    let life = page.$state.observe { steps.append($0.rawValue) }
    let numbers = observe { if page.state == .loaded { updates.append(page.number) } }
    page.number = 8
    page.screenDidLoad()
    page.screenWillAppear()
    page.number = 9
    page.screenWillDisappear()
    page.number = 10
    #expect(steps == ["initialized", "setUp", "loading", "loaded", "unloading", "setUp"])
    #expect(updates == [8, 9])
    life.cancel()
    numbers.cancel()
  }

  // V12: a screen knows its model's type, and hears of children of any type.
  @Test func aScreenHearsOfItsModelAndOfChildrenOfOtherTypes() {
    let page = Page()
    page.addChild(Toolbar())
    var steps: [String] = []
    let screen = observe {
      steps = page.children.map { "\(type(of: $0)) \($0.state) of \(page.number)" }
    }
    page.screenDidLoad()
    page.screenWillAppear()
    page.addChild(Page())
    #expect(steps == ["Toolbar loaded of 7", "Page loaded of 7"])
    screen.cancel()
  }

  // S09: users of an old mediator saw that neither end was ever freed.
  @Test func twoSidesTalkThroughSignalsAndNeitherKeepsTheOther() {
    weak var model: Side?
    weak var manager: Side?
    var log: [[String: DynamicValue]] = []
    do {
      let (books, shelf) = (Side(), Side())
      books.hear(shelf)
      shelf.hear(books)
      let watching = Signal.merge([books.told.signal, shelf.told.signal]).observe { log.append($0) }
      shelf.told.send(["title": "Dune"])
      books.told.send(["count": 2])
      #expect(books.received == [["title": "Dune"]] && shelf.received == [["count": 2]])
      watching.cancel()
      (model, manager) = (books, shelf)
    }
    #expect(log == [["title": "Dune"], ["count": 2]])
    #expect(model == nil && manager == nil)
  }

  // S08: by delegate, by closure, by signal and over a bus, with one result; none keeps the other side.
  @Test func everyWayOfTellingHasTheSameResult() {
    let bus = MessageBus()
    let shelf = BookShelf(bus: bus)
    let ways: [@MainActor (Counter) -> Void] = [
      { shelf.delegate = $0 },
      { counter in shelf.onTap = { [weak counter] in counter?.titles.append($0) } },
      { counter in
        counter.hearing = shelf.taps.signal.observe { [weak counter] in counter?.titles.append($0) }
      },
      { counter in
        counter.hearing = bus.messages(BookShelf.Tap.self).observe { [weak counter] in
          counter?.titles.append($0.title)
        }
      },
    ]
    for way in ways {
      (shelf.delegate, shelf.onTap) = (nil, nil)
      weak var released: Counter?
      do {
        let counter = Counter()
        way(counter)
        shelf.tap("Dune")
        shelf.tap("Emma")
        #expect(counter.titles == ["Dune", "Emma"])
        released = counter
      }
      #expect(released == nil)
      shelf.tap("Ulysses")
    }
  }

  // S06: a loaded model handed to a view, and handlers for views and for other view-models.
  @Test func aViewModelHandsOverModelsAndHandlers() {
    let library = Library()
    var shown: [[String]] = []
    let view = library.$books.observe { shown.append($0) }
    library.screenDidLoad()
    library.screenWillAppear()
    #expect(shown == [[], ["Dune"]])
    let (ofView, ofOther) = (library.handler(for: "view"), library.handler(for: "other"))
    ofView("tap")
    ofOther("sort")
    #expect(library.asked == ["view tap", "other sort"])
    view.cancel()
  }

  // L09: content, nothing there or a slow network, as one value that a tool sets.
  @Test func aStateWithAMessageIsOneValue() throws {
    let orders = Orders()
    let shown = try #require(Orders.schema["shown"])
    try shown.set(["noData": ["message": "No orders yet"]], in: orders)
    #expect(orders.shown == .noData(message: "No orders yet"))
    orders.shown = .normal
    #expect(try shown.value(in: orders) == ["normal": [:]])
  }
}
