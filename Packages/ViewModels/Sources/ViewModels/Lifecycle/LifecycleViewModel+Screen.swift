import Bindings

// Whoever hears of an event may take it back: then the rest of it is not done, for the last wish counts.

extension LifecycleViewModel {
  /// Tells that there is a screen: sets up, and the children's screens with it.
  public func screenDidLoad() {
    guard !owned.isEnded.peek() else { return }
    untracked {
      isScreenLoaded = true
      setUp()
      forEachChild { if isScreenLoaded { $0.screenDidLoad() } }
    }
  }

  /// Tells that the screen is about to be seen: becomes active and wants to be loaded.
  public func screenWillAppear() {
    guard !owned.isEnded.peek() else { return }
    untracked {
      setActive(true)
      if isActive { load() }
    }
  }

  /// Tells that the screen was laid out.
  ///
  /// It happens often; what must happen once watches for the first time.
  public func screenDidRender() { untracked { if !machine.isEnded { renderCount += 1 } } }

  /// Tells that the screen is about to be covered: becomes inactive and wants to be unloaded.
  public func screenWillDisappear() {
    untracked {
      setActive(false)
      if !isActive { unload() }
    }
  }

  /// Tells that there is no screen any more.
  public func screenDidUnload() {
    untracked {
      isScreenLoaded = false
      forEachChild { if !isScreenLoaded { $0.screenDidUnload() } }
    }
  }

  /// Becomes active, unless it has ended, or inactive, with the children.
  func setActive(_ isActive: Bool) {
    if isActive, owned.isEnded.peek() { return }
    batch {
      self.isActive = isActive
      forEachChild(of: isActive ? seenChildren() : nil) { $0.setActive(isActive) }
    }
  }
}
