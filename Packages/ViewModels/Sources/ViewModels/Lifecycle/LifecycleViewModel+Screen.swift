import Bindings

// An observer of an event may revert it; then the remaining steps are skipped, because the last request wins.

extension LifecycleViewModel {
  /// Reports that the screen has loaded its view: sets up, and reports the event to the children.
  public func screenDidLoad() {
    guard !owned.isEnded.peek() else { return }
    untracked {
      isScreenLoaded = true
      setUp()
      forEachChild { if isScreenLoaded { $0.screenDidLoad() } }
    }
  }

  /// Reports that the screen is about to appear: becomes active and requests to load.
  public func screenWillAppear() {
    guard !owned.isEnded.peek() else { return }
    untracked {
      setActive(true)
      if isActive { load() }
    }
  }

  /// Reports that the screen was laid out; a view calls it after each layout, also for the parts of the screen.
  ///
  /// This happens often; for one-time work, observe only the first event.
  public func screenDidRender() { untracked { if !machine.isEnded { renderCount += 1 } } }

  /// Reports that the screen is about to disappear: becomes inactive and requests to unload.
  public func screenWillDisappear() {
    untracked {
      setActive(false)
      if !isActive { unload() }
    }
  }

  /// Reports that the screen has unloaded its view.
  public func screenDidUnload() {
    untracked {
      isScreenLoaded = false
      forEachChild { if !isScreenLoaded { $0.screenDidUnload() } }
    }
  }

  /// Makes the view-model, unless it has ended, and its children active or inactive.
  func setActive(_ isActive: Bool) {
    if isActive, owned.isEnded.peek() { return }
    batch {
      self.isActive = isActive
      forEachChild { if !isActive || sees($0) { $0.setActive(isActive) } }
    }
  }
}
