#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A range of address space, 4 GiB long and aligned to 4 GiB, of which only the used part is
/// backed by memory.
///
/// So 32 bits identify any place in the region, and masking any address in it gives its start.
@usableFromInline
@safe
enum Region {
  @inlinable @inline(__always)
  static var size: UInt { 1 << 32 }
  @inlinable @inline(__always)
  static var mask: UInt { size - 1 }

  /// The number of bytes by which the committed memory grows, 64 chunks; untouched pages cost nothing.
  static let step = 1 << 20

  static func reserve() -> UnsafeMutableRawPointer {
    // The system offers no alignment for mappings, so this reserves twice the space and returns the rest.
    let length = Int(size) * 2
    let flags = MAP_PRIVATE | anonymous
    guard let start = unsafe mmap(nil, length, PROT_NONE, flags, -1, 0), unsafe start != MAP_FAILED
    else {
      fatalError(
        "Bindings could not reserve address space for a graph (errno \(errno)): "
          + "is `ulimit -v` set, or are thousands of graphs alive?")
    }
    let before = Int((0 &- UInt(bitPattern: start)) & mask)
    let base = unsafe start + before
    if before > 0 { unsafe munmap(start, before) }
    let after = length - before - Int(size)
    if after > 0 { unsafe munmap(base + Int(size), after) }
    unsafe commit(base, from: 0, to: step)
    return unsafe base
  }

  static func commit(_ base: UnsafeMutableRawPointer, from start: Int, to end: Int) {
    guard unsafe mprotect(base + start, end - start, PROT_READ | PROT_WRITE) == 0 else {
      fatalError("Bindings could not get \(end - start) bytes for a graph (errno \(errno)).")
    }
  }

  /// Returns the memory of some pages to the system; the pages stay usable, but their contents are lost.
  static func decommit(_ start: UnsafeMutableRawPointer, _ length: Int) {
    #if canImport(Darwin)
      _ = unsafe madvise(start, length, MADV_FREE)
    #else
      _ = unsafe madvise(start, length, MADV_DONTNEED)
    #endif
  }

  static func release(_ base: UnsafeMutableRawPointer) { unsafe munmap(base, Int(size)) }

  #if canImport(Darwin)
    private static let anonymous = MAP_ANON
  #else
    private static let anonymous = MAP_ANONYMOUS | MAP_NORESERVE
  #endif
}
