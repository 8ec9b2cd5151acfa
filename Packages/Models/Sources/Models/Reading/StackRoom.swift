#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The lowest address of the current thread's stack that may be used.
///
/// A model inside a model is decoded by a call inside a call, and threads have stacks of 512 KiB to 8 MiB.
struct StackRoom {
  /// The part that is left to the frames of models and of errors.
  private static let reserve = 128 << 10
  private lazy var floor = StackRoom.floor()

  /// Whether the frames of one more level would be too much.
  ///
  /// The first time it asks the system for the thread's stack: microseconds, some fifty on Linux's main thread.
  mutating func isUsedUp() -> Bool { StackRoom.here() < floor }

  /// Where the system does not tell, 256 KiB more are taken to be there.
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

    /// `pthread_getattr_np`, which the C libraries have and Swift's modules of them leave out.
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
