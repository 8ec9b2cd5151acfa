#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Loads the images that references name, each once, and keeps the last used in memory.
///
/// It knows no network: how the bytes come is a closure, which runs off the main actor.
///
/// ```swift
/// let images = ImageLoader { reference in try await client.data(from: reference) }
/// let image = try await images.image(for: scenic.frontImage)  // nil for no image
/// image?.isFromMemory  // false, and true the next time
/// ```
///
/// Who asks for an image that is being loaded waits for the same load. A failed load is told to all who wait and
/// kept by nobody, so that the next one who asks tries again.
public actor ImageLoader {
  /// The bytes of an image, not decoded.
  public struct Image: Hashable, Sendable {
    /// The file's bytes as they came.
    public let data: Data
    /// Whether they were in memory already; an image that somebody else was loading was not.
    public let isFromMemory: Bool
  }

  /// How often an image was there, and what is kept.
  public struct Statistics: Hashable, Sendable {
    /// Images that were in memory.
    public fileprivate(set) var hits = 0
    /// Images that had to be loaded or waited for.
    public fileprivate(set) var misses = 0
    /// Images in memory now.
    public fileprivate(set) var count = 0
    /// Their size in bytes.
    public fileprivate(set) var bytes = 0
  }

  /// How many bytes are kept at most.
  public let byteLimit: Int
  /// How often an image was there, and what is kept.
  public private(set) var statistics = Statistics()

  private struct Kept {
    var data: Data
    var lastUse: Int
  }

  private struct Load {
    var number: Int
    var task: Task<Void, Never>
    var waiters: [Int: CheckedContinuation<Data, any Error>]
  }

  private let load: @concurrent @Sendable (ImageReference) async throws -> Data
  private var kept: [ImageReference: Kept] = [:]
  private var loads: [ImageReference: Load] = [:]
  private var clock = 0

  /// Creates a loader that has nothing in memory.
  ///
  /// - Parameters:
  ///   - byteLimit: How many bytes are kept; the images not used for longest go first. A larger image is handed out
  ///     and not kept, and 0 keeps none.
  ///   - load: How an image comes; it is cancelled when nobody waits for it any more.
  public init(
    byteLimit: Int = 32 << 20,
    load: @escaping @concurrent @Sendable (ImageReference) async throws -> Data
  ) {
    self.byteLimit = max(0, byteLimit)
    self.load = load
  }

  /// The image that a reference names, or `nil` when it names none.
  ///
  /// - Throws: What the load threw, or `CancellationError` as soon as the caller's task is cancelled; others who wait
  ///   for the same image still get it.
  /// - Complexity: O(1) from memory; O(*k*) for *k* kept images when one has to go.
  public func image(for reference: ImageReference) async throws -> Image? {
    guard reference != .none else { return nil }
    clock += 1
    if kept[reference] != nil {
      kept[reference]?.lastUse = clock
      statistics.hits += 1
      return kept[reference].map { Image(data: $0.data, isFromMemory: true) }
    }
    statistics.misses += 1
    return Image(data: try await wait(for: reference, as: clock), isFromMemory: false)
  }

  /// Forgets every image in memory; what is being loaded is still handed to those who wait.
  public func removeAll() {
    kept.removeAll()
    statistics.count = 0
    statistics.bytes = 0
  }

  private func wait(for reference: ImageReference, as waiter: Int) async throws -> Data {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        if loads[reference] == nil { start(reference, number: waiter) }
        loads[reference]?.waiters[waiter] = continuation
      }
    } onCancel: {
      Task { await leave(reference, waiter) }
    }
  }

  private func start(_ reference: ImageReference, number: Int) {
    let task = Task { [load] in
      do {
        end(reference, number: number, with: .success(try await load(reference)))
      } catch {
        end(reference, number: number, with: .failure(error))
      }
    }
    loads[reference] = Load(number: number, task: task, waiters: [:])
  }

  /// Hands out what came, unless everybody left and another load has begun since.
  private func end(
    _ reference: ImageReference, number: Int, with result: Result<Data, any Error>
  ) {
    guard loads[reference]?.number == number, let load = loads.removeValue(forKey: reference)
    else { return }
    if case .success(let data) = result { keep(data, for: reference) }
    for waiter in load.waiters.values { waiter.resume(with: result) }
  }

  private func leave(_ reference: ImageReference, _ waiter: Int) {
    guard let continuation = loads[reference]?.waiters.removeValue(forKey: waiter) else { return }
    continuation.resume(throwing: CancellationError())
    if loads[reference]?.waiters.isEmpty == true {
      loads.removeValue(forKey: reference)?.task.cancel()
    }
  }

  private func keep(_ data: Data, for reference: ImageReference) {
    guard data.count <= byteLimit, byteLimit > 0 else { return }
    clock += 1
    kept[reference] = Kept(data: data, lastUse: clock)
    statistics.bytes += data.count
    while statistics.bytes > byteLimit,
      let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      kept[oldest.key] = nil
      statistics.bytes -= oldest.value.data.count
    }
    statistics.count = kept.count
  }
}
