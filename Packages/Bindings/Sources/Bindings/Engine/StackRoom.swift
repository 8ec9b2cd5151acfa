#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// The only recursion of the engine goes through the user's closures: a computed that has no value yet, or whose
// source has changed, is evaluated by its reader, and so on up the chain. Before the stack is used up, the known
// dependencies are brought up to date without recursion (`refreshDependencies`). If a chain of first values
// is too long for the stack, the program stops with the names of nodes instead of a segmentation fault.

/// The bounds of the stack of the main actor's thread.
struct StackRoom {
  /// The bounds for all graphs, which share one stack.
  @MainActor static var main = StackRoom()

  #if !canImport(Darwin)
    private var thread: pthread_t?
  #endif
  private var low: UInt = 0
  private var high: UInt = 0

  /// The number of nested evaluations between two checks of the stack: few enough for `reserve`, many enough to
  /// make the cost negligible.
  static var interval: UInt32 { 16 }

  /// The number of bytes that must remain: enough for `interval` evaluations with large frames in a debug build,
  /// and for the message.
  static var reserve: UInt { 128 * 1024 }

  /// Whether the stack is nearly used up.
  mutating func isShort() -> Bool { leaves { min(StackRoom.reserve, $0 / 4) } }

  /// Whether the engine should avoid further nesting to save the rest of the stack.
  mutating func isLow() -> Bool { leaves { max(2 * StackRoom.reserve, $0 / 4) } }

  /// Whether less of the stack remains than `share` computes from the size of the stack.
  private mutating func leaves(less share: (UInt) -> UInt) -> Bool {
    findBounds()
    var local: UInt8 = 0
    let place = unsafe withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
    // The address is not on the stack: a sanitizer keeps locals in separate memory.
    guard place > low, place <= high else { return false }
    return place - low < share(high - low)
  }

  private mutating func findBounds() {
    #if canImport(Darwin)
      // The main actor stays on the main thread.
      if high > 0 { return }
      let current = unsafe pthread_self()
      high = UInt(bitPattern: unsafe pthread_get_stackaddr_np(current))
      low = unsafe high - UInt(pthread_get_stacksize_np(current))
    #else
      // The main actor may change threads; querying the bounds reads a file, so they are cached.
      let current = pthread_self()
      if thread == current { return }
      thread = current
      (low, high) = (0, 0)
      var attributes = pthread_attr_t()
      guard let getAttributes = unsafe StackRoom.getAttributes,
        unsafe getAttributes(current, &attributes) == 0
      else { return }
      defer { unsafe pthread_attr_destroy(&attributes) }
      var start: UnsafeMutableRawPointer?
      var size = 0
      guard unsafe pthread_attr_getstack(&attributes, &start, &size) == 0 else { return }
      low = UInt(bitPattern: start)
      high = low + UInt(size)
    #endif
  }

  #if !canImport(Darwin)
    private typealias GetAttributes =
      @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

    /// `pthread_getattr_np`, which the headers declare only with GNU's extensions enabled.
    private static let getAttributes: GetAttributes? =
      unsafe dlsym(nil, "pthread_getattr_np").map {
        unsafe unsafeBitCast($0, to: GetAttributes.self)
      }
  #endif
}

@MainActor
extension Engine {
  /// Checks the stack during nested evaluations and saves stack if necessary, before `node` is brought up to date.
  @inline(never)
  func saveStack(_ node: NodeRef) {
    checkStack(node)
    if StackRoom.main.isLow() { refreshDependencies(of: node) }
  }

  /// Stops the program with the names of nodes when a chain of evaluations has used up the stack.
  ///
  /// Called at every `interval`th nested evaluation of one graph, and at each nested evaluation that crosses from
  /// one graph to another.
  @inline(never)
  func checkStack(_ node: NodeRef) {
    guard StackRoom.main.isShort() else { return }
    let evaluations = waiting.filter { $0.flags.contains(.running) }
    let named = [node] + evaluations.prefix(2) + evaluations.suffix(2)
    let names = named.map { "'\(name($0))' (\($0.place))" }
    fatalError(
      "\(evaluations.count) computed values wait for each other, and the stack is used up: "
        + "\(names.joined(separator: " <- ")). Read a long chain from its beginning, so that each "
        + "value finds the one before it computed.")
  }
}
