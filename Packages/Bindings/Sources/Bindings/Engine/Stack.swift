/// A growing stack in raw memory; accesses to a Swift array would be checked for exclusivity and uniqueness.
@usableFromInline
@safe
struct Stack<Element: BitwiseCopyable> {
  @usableFromInline var start: UnsafeMutablePointer<Element>?
  @usableFromInline var count = 0
  @usableFromInline var capacity = 0

  @inlinable
  init() { unsafe start = nil }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      assert(index < count)
      return unsafe start.unsafelyUnwrapped[index]
    }
    nonmutating set { unsafe start.unsafelyUnwrapped[index] = newValue }
  }

  @inline(__always)
  mutating func push(_ element: Element) {
    if count == capacity { grow(by: 1) }
    unsafe start.unsafelyUnwrapped[count] = element
    count += 1
  }

  @inline(__always)
  mutating func pop() -> Element {
    assert(count > 0)
    count -= 1
    return unsafe start.unsafelyUnwrapped[count]
  }

  func deallocate() { unsafe start?.deallocate() }

  /// Removes all elements; releases the memory if it is unusually large.
  mutating func removeAll() {
    count = 0
    shrinkIfEmpty()
  }

  /// Releases the memory of an empty stack if it is unusually large.
  @inline(__always)
  mutating func shrinkIfEmpty() {
    if count > 0 || capacity <= Stack.largestKept { return }
    deallocate()
    self = Stack()
  }

  /// The capacity that an empty stack keeps, 64 KiB: the size of only a few chunks of nodes (benchmark:
  /// `graph.batch`).
  static var largestKept: Int { 64 * 1024 / MemoryLayout<Element>.stride }

  /// The elements from `low` up to the end, for sorting.
  func slice(from low: Int) -> UnsafeMutableBufferPointer<Element> {
    unsafe UnsafeMutableBufferPointer(start: start.map { unsafe $0 + low }, count: count - low)
  }

  /// Grows the memory so that it has room for `more` elements.
  @usableFromInline
  @inline(never)
  mutating func grow(by more: Int) {
    let larger = max(64, capacity * 2, count + more)
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    if let start = unsafe start {
      unsafe memory.update(from: start, count: count)
      unsafe start.deallocate()
    }
    unsafe start = memory
    capacity = larger
  }
}

/// Values whose deinit has to wait: cells of whole words, each followed by its type.
extension Stack where Element == UInt64 {
  /// Allocates a cell of `size` bytes and stores its type after it.
  ///
  /// - Returns: The start of the cell.
  @inlinable
  mutating func push(_ size: Int, _ type: AnyStored.Type) -> UnsafeMutableRawPointer {
    let words = size / 8 + 1
    if capacity - count < words { grow(by: words) }
    let cell = unsafe UnsafeMutableRawPointer(start.unsafelyUnwrapped + count)
    unsafe cell.storeBytes(of: type, toByteOffset: size, as: AnyStored.Type.self)
    count += words
    return unsafe cell
  }

  /// The type of the last cell.
  var lastType: AnyStored.Type {
    unsafe UnsafeRawPointer(start.unsafelyUnwrapped + count - 1).load(as: AnyStored.Type.self)
  }

  /// Removes the last cell; its bytes stay valid until the next push.
  mutating func pop(_ size: Int) -> UnsafeMutableRawPointer {
    count -= size / 8 + 1
    return unsafe UnsafeMutableRawPointer(start.unsafelyUnwrapped + count)
  }
}
