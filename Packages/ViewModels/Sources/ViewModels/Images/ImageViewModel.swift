public import Bindings
public import Foundation

/// An image that is shown: its address, and how far loading it is.
///
/// ```swift
/// let avatar = ImageViewModel("https://img.example/ada.png", loader: images)
/// let token = avatar.$state.observe { print($0) }
/// await avatar.load()
/// ```
/// A blank address is no image, and asks nobody. What is on the way is cancelled when the view-model goes.
@MainActor
@ViewModel
public final class ImageViewModel {
  /// A step on the way to an image.
  public enum State: String, Codable, Sendable, CaseIterable {
    /// There is no image, and none on the way.
    case idle
    /// The image is on the way, is there, or did not come.
    case loading, loaded, failed
  }

  /// The address of the image; blank for none.
  public fileprivate(set) var address: String
  /// The step on the way to the image.
  public fileprivate(set) var state: State = .idle
  /// The place that the image came from; `nil` while it is not there.
  public fileprivate(set) var origin: LoadedImage.Origin?
  /// The number of bytes of the image; `nil` while it is not there.
  public fileprivate(set) var byteCount: Int?
  /// The reason why the image did not come; `nil` unless it failed.
  public fileprivate(set) var problem: String?
  /// Whether the image did not come, so that it can be tried again.
  public var hasFailed: Bool { state == .failed }

  /// The reason to load the image, and that of another address.
  private enum Wish {
    /// There is none.
    case none
    /// Callers wait for it, and nobody else.
    case awaited
    /// Somebody looks at it, or it was loaded.
    case kept
  }

  @Ignored private var data: Data?
  @Ignored private var task: Task<Void, Never>?
  /// The number of the load that counts.
  @Ignored private var attempt = 0
  @Ignored private var wish = Wish.none
  /// The number of calls of ``load()`` that have yet to return.
  @Ignored private var callers = 0
  private let waiters = Waiters()
  private let loader: ImageLoader

  /// Makes an image that is not loaded yet.
  public init(_ address: String = "", loader: ImageLoader) {
    self.address = address
    self.loader = loader
  }

  deinit { task?.cancel() }

  /// Loads the image unless it is there, and ends when it is, has failed, or is not wanted any more.
  ///
  /// When the waiting task is cancelled the load is too, unless somebody else waits for the image or looks at it.
  @Command(policy: .join) public func load() async {
    if Task.isCancelled { return }
    if wish == .none { wish = .awaited }
    // First, for whoever hears that it is loading may give up an image that nobody waits for.
    callers += 1
    start()
    while state == .loading, await waiters.wait() {}
    callers -= 1
    if state != .loading {
      if wish == .awaited { wish = .kept }
    } else if wish == .awaited, callers == 0 {
      cancel()
    }
  }

  /// Loads again an image that did not come.
  @Command(enabled: \.hasFailed, policy: .join) public func retry() async { await load() }

  /// Gives up an image that is on the way.
  @Command public func cancel() {
    action {
      guard _node_state.mayBeWritten() else { return }
      // An image that is there stays wanted, also at another address.
      if state != .loaded { wish = .none }
      if state == .loading { take(nil, .idle) }
      wakeUnlessLoading()
    }
  }

  /// Shows the image of another address, which is loaded if this one was, or callers wait for it.
  @Command public func show(_ address: String) {
    action {
      guard address != self.address, _node_state.mayBeWritten() else { return }
      self.address = address
      take(nil, .idle)
      if wish != .none { start() }
      wakeUnlessLoading()
    }
  }

  /// Begins to load, unless the image is there or on the way; for the view that shows it.
  public func begin() {
    action {
      guard _node_state.mayBeWritten() else { return }
      wish = .kept
      start()
    }
  }

  /// Gives up an image that is on the way, unless callers wait for it; for the list whose row is not seen any more.
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

  /// Goes on to a state, in which no earlier load counts.
  private func take(_ image: LoadedImage?, _ state: State, _ problem: String? = nil) {
    attempt += 1
    task?.cancel()
    task = nil
    (data, origin, byteCount) = (image?.bytes, image?.origin, image?.bytes.count)
    (self.problem, self.state) = (problem, state)
  }

  private func wakeUnlessLoading() { if state != .loading { waiters.goOn() } }
}

extension ImageViewModel {
  /// The image as it is encoded, tracked; `nil` while it is not there.
  public var bytes: Data? { state == .loaded ? data : nil }
}
