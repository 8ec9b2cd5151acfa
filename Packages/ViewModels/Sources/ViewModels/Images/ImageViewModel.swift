public import Bindings
public import Foundation

/// An image for display: its address and the state of its loading.
///
/// ```swift
/// let avatar = ImageViewModel("https://img.example/ada.png", loader: images)
/// let token = avatar.$state.observe { print($0) }
/// await avatar.load()
/// ```
/// A blank address stands for no image, without any request. The release of the view-model cancels the load.
@MainActor
@ViewModel
public final class ImageViewModel {
  /// The state of loading an image.
  public enum State: String, Codable, Sendable, CaseIterable {
    /// There is no image, and none is being loaded.
    case idle
    /// The image is being loaded, is loaded, or could not be loaded.
    case loading, loaded, failed
  }

  /// The address of the image; blank for no image.
  public fileprivate(set) var address: String
  /// The state of loading the image.
  public fileprivate(set) var state: State = .idle
  /// The origin of the image; `nil` while it is not loaded.
  public var origin: LoadedImage.Origin? { image?.origin }
  /// The number of bytes of the image; `nil` while it is not loaded.
  public var byteCount: Int? { image?.bytes.count }
  /// The reason why loading failed; `nil` unless it failed.
  public fileprivate(set) var problem: String?
  /// Whether loading failed, so that it can be retried.
  public var hasFailed: Bool { state == .failed }

  /// Whether loading failed, or is being retried: a second retry waits for the first.
  private var canRetry: Bool { retryCommand.isExecuting || hasFailed }

  /// The reason to load the image, which also applies after a change of the address.
  private enum Wish {
    /// There is no reason.
    case none
    /// Only callers of ``load()`` wait for the image.
    case awaited
    /// A view shows the image, or it was loaded before.
    case kept
  }

  fileprivate var image: LoadedImage?
  @Ignored private var task: Task<Void, Never>?
  /// The number of the current load; results of earlier loads are ignored.
  @Ignored private var attempt = 0
  @Ignored private var wish = Wish.none
  /// The number of calls of ``load()`` that have not returned yet.
  @Ignored private var callers = 0
  private let waiters = Waiters()
  private let loader: ImageLoader

  /// Makes an image that is not loaded yet.
  public init(_ address: String = "", loader: ImageLoader) {
    self.address = address
    self.loader = loader
  }

  deinit { task?.cancel() }

  /// Loads the image unless it is loaded, and returns when it is loaded, has failed or is no longer wanted.
  ///
  /// Cancelling the calling task cancels the load, too, unless another caller waits for the image or a view shows it.
  @Command(policy: .join) public func load() async {
    guard !Task.isCancelled, _node_state.mayBeWritten() else { return }
    if wish == .none { wish = .awaited }
    // First, for whoever hears that it is loading may give up an image that nobody waits for.
    callers += 1
    start()
    // Not tracked: an observer may call this method in an immediate task.
    while _node_state.peek() == .loading, await waiters.wait() {}
    callers -= 1
    guard wish == .awaited else { return }
    switch _node_state.peek() {
    case .loaded: wish = .kept
    case .loading where callers == 0: cancel()
    case .idle where callers == 0, .failed where callers == 0: wish = .none
    case .idle, .failed, .loading: break
    }
  }

  /// Loads the image again after a failure.
  @Command(enabled: \.canRetry, policy: .join) public func retry() async { await load() }

  /// Cancels the load of the image.
  @Command public func cancel() {
    action {
      guard _node_state.mayBeWritten() else { return }
      // A loaded image stays wanted, also after a change of the address.
      if state != .loaded { wish = .none }
      if state == .loading { take(nil, .idle) }
      wakeUnlessLoading()
    }
  }

  /// Shows the image of another address; loads it if the current one was loaded or callers wait for it.
  @Command public func show(_ address: String) {
    action {
      guard address != self.address, _node_state.mayBeWritten() else { return }
      self.address = address
      take(nil, .idle)
      if wish != .none { start() }
      wakeUnlessLoading()
    }
  }

  /// Starts the load, unless the image is loaded or being loaded; called by the view that shows it.
  public func begin() {
    action {
      guard _node_state.mayBeWritten() else { return }
      wish = .kept
      start()
    }
  }

  /// Cancels the load unless callers wait for it; called by the list when the row is no longer displayed.
  func endDisplay() {
    action {
      guard _node_state.mayBeWritten() else { return }
      if callers > 0 { wish = .awaited } else { cancel() }
    }
  }

  private func start() {
    action {
      guard state != .loading, state != .loaded, address.contains(where: { !$0.isWhitespace })
      else { return }
      take(nil, .loading)
      let (address, attempt) = (address, attempt)
      task = Task { [weak self, loader] in
        do {
          let image = try await loader.image(at: address)
          self?.end(attempt, image, .loaded)
        } catch is CancellationError {
          self?.end(attempt, nil, .idle)
        } catch {
          self?.end(attempt, nil, .failed, "\(error)")
        }
      }
    }
  }

  private func end(_ attempt: Int, _ image: LoadedImage?, _ state: State, _ problem: String? = nil)
  {
    guard attempt == self.attempt else { return }
    action {
      take(image, state, problem)
      wakeUnlessLoading()
    }
  }

  /// Changes the state and invalidates all earlier loads.
  private func take(_ image: LoadedImage?, _ state: State, _ problem: String? = nil) {
    attempt += 1
    task?.cancel()
    task = nil
    (self.image, self.problem, self.state) = (image, problem, state)
  }

  private func wakeUnlessLoading() { if state != .loading { waiters.goOn() } }
}

extension ImageViewModel {
  /// The encoded image, tracked; `nil` while it is not loaded.
  public var bytes: Data? { image?.bytes }
}
