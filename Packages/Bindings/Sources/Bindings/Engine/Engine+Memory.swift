// Blocks of one size share chunks, so that live nodes can be listed without a list of them.

/// The free and fresh blocks of one size.
struct SizeClass {
  var free: UInt32 = 0
  var next: UInt32 = 0
  var end: UInt32 = 0
}

extension Engine {
  static let sizeClasses = 1024
  static let firstChunk = 4096
  static let chunk = 16 * 1024
  /// A chunk starts with the size of its blocks.
  static let chunkHeader = 8

  @inline(__always)
  func sizeClass(_ size: Int) -> UnsafeMutablePointer<SizeClass> {
    assert(size % 8 == 0 && size >= 24 && size <= 256 + 8)
    return unsafe (base + Engine.sizeClasses + (size >> 3) * MemoryLayout<SizeClass>.stride)
      .assumingMemoryBound(to: SizeClass.self)
  }

  @inline(__always)
  func allocate(_ size: Int) -> UInt32 {
    let kind = unsafe sizeClass(size)
    let recycled = unsafe kind.pointee.free
    if recycled != 0 {
      unsafe kind.pointee.free = (base + Int(recycled)).load(fromByteOffset: 4, as: UInt32.self)
      return recycled
    }
    if unsafe kind.pointee.next == kind.pointee.end { addChunk(size) }
    let fresh = unsafe kind.pointee.next
    unsafe kind.pointee.next = fresh + UInt32(size)
    return fresh
  }

  /// Puts a block on its free list.
  ///
  /// Its first word, a node's flags or a link's version, becomes 0.
  @inline(__always)
  func recycle(_ offset: UInt32, size: Int) {
    let block = unsafe base + Int(offset)
    let kind = unsafe sizeClass(size)
    unsafe block.storeBytes(of: 0, as: UInt32.self)
    unsafe block.storeBytes(of: kind.pointee.free, toByteOffset: 4, as: UInt32.self)
    unsafe kind.pointee.free = offset
    #if DEBUG
      // What still uses the block finds no neighbour and no owner.
      for place in stride(from: 8, to: 24, by: 4) {
        unsafe block.storeBytes(of: 0, toByteOffset: place, as: UInt32.self)
      }
    #endif
  }

  @inline(never)
  private func addChunk(_ size: Int) {
    let start = unsafe state.pointee.top
    let end = start + UInt(Engine.chunk)
    precondition(end < Region.size, "a graph is limited to 4 GiB of nodes and links")
    while unsafe end > state.pointee.committed {
      let committed = unsafe Int(state.pointee.committed)
      unsafe Region.commit(base, from: committed, to: committed + Region.step)
      unsafe state.pointee.committed += UInt(Region.step)
    }
    unsafe state.pointee.top = end
    unsafe (base + Int(start)).storeBytes(of: UInt32(size), as: UInt32.self)
    let kind = unsafe sizeClass(size)
    unsafe kind.pointee.next = UInt32(start) + UInt32(Engine.chunkHeader)
    let blocks = (Engine.chunk - Engine.chunkHeader) / size
    unsafe kind.pointee.end = kind.pointee.next + UInt32(blocks * size)
  }

  /// The live nodes, oldest first.
  var liveNodes: [NodeRef] {
    allNodes.filter { !$0.flags.contains(.dead) }.sorted { $0.serial < $1.serial }
  }

  /// The bytes of all blocks that are given out.
  var bytesInUse: Int {
    let links = unsafe state.pointee.links * MemoryLayout<LinkHeader>.size
    return allNodes.reduce(links) { $0 + blockSize(of: $1) }
  }

  /// Every block that holds a node, dead ones included.
  var allNodes: [NodeRef] {
    var found: [NodeRef] = []
    var start = Engine.firstChunk
    let top = unsafe Int(state.pointee.top)
    while start < top {
      let size = unsafe Int((base + start).load(as: UInt32.self))
      if size != MemoryLayout<LinkHeader>.size {
        let blocks = (Engine.chunk - Engine.chunkHeader) / size
        for index in 0..<blocks {
          let node = node(UInt32(start + Engine.chunkHeader + index * size))
          if node.flags.contains(.live) { found.append(node) }
        }
      }
      start += Engine.chunk
    }
    return found
  }
}

