import Bindings
import Networking
import ViewModels

/// A service that knows whether there is a network.
protocol NetworkAware: Sendable {
  /// The state of the network; `nil` for a service that needs none.
  var reachability: (any Reachability)? { get }
}

extension NetworkAware {
  /// No reachability, for a service that needs no network.
  var reachability: (any Reachability)? { nil }

  /// Whether requests may get through, as far as is known.
  var isReachable: Bool { reachability?.status.isReachable ?? true }
}

/// A service of the workshop's API.
protocol RemoteService: NetworkAware {
  var api: WorkshopAPI { get }
}

extension RemoteService {
  var reachability: (any Reachability)? { api.reachability }
}

extension LifecycleViewModel {
  /// Loads the view-model with `work`, and finishes the loading afterwards.
  func loads(by work: @escaping @MainActor () async -> Void) {
    task {
      await work()
      self.finishLoading()
    }
  }

  /// Loads again with `work` when the network is back, if loading failed in a way that is worth another try.
  ///
  /// `work` must not retain the view-model.
  func retries(
    _ page: PageState, with service: some NetworkAware,
    by work: @escaping @MainActor () async -> Void
  ) {
    follow(service) { [weak self, weak page] isReachable in
      guard isReachable, let self, let page, page.needsRetry else { return }
      task(work)
    }
  }

  /// Reports to `body` whether the service has a network, now and at each change, until the view-model ends.
  ///
  /// Visible images that failed are loaded again when the network is back. `body` must not retain the view-model.
  func follow(
    _ service: some NetworkAware, _ body: @escaping @MainActor (_ isReachable: Bool) -> Void
  ) {
    guard let updates = service.reachability?.updates() else { return }
    let pictures = (self as? ListViewModel).map(PicturesInSight.init)
    // No statement is the cause of a network change, not even the one that made the view-model.
    _ = Trace.withCause(nil) {
      task {
        for await status in updates {
          // A cancelled stream still delivers its buffered values.
          guard !Task.isCancelled else { return }
          body(status.isReachable)
          if status.isReachable { pictures?.loadAgain() }
        }
      }
    }
  }
}

/// The images in the visible rows of a list.
@MainActor
private final class PicturesInSight {
  private var pictures: [ObjectIdentifier: ImageViewModel] = [:]

  init(_ list: ListViewModel) {
    list.keep(
      list.events.observe { [weak self] event in
        guard case .cell(let change, let cell, _) = event,
          let picture = (cell as? any ImageShowing)?.picture
        else { return }
        switch change {
        case .willDisplay: self?.pictures[ObjectIdentifier(cell)] = picture
        case .didEndDisplaying: self?.pictures[ObjectIdentifier(cell)] = nil
        default: break
        }
      })
  }

  /// Loads the images again that have failed.
  func loadAgain() {
    for picture in pictures.values where untracked({ picture.hasFailed }) { picture.begin() }
  }
}
