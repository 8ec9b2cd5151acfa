import Bindings
import BindingsTestSupport

@testable import ViewModels

/// Tells the world of a view-model's hooks, and finishes what the view-model begins at once or later.
@MainActor private final class Hooks {
  var onHook: (@MainActor (LifecycleViewModel, String) -> Void)?
  var isManual = false

  func load(_ one: LifecycleViewModel) {
    onHook?(one, "load")
    if !isManual { one.finishLoading() }
  }

  func unload(_ one: LifecycleViewModel) {
    onHook?(one, "unload")
    if !isManual { one.finishUnloading() }
  }
}

@MainActor private protocol Hooked: LifecycleViewModel { var hooks: Hooks { get } }

@ViewModel
private final class Unit: LifecycleViewModel, Hooked {
  @Ignored let hooks = Hooks()
  override func startSetUp() { hooks.onHook?(self, "setUp") }
  override func startLoading() { hooks.load(self) }
  override func startUnloading() { hooks.unload(self) }
  override func updateOutput() { hooks.onHook?(self, "output") }
}

@ViewModel
private final class Segments: SegmentedViewModel, Hooked {
  @Ignored let hooks = Hooks()
  override func startSetUp() { hooks.onHook?(self, "setUp") }
  override func startLoading() { hooks.load(self) }
  override func startUnloading() { hooks.unload(self) }
  override func updateOutput() { hooks.onHook?(self, "output") }
}

/// A tree of view-models whose hooks and observers act on the tree, and what must hold when all is settled.
@MainActor
final class LifecycleWorld {
  var numbers: SeededNumbers
  private let root: Unit
  var all: [LifecycleViewModel] = []
  var log: [String] = []
  var depth = 0
  var budget = 0
  var tokens: [Subscription] = []
  let reentrant: Bool
  let observers: Bool

  init(_ seed: UInt64, reentrant: Bool, observers: Bool) {
    numbers = SeededNumbers(state: seed)
    self.reentrant = reentrant
    self.observers = observers
    root = Unit()
    root.title = "0"
    all = [root]
    watch(root)
  }

  func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }

  private func watch(_ one: any Hooked) {
    one.hooks.isManual = pick(0...3) == 0
    one.hooks.onHook = { [unowned self] one, what in self.react("\(what) \(name(one))") }
    if observers {
      tokens.append(
        one.$isActive.observe { [unowned self] in self.react("active \(name(one)) \($0)") })
      tokens.append(
        one.$state.observe { [unowned self] in self.react("state \(name(one)) \($0)") })
    }
  }

  private func react(_ what: String) {
    guard budget > 0 else { return }
    log.append(String(repeating: "  ", count: depth) + what)
    guard reentrant, depth < 3, depth > 0, pick(0...5) == 0 else { return }
    budget -= 1
    act()
  }

  private func make() -> any Hooked {
    let one: any Hooked = pick(0...2) == 0 ? Segments() : Unit()
    one.title = "\(all.count)"
    all.append(one)
    watch(one)
    return one
  }

  /// One random act.
  func act() {
    depth += 1
    defer { depth -= 1 }
    let living = all.filter { !$0.isEnded }
    func say(_ text: String) { log.append(String(repeating: "  ", count: depth - 1) + "> " + text) }
    switch pick(0...13) {
    case 0, 1:
      guard living.count < 9 else { return }
      let parent = living[pick(0...(living.count - 1))]
      let one = make()
      guard !one.isEnded, !parent.isInside(one), one.parent == nil, !parent.isEnded else {
        return one.parent == nil ? one.end() : ()
      }
      say("add new \(name(one)) to \(name(parent))")
      parent.addChild(one)
    case 2, 3, 4:
      let one = living[pick(0...(living.count - 1))]
      let parent = living[pick(0...(living.count - 1))]
      guard one !== root, !parent.isInside(one), !one.isEnded else { return }
      say("move \(name(one)) to \(name(parent))")
      parent.addChild(one)
    case 5:
      let one = living[pick(0...(living.count - 1))]
      guard one !== root else { return }
      say("remove \(name(one))")
      one.removeFromParent()
    case 6, 7:
      let segments = living.compactMap { $0 as? Segments }.filter { !$0.children.isEmpty }
      guard !segments.isEmpty else { return }
      let one = segments[pick(0...(segments.count - 1))]
      let index = pick(0...(one.children.count - 1))
      say("select \(index) of \(name(one))")
      try? one.select(index)
    case 8:
      say("screenDidLoad")
      root.screenDidLoad()
    case 9, 10:
      say("appear")
      root.screenWillAppear()
    case 11:
      say("disappear")
      root.screenWillDisappear()
    case 12:
      say("screenDidUnload")
      root.screenDidUnload()
    default:
      let one = living[pick(0...(living.count - 1))]
      say("finish \(name(one))")
      if one.state == .loading { one.finishLoading() }
      if one.state == .unloading { one.finishUnloading() }
    }
  }

  /// Ends the wishes that act, and finishes all that has begun.
  func settle() {
    budget = 0
    for _ in 0..<50 {
      var changed = false
      for one in all where !one.isEnded {
        if one.state == .loading { one.finishLoading(); changed = true }
        if one.state == .unloading { one.finishUnloading(); changed = true }
      }
      if !changed { return }
    }
    log.append("does not settle")
  }

  /// What does not hold.
  func problem() -> String? {
    for one in all {
      if one.isEnded {
        if one.parent != nil { return "\(name(one)) has ended and has a parent" }
        if one.isActive { return "\(name(one)) has ended and is active" }
        if one.isScreenLoaded { return "\(name(one)) has ended and has a screen" }
        if one.state == .loaded || one.state == .loading { return "\(name(one)) ended loaded" }
        if !one.children.isEmpty { return "\(name(one)) ended with children" }
        continue
      }
      if one !== root {
        guard let parent = one.parent else { return "\(name(one)) is an orphan" }
        if !parent.children.contains(where: { $0 === one }) {
          return "\(name(one)) not in children"
        }
        if parent.isEnded { return "\(name(one)) lives in ended \(name(parent))" }
      }
      var seen: Set<ObjectIdentifier> = []
      for child in one.children {
        if !seen.insert(ObjectIdentifier(child)).inserted { return "\(name(child)) twice" }
        if child.parent !== one { return "\(name(child)) in children of \(name(one)) not parent" }
        let isSeen = (one as? Segments).map { $0.selectedChild === child } ?? true
        if child.isScreenLoaded != one.isScreenLoaded { return "screen of \(name(child))" }
        if child.isActive != (one.isActive && isSeen) {
          return "activity of \(name(child)) in \(name(one))"
        }
        switch one.state {
        case .loaded:
          if child.state != (isSeen ? .loaded : .setUp) {
            return "state of \(name(child)): \(child.state) in loaded \(name(one))"
          }
        case .setUp:
          if child.state != .setUp {
            return "state of \(name(child)): \(child.state) in set up \(name(one))"
          }
        default:
          if child.state == .loaded {
            return "loaded \(name(child)) in \(one.state) \(name(one))"
          }
        }
      }
      if let segments = one as? Segments,
        segments.children.isEmpty != (segments.selectedIndex == nil)
      {
        return "selection of \(name(one))"
      }
      if let segments = one as? Segments, let index = segments.selectedIndex,
        !segments.children.indices.contains(index)
      {
        return "selection of \(name(one)) out of range"
      }
    }
    return nil
  }
}

@MainActor
private func name(_ one: LifecycleViewModel) -> String { one.title ?? "" }
