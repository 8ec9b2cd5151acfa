import Foundation

/// A loader of images that keeps the newest in memory and asks its source once for several who want the same.
///
/// ```swift
/// let images = ImageLoader(ServerImages(client: client))
/// let avatar = ImageViewModel("https://img.example/ada.png", loader: images)
/// ```
/// An image that fails is not kept, so asking again tries again.
@MainActor
public final class ImageLoader {
  /// The load of one image, and everybody who waits for it.
  private final class Load {
    let waiters = Waiters()
    var task: Task<Void, Never>?
    var result: Result<LoadedImage, any Error>?
  }

  private let source: any ImageSource
  private var kept: RecentlyUsed<Data>
  private var loads: [String: Load] = [:]

  /// Makes a loader that keeps nothing yet.
  ///
  /// - Parameters:
  ///   - source: Gets what is not kept.
  ///   - capacity: The bytes of images that are kept in memory at most, 8 MiB unless told; a larger one is not kept.
  public init(_ source: any ImageSource, capacity: Int = 8 << 20) {
    self.source = source
    kept = RecentlyUsed(capacity: capacity)
  }

  /// Gets the image of an address: from memory, or with everybody who waits for the same one from the source.
  ///
  /// - Throws: What the source throws, and `CancellationError` when the task is cancelled; the load ends with the
  ///   last one who waits for it.
  /// - Complexity: O(1) on average, beside the source's; O(log *n*) in the images that are kept for each that has to go.
  public func image(at address: String) async throws -> LoadedImage {
    if let bytes = kept.value(for: address) { return LoadedImage(bytes, from: .memory) }
    try Task.checkCancellation()
    let load = load(of: address)
    if await !load.waiters.wait(), load.result == nil, load.waiters.count == 0 {
      end(load, of: address, with: .failure(CancellationError()))
      load.task?.cancel()
    }
    guard let result = load.result else { throw CancellationError() }
    return try result.get()
  }

  /// Forgets the images that are kept; loads in progress continue.
  public func removeAll() { kept.removeAll() }

  /// The number of bytes that are kept.
  public var size: Int { kept.size }

  private func load(of address: String) -> Load {
    if let load = loads[address] { return load }
    let load = Load()
    loads[address] = load
    load.task = Task { [source] in
      let result: Result<LoadedImage, any Error>
      do { result = .success(try await source.image(at: address)) } catch {
        result = .failure(error)
      }
      end(load, of: address, with: result)
    }
    return load
  }

  private func end(
    _ load: Load, of address: String, with result: Result<LoadedImage, any Error>
  ) {
    // One that everybody has left is over.
    guard load.result == nil else { return }
    load.result = result
    loads[address] = nil
    if case .success(let image) = result {
      kept.insert(image.bytes, for: address, size: image.bytes.count)
    }
    load.waiters.goOn()
  }
}
