/// The task of a command's body.
///
/// There is no handle of it before the body has suspended for the first time. Until then it is known by its
/// hash alone, and who cancels it does so as the current task, or as soon as it is that again.
@MainActor
struct BodyTask {
  private var handle: Task<Void, Never>?
  private var hash: Int?

  /// The tasks that were cancelled while another one was current.
  private static var cancelled: Set<Int> = []

  /// Starts `body` at once, up to its first suspension, where the system can.
  ///
  /// - Returns: The handle.
  static func start(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    defer { if !cancelled.isEmpty { cancelCurrent { cancelled.remove($0) != nil } } }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate { @MainActor in await body() }
    }
    return Task { @MainActor in await body() }
  }

  /// The task is the current one.
  mutating func begin() {
    hash = unsafe withUnsafeCurrentTask { unsafe $0?.hashValue }
  }

  /// The body has suspended for the first time.
  mutating func suspend(_ handle: Task<Void, Never>, isCancelled: Bool) {
    end()
    self.handle = handle
    if isCancelled { handle.cancel() }
  }

  /// The body has ended.
  mutating func end() {
    if let hash { BodyTask.cancelled.remove(hash) }
    (handle, hash) = (nil, nil)
  }

  func cancel() {
    if let handle { return handle.cancel() }
    guard let hash, !BodyTask.cancelCurrent({ $0 == hash }) else { return }
    BodyTask.cancelled.insert(hash)
  }

  /// Cancels the current task when `isMeant` says so of its hash.
  ///
  /// - Returns: Whether it has.
  @discardableResult
  private static func cancelCurrent(_ isMeant: (Int) -> Bool) -> Bool {
    unsafe withUnsafeCurrentTask { task in
      guard let task = unsafe task, isMeant(unsafe task.hashValue) else { return false }
      unsafe task.cancel()
      return true
    }
  }
}
