import Foundation

/// An image loader with a memory cache; concurrent requests for one image share a single request to the source.
///
/// ```swift
/// let images = ImageLoader(ServerImages(client: client))
/// let avatar = ImageViewModel("https://img.example/ada.png", loader: images)
/// ```
/// A failure is not cached, so the next request tries again.
@MainActor
public final class ImageLoader {
  /// The load of an image, with the callers that wait for it.
  private final class Load {
    let waiters = Waiters()
    var task: Task<Void, Never>?
    var result: Result<LoadedImage, any Error>?
  }

  private let source: any ImageSource
  private var kept: RecentlyUsed<Data>
  private var loads: [String: Load] = [:]

  /// Makes a loader with an empty cache.
  ///
  /// - Parameters:
  ///   - source: Loads images that are not in the cache.
  ///   - capacity: The size of the cache in bytes, 8 MiB by default; a larger image is not cached.
  public init(_ source: any ImageSource, capacity: Int = 8 << 20) {
    self.source = source
    kept = RecentlyUsed(capacity: capacity)
  }

  /// Returns the image of an address: from the cache, or from a load that all callers for this address share.
  ///
  /// - Throws: The error of the source, or `CancellationError` when the task is cancelled; the load is cancelled
  ///   together with its last caller.
  /// - Complexity: O(1) on average, plus the source's time; O(log *n*) in the cached images for each evicted image.
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

  /// Clears the cache; loads in progress continue.
  public func removeAll() { kept.removeAll() }

  /// The number of bytes in the cache.
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
    // A load without callers has ended already.
    guard load.result == nil else { return }
    load.result = result
    loads[address] = nil
    if case .success(let image) = result {
      kept.insert(image.bytes, for: address, size: image.bytes.count)
    }
    load.waiters.goOn()
  }
}
