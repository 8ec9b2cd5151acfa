public import Bindings
public import Foundation

/// An image that is shown: its address, and how far loading it is.
///
/// ```swift
/// let avatar = ImageViewModel("https://img.example/ada.png", loader: images)
/// let token = avatar.$state.observe { print($0) }
/// await avatar.load()
/// ```
/// A blank address is no image, and asks nobody. What is on the way is cancelled when the view-model goes. The main
/// actor guards it.
@MainActor
@ViewModel
public final class ImageViewModel {
  /// A step on the way to an image.
  public enum State: String, Codable, Sendable, CaseIterable {
    /// There is no image, and none on the way.
    case idle
    /// The image is on the way.
    case loading
    /// The image is there.
    case loaded
    /// The image did not come.
    case failed
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

  @Ignored private var data: Data?
  @Ignored private var task: Task<Void, Never>?
  /// The number of the load that counts.
  @Ignored private var attempt = 0
  /// Whether somebody looks at it, so that another address is loaded, too.
  @Ignored private var isWanted = false
  private let loader: ImageLoader

  /// Makes an image that is not loaded yet.
  ///
  /// - Parameters:
  ///   - address: The address of the image; blank for none.
  ///   - loader: Loads it.
  public init(_ address: String = "", loader: ImageLoader) {
    self.address = address
    self.loader = loader
  }

  deinit { task?.cancel() }

  /// Loads the image unless it is there, and ends when it is, has failed, or is not wanted any more.
  @Command(policy: .join) public func load() async {
    begin()
    guard let task else { return }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Loads again an image that did not come.
  @Command(enabled: \.hasFailed, policy: .join) public func retry() async { await load() }

  /// Gives up an image that is on the way.
  @Command public func cancel() {
    action {
      guard _node_state.mayBeWritten() else { return }
      isWanted = false
      if state == .loading { take(nil, .idle) }
    }
  }

  /// Shows the image of another address, which is loaded if this one was.
  @Command public func show(_ address: String) {
    action {
      guard address != self.address, _node_state.mayBeWritten() else { return }
      self.address = address
      take(nil, .idle)
      if isWanted { begin() }
    }
  }

  /// Begins to load, unless the image is there or on the way; for the view that shows it.
  public func begin() {
    action {
      guard _node_state.mayBeWritten() else { return }
      isWanted = true
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
    action { take(image, state, problem) }
  }

  /// Goes on to a state, in which no earlier load counts.
  private func take(_ image: LoadedImage?, _ state: State, _ problem: String? = nil) {
    attempt += 1
    task?.cancel()
    task = nil
    (data, origin, byteCount) = (image?.bytes, image?.origin, image?.bytes.count)
    (self.problem, self.state) = (problem, state)
  }
}

extension ImageViewModel {
  /// The image as it is encoded, tracked; `nil` while it is not there.
  public var bytes: Data? { state == .loaded ? data : nil }
}