extension Engine {
  /// Makes a node of `flags`' kind in a block of `size` bytes.
  @usableFromInline
  func makeNode(
    _ flags: NodeFlags, size: Int, label: String?, file: StaticString, line: UInt
  ) -> NodeRef {
    let node = node(allocate(size))
    unsafe state.pointee.serial &+= 1
    unsafe state.pointee.nodes += 1
    let name = unsafe file.hasPointerRepresentation ? file.utf8Start : nil
    unsafe node.header.initialize(
      to: NodeHeader(
        flags: flags.union(.live), deps: 0, depsTail: 0, subs: 0, subsTail: 0, version: 0,
        line: UInt32(truncatingIfNeeded: line), serial: state.pointee.serial, file: name))
    if let label { setLabel(label, of: node) }
    return node
  }

  @inline(never)
  private func setLabel(_ label: String, of node: NodeRef) {
    node.flags.insert(.labelled)
    context.labels[node.offset] = label
  }

  @inline(never)
  private func forget(_ node: NodeRef) {
    context.labels[node.offset] = nil
    context.notes.forget(node)
  }

  /// Ends a node for its owner.
  ///
  /// `body` disposes of the node and releases what it held, which may end other nodes.
  @MainActor
  func end(_ body: () -> Void) {
    if mustEnter { enter { endNow(body) } } else { endNow(body) }
  }

  /// `end`, whatever graph is current.
  func endNow(_ body: () -> Void) {
    unsafe state.pointee.ends += 1
    body()
    unsafe state.pointee.ends -= 1
    releaseIfUnused()
  }

  /// Takes a node out of the graph.
  ///
  /// The typed owner has emptied, or now empties, its value cell.
  ///
  /// Its block goes back when its last subscriber has let go of it and no walk stands on it.
  func dispose(_ node: NodeRef) {
    assert(node.flags.contains(.live) && !node.flags.contains(.dead), "disposed twice")
    #if ObservationInterop
      if node.flags.contains(.linked) { endObservation(of: node) }
    #endif
    node.flags = node.flags.subtracting([.dirty, .pending])
    unlink(from: node.deps)
    // Dead only now: a node that has read itself would else be freed by its own last link.
    node.flags.insert(.dead)
    node.deps = node.link(0)
    node.depsTail = node.link(0)
    if !node.flags.isDisjoint(with: [.labelled, .noted]) { forget(node) }
    unsafe state.pointee.nodes -= 1
    // A queued observer is freed by the flush that finds it in the queue.
    if node.flags.contains(.queued) { return }
    if node.flags.contains(.observer) || node.subs.isNone { free(node) }
  }

  /// Frees a dead node now, or after the walks in progress.
  @inline(__always)
  func free(_ node: NodeRef) {
    if unsafe state.pointee.walks == 0 {
      reclaim(node)
    } else {
      unsafe state.pointee.quarantine.push(node.offset)
    }
  }

  @inline(__always)
  func free(_ link: LinkRef) {
    unsafe state.pointee.links -= 1
    if unsafe state.pointee.walks == 0 {
      recycle(link.offset, size: MemoryLayout<LinkHeader>.size)
    } else {
      // Offsets are multiples of 8: the lowest bit tells links from nodes.
      unsafe state.pointee.quarantine.push(link.offset | 1)
    }
  }

  /// Gives the block back, then lets go of what the closure held.
  @inline(never)
  private func reclaim(_ node: NodeRef) {
    let flags = node.flags
    assert(flags.contains(.dead) && !flags.contains(.running))
    let size = blockSize(of: node)
    guard flags.isDisjoint(with: [.property, .command]) else {
      return recycle(node.offset, size: size)
    }
    let work = unsafe node.work.move()
    recycle(node.offset, size: size)
    _ = consume work
  }

  /// Frees what was held back.
  ///
  /// Called when the last walk ends.
  @inline(__always)
  func endWalk() {
    unsafe state.pointee.walks -= 1
    if unsafe state.pointee.walks == 0
      && (state.pointee.quarantine.count > 0 || state.pointee.orphaned)
    {
      drainQuarantine()
    }
  }

  @inline(never)
  private func drainQuarantine() {
    unsafe state.pointee.ends += 1
    defer {
      unsafe state.pointee.ends -= 1
      releaseIfUnused()
    }
    while unsafe state.pointee.walks == 0 && state.pointee.quarantine.count > 0 {
      let offset = unsafe state.pointee.quarantine.pop()
      if offset & 1 == 1 {
        recycle(offset & ~1, size: MemoryLayout<LinkHeader>.size)
      } else {
        reclaim(node(offset))
      }
    }
  }

  /// The size of the blocks in the chunk of `node`.
  private func blockSize(of node: NodeRef) -> Int {
    let index = (Int(node.offset) - Engine.firstChunk) / Engine.chunk
    return unsafe Int(
      (base + Engine.firstChunk + index * Engine.chunk).load(as: UInt32.self))
  }
}
