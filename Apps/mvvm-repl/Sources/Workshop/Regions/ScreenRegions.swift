import Bindings

/// The regions of a screen, by name: it puts them in place, brings events to them, and tells what they mean.
///
/// ```swift
/// let regions = ScreenRegions<ViewBox>()
/// regions["search"] = SearchRegion()
/// regions["results"] = ResultsRegion()
/// regions.attach(to: &screen)
/// page.keep(regions.events.observe { page.handle($0) })
/// ```
/// It keeps the regions, and they keep neither it nor each other. What a region reads when it is called is not
/// tracked. The main actor guards it.
@MainActor
final class ScreenRegions<View> {
  private var regions: [(name: String, region: any ScreenRegion<View>)] = []
  private let source = SignalSource<RegionEvent>(label: "regions")

  /// Makes a screen without regions.
  init() {}

  /// The region of a name; setting it replaces the one that had the name, or adds it after the others.
  subscript(name: String) -> (any ScreenRegion<View>)? {
    get { regions.first { $0.name == name }?.region }
    set {
      let index = regions.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let region?):
        // One that goes may still bring an event: not while it is replaced.
        withExtendedLifetime(regions[index]) { regions[index].region = region }
      case (let index?, nil): regions.remove(at: index)
      case (nil, let region?): regions.append((name, region))
      case (nil, nil): break
      }
    }
  }

  /// The names of the regions, in the order in which they came.
  var names: [String] { regions.map(\.name) }

  /// Puts the regions' views into the one around them, in their order, and lets each meet the others.
  ///
  /// - Complexity: O(*n*²) in the regions, for each is given the views of all others.
  func attach(to parent: inout View) {
    let regions = regions
    untracked {
      for (_, region) in regions { region.attach(to: &parent) }
      for (name, region) in regions {
        region.meet(
          regions.reduce(into: [:]) { views, other in
            if other.name != name, let view = other.region.view { views[other.name] = view }
          })
      }
    }
  }

  /// The events as the regions pass them on: what a view-model observes.
  var events: Signal<RegionEvent> { source.signal }

  /// Brings an event to a region, which decides what is passed on; without effect where no region has the name.
  func send(_ event: RegionEvent, to name: String) {
    if let told = untracked({ self[name]?.handle(event) }) { source.send(told) }
  }

  /// A closure that brings events to a region, for a view, a view-model or another region.
  ///
  /// It does not keep the screen, and does nothing once that is gone.
  func handler(of name: String) -> @MainActor (RegionEvent) -> Void {
    { [weak self] in self?.send($0, to: name) }
  }

  /// Gives models to all regions, by the models' names.
  func show(_ models: [String: any Sendable]) {
    untracked { for (_, region) in regions { region.show(models) } }
  }

  /// Has a region laid out; when that is done, the others follow.
  func layOut(_ name: String) {
    guard let region = self[name] else { return }
    untracked {
      region.layOut {
        for other in regions where other.name != name { other.region.layoutDidChange(of: name) }
      }
    }
  }
}
