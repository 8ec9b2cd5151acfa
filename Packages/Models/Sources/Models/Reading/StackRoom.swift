#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The usable part of the current thread's stack; it stops deep recursion before a stack overflow.
///
/// Nested models are decoded by nested calls, and threads have stacks of 512 KiB to 8 MiB.
struct StackRoom {
  /// The bytes reserved for the frames of models and errors.
  private static let reserve = 128 << 10
  private lazy var floor = StackRoom.floor()

  /// Whether the stack has no room for the frames of another level.
  ///
  /// The first call asks the system for the thread's stack: microseconds, about fifty on Linux's main thread.
  mutating func isUsedUp() -> Bool { StackRoom.here() < floor }

  /// Returns the lowest usable address; if the system does not report it, 256 KiB below here are assumed.
  private static func floor() -> UInt {
    let here = here()
    let bounds = bounds() ?? (lowest: here - min(here, 256 << 10), size: 512 << 10)
    return bounds.lowest + UInt(min(reserve, bounds.size / 4))
  }

  @inline(never)
  private static func here() -> UInt {
    var place: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &place) { UInt(bitPattern: $0) }
  }

  #if canImport(Darwin)
    private static func bounds() -> (lowest: UInt, size: Int)? {
      let thread = pthread_self()
      let size = pthread_get_stacksize_np(thread)
      return (UInt(bitPattern: pthread_get_stackaddr_np(thread)) - UInt(size), size)
    }
  #else
    private typealias Asking =
      @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

    /// `pthread_getattr_np`, which the C libraries contain but Swift's modules for them do not export.
    private static let attributesOfThread = unsafe dlsym(nil, "pthread_getattr_np").map {
      unsafe unsafeBitCast($0, to: Asking.self)
    }

    private static func bounds() -> (lowest: UInt, size: Int)? {
      guard let attributesOfThread = unsafe attributesOfThread else { return nil }
      var attributes = pthread_attr_t()
      guard unsafe attributesOfThread(pthread_self(), &attributes) == 0 else { return nil }
      defer { unsafe pthread_attr_destroy(&attributes) }
      var lowest: UnsafeMutableRawPointer?
      var size = 0
      guard unsafe pthread_attr_getstack(&attributes, &lowest, &size) == 0 else { return nil }
      return (UInt(bitPattern: lowest), size)
    }
  #endif
}
