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
    if count == capacity { grow() }
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

  @inline(never)
  private mutating func grow() {
    let larger = max(64, capacity * 2)
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    if let start = unsafe start {
      unsafe memory.update(from: start, count: count)
      unsafe start.deallocate()
    }
    unsafe start = memory
    capacity = larger
  }
}
