import Bindings

/// The regions of a screen, by name: this type places their views, sends events to them, and reports the results.
///
/// ```swift
/// let regions = ScreenRegions<ViewBox>()
/// regions["search"] = SearchRegion()
/// regions["results"] = ResultsRegion()
/// regions.attach(to: &screen)
/// page.keep(regions.events.observe { page.handle($0) })
/// ```
/// The object retains the regions; they retain neither it nor each other. The reads of a region during a call are not
/// tracked. The class is isolated to the main actor.
@MainActor
final class ScreenRegions<View> {
  private var regions: [(name: String, region: any ScreenRegion<View>)] = []
  private let source = SignalSource<RegionEvent>(label: "regions")

  /// Makes a screen without regions.
  init() {}

  /// The region of a name; setting it replaces the previous one, or adds the region after the others.
  subscript(name: String) -> (any ScreenRegion<View>)? {
    get { regions.first { $0.name == name }?.region }
    set {
      let index = regions.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let region?):
        // The replaced region may still send an event when it ends, but not during the replacement.
        withExtendedLifetime(regions[index]) { regions[index].region = region }
      case (let index?, nil): regions.remove(at: index)
      case (nil, let region?): regions.append((name, region))
      case (nil, nil): break
      }
    }
  }

  /// The names of the regions, in the order in which they came.
  var names: [String] { regions.map(\.name) }

  /// Puts the regions' views into the surrounding view, in their order, and gives each region the views of the others.
  ///
  /// - Complexity: O(*n*²) in the number of regions, because each gets the views of all others.
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

  /// The events that the regions pass on, which a view-model observes.
  var events: Signal<RegionEvent> { source.signal }

  /// Sends an event to a region, which decides what to pass on; does nothing if no region has the name.
  func send(_ event: RegionEvent, to name: String) {
    if let told = untracked({ self[name]?.handle(event) }) { source.send(told) }
  }

  /// Returns a closure that sends events to a region, for a view, a view-model or another region.
  ///
  /// The closure does not retain the screen, and does nothing once the screen is released.
  func handler(of name: String) -> @MainActor (RegionEvent) -> Void {
    { [weak self] in self?.send($0, to: name) }
  }

  /// Passes models to all regions, by the models' names.
  func show(_ models: [String: any Sendable]) {
    untracked { for (_, region) in regions { region.show(models) } }
  }

  /// Lays out a region; afterwards the others react.
  func layOut(_ name: String) {
    guard let region = self[name] else { return }
    untracked {
      region.layOut {
        for other in regions where other.name != name { other.region.layoutDidChange(of: name) }
      }
    }
  }
}
