/// The task of a command's body.
///
/// No task handle exists before the body's first suspension. Until then the task is identified by its hash value,
/// and cancelled while it is the current task: at once, or, if another task that began within the body cancels it, at the
/// body's first suspension at the latest.
@MainActor
struct BodyTask {
  private var handle: Task<Void, Never>?
  private var hash: Int?

  /// The hash values of tasks that were cancelled while another task was current.
  private static var cancelled: Set<Int> = []

  /// Starts `body` synchronously, up to its first suspension, on systems that support this.
  ///
  /// - Returns: The handle.
  static func start(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    defer { if !cancelled.isEmpty { cancelCurrent { cancelled.remove($0) != nil } } }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate { @MainActor in await body() }
    }
    return Task { @MainActor in await body() }
  }

  /// Records that the current task is the task of the body.
  mutating func begin() {
    hash = unsafe withUnsafeCurrentTask { unsafe $0?.hashValue }
  }

  /// Stores the handle after the body's first suspension.
  mutating func suspend(_ handle: Task<Void, Never>, isCancelled: Bool) {
    end()
    self.handle = handle
    if isCancelled { handle.cancel() }
  }

  /// Forgets the task at the end of the body.
  mutating func end() {
    if let hash { BodyTask.cancelled.remove(hash) }
    (handle, hash) = (nil, nil)
  }

  func cancel() {
    if let handle { return handle.cancel() }
    guard let hash, !BodyTask.cancelCurrent({ $0 == hash }) else { return }
    BodyTask.cancelled.insert(hash)
  }

  /// Cancels the current task if `isMeant` returns true for its hash value.
  ///
  /// - Returns: Whether the task was cancelled.
  @discardableResult
  private static func cancelCurrent(_ isMeant: (Int) -> Bool) -> Bool {
    unsafe withUnsafeCurrentTask { task in
      guard let task = unsafe task, isMeant(unsafe task.hashValue) else { return false }
      unsafe task.cancel()
      return true
    }
  }
}
