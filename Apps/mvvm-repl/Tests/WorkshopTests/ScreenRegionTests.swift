import Bindings
import REPLKit
import Testing
import ViewModels

@testable import Workshop

/// A view that is a value: its text, and the views within.
private struct Box: Equatable {
  var text: String
  var parts: [Box] = []
}

/// A region that notes what happens to it.
@MainActor
private final class Noting: ScreenRegion {
  var view: Box?
  var log: [String] = []
  private let name: String

  init(_ name: String) {
    self.name = name
    view = Box(text: name)
  }

  func attach(to parent: inout Box) {
    log.append("attach to \(parent.text)")
    if let view { parent.parts.append(view) }
  }

  func meet(_ others: [String: Box]) { log.append("meet \(others.keys.sorted())") }

  func handle(_ event: RegionEvent) -> RegionEvent? {
    log.append("handle \(event.name)")
    return event.name == "scrolled" ? nil : RegionEvent("\(name).\(event.name)", event.info)
  }

  func show(_ models: [String: any Sendable]) {
    if let title = models["title"] as? String { view?.text = title }
  }

  func layOut(_ done: () -> Void) {
    log.append("lay out")
    done()
  }

  func layoutDidChange(of name: String) { log.append("\(name) was laid out") }
}

/// A region with nothing but its defaults.
@MainActor
private final class Plain: ScreenRegion {
  typealias View = Box
}

/// Regions of a screen that stand between views and view-models.
@MainActor
@Suite(.ownGraph) struct ScreenRegionTests {
  private let regions = ScreenRegions<Box>()
  private let bar = Noting("bar")
  private let list = Noting("list")

  init() {
    regions["bar"] = bar
    regions["list"] = list
  }

  // S05: the hooks of what stands between a view and a view-model, all of them optional.
  @Test func everyHookIsCalledInItsTurn() {
    var told: [RegionEvent] = []
    let token = regions.events.observe { told.append($0) }
    var screen = Box(text: "screen")
    regions["plain"] = Plain()
    regions.attach(to: &screen)
    #expect(screen.parts.map(\.text) == ["bar", "list"])
    regions.send(RegionEvent("tapped", ["row": 3]), to: "list")
    regions.send(RegionEvent("scrolled"), to: "list")
    regions.send(RegionEvent("shaken"), to: "plain")
    regions.send(RegionEvent("tapped"), to: "nowhere")
    regions.layOut("bar")
    regions.layOut("nowhere")
    regions.show(["title": "Ferries"])
    #expect(told == [RegionEvent("list.tapped", ["row": 3]), RegionEvent("shaken")])
    #expect(bar.log == ["attach to screen", #"meet ["list"]"#, "lay out"])
    #expect(
      list.log == [
        "attach to screen", #"meet ["bar"]"#, "handle tapped", "handle scrolled",
        "bar was laid out",
      ])
    #expect(bar.view?.text == "Ferries" && regions["plain"]?.view == nil)
    token.cancel()
  }

  // S05: the same view with another region when the logic changes, and the same region with another view.
  @Test func aRegionIsReplacedWithoutItsViewAndAViewWithoutItsRegion() {
    var told: [String] = []
    let token = regions.events.observe { told.append($0.name) }
    let tap = regions.handler(of: "bar")
    tap(RegionEvent("tapped"))
    let other = Noting("other")
    other.view = bar.view
    regions["bar"] = other
    tap(RegionEvent("tapped"))
    list.view = Box(text: "grid")
    regions.send(RegionEvent("tapped"), to: "list")
    #expect(told == ["bar.tapped", "other.tapped", "list.tapped"])
    #expect(regions.names == ["bar", "list"])
    regions["bar"] = nil
    tap(RegionEvent("tapped"))
    #expect(told.count == 3 && regions.names == ["list"])
    token.cancel()
  }

  // S05: views, view-models and their manager kept each other for ever.
  @Test func aRegionThatIsReplacedMayBringALastEvent() {
    var told: [String] = []
    let token = regions.events.observe { told.append($0.name) }
    for next in [Plain(), nil] {
      regions["last"] = Parting(regions.handler(of: "bar"))
      regions["last"] = next
    }
    #expect(told == ["bar.gone", "bar.gone"])
    token.cancel()
  }

  @Test func aScreenThatGoesTakesItsRegionsAlong() {
    weak var released: Noting?
    let tap: @MainActor (RegionEvent) -> Void
    do {
      let (screen, region) = (ScreenRegions<Box>(), Noting("bar"))
      released = region
      screen["bar"] = region
      tap = screen.handler(of: "bar")
    }
    #expect(released == nil)
    tap(RegionEvent("tapped"))
  }

  @Test func anObserverDoesNotDependOnWhatRegionsRead() {
    let (one, other) = (Reading(), Reading())
    regions["one"] = one
    regions["other"] = other
    let title = Property("a")
    var runs = 0
    let token = observe {
      runs += 1
      var screen = Box(text: "screen")
      regions.attach(to: &screen)
      regions.show(["title": title.value])
      regions.send(RegionEvent("typed"), to: "one")
      regions.layOut("one")
    }
    for region in [one, other] { region.size.value += 1 }
    #expect(runs == 1)
    title.value = "b"
    #expect(runs == 2)
    token.cancel()
  }

  @Test func aRegionMayTakeItselfOutWhileItIsLaidOut() {
    let leaving = Leaving(regions)
    regions["leaving"] = leaving
    regions.layOut("leaving")
    #expect(regions.names == ["bar", "list"] && list.log == ["leaving was laid out"])
  }
}

/// Reads a value in whatever it is asked to do.
@MainActor
private final class Reading: ScreenRegion {
  let size = Property(1)
  var view: Box? { Box(text: "\(size.value)") }

  func attach(to parent: inout Box) { _ = size.value }
  func meet(_ others: [String: Box]) { _ = size.value }
  func handle(_ event: RegionEvent) -> RegionEvent? { size.value > 0 ? event : nil }
  func show(_ models: [String: any Sendable]) { _ = size.value }
  func layoutDidChange(of name: String) { _ = size.value }
  func layOut(_ done: () -> Void) {
    _ = size.value
    done()
  }
}

@MainActor
private final class Leaving: ScreenRegion {
  typealias View = Box
  private weak var screen: ScreenRegions<Box>?

  init(_ screen: ScreenRegions<Box>) { self.screen = screen }

  func layOut(_ done: () -> Void) {
    screen?["leaving"] = nil
    done()
  }
}

/// Tells another region when it goes.
@MainActor
private final class Parting: ScreenRegion {
  typealias View = Box
  private let tell: @MainActor (RegionEvent) -> Void

  init(_ tell: @escaping @MainActor (RegionEvent) -> Void) { self.tell = tell }

  isolated deinit { tell(RegionEvent("gone")) }
}
