// The memory of a graph is divided into chunks; all blocks of a chunk have one size, so live nodes can be enumerated
// without a list of them. A chunk without blocks in use gets another block size, or its memory returns to the system.

/// The chunks for blocks of one size.
struct SizeClass {
  /// The chunk from which blocks are allocated; `Engine.noChunk` at first.
  var current = UInt32(Engine.noChunk)
  /// The first of the other chunks that have free blocks; 0 when there is none.
  var available: UInt32 = 0
}

/// The header of a chunk.
struct ChunkHeader {
  /// The size of the blocks; 0 while the chunk is not in use.
  var size: UInt32 = 0
  /// The number of blocks in use.
  var used: UInt32 = 0
  /// The first block of the free list; the second word of a free block is the offset of the next one.
  var free: UInt32 = 0
  /// The first block that was never in use, and the end of the blocks.
  var next: UInt32 = 0
  var end: UInt32 = 0
  /// The neighbours in the list of available chunks.
  var previousAvailable: UInt32 = 0
  var nextAvailable: UInt32 = 0

  /// Whether the chunk has no free block.
  var isFull: Bool { free == 0 && next == end }
}

extension Engine {
  // The state of the engine lies at the beginning of the first 16 KiB. The size classes and a full chunk without
  // blocks follow; `LayoutTests` compares these offsets with the types.
  static let sizeClasses = 1024
  static let noChunk = 2048
  static let firstChunk = chunk
  /// The bytes of a chunk: a page of the largest kind; a chunk holds 680 links or about 250 nodes.
  static let chunk = 16 * 1024
  static let chunkHeader = 32
  /// The size of the largest block: a computed with the largest value that is stored inline in its node's block.
  static let largestBlock = NodeHeader.computedCell + ValueCell<Int>.largestInline
  /// The number of empty chunks that are kept, 512 KiB: a screen's thousand nodes can come and go
  /// without a system call (benchmark: `create.triple`).
  static let spareChunks = 32
  /// The number of empty chunks that are returned to the system together: a system call for each would cost
  /// several times as much as the release of the nodes (benchmark: `graph.makeAndRelease`).
  static let returnedTogether = 64

  @inline(__always)
  func sizeClass(_ size: Int) -> UnsafeMutablePointer<SizeClass> {
    assert(size % 8 == 0 && size >= MemoryLayout<LinkHeader>.size && size <= Engine.largestBlock)
    return unsafe (base + Engine.sizeClasses + (size >> 3) * MemoryLayout<SizeClass>.stride)
      .assumingMemoryBound(to: SizeClass.self)
  }

  @inline(__always)
  func chunk(at offset: UInt32) -> UnsafeMutablePointer<ChunkHeader> {
    unsafe (base + Int(offset)).assumingMemoryBound(to: ChunkHeader.self)
  }

  /// The offset of the chunk that contains a block.
  @inline(__always)
  static func chunkPlace(of block: UInt32) -> UInt32 { block & ~UInt32(Engine.chunk - 1) }

  /// Prepares the memory in front of the chunks.
  func initializeMemory() {
    for size in stride(from: 0, through: Engine.largestBlock, by: 8) {
      unsafe (base + Engine.sizeClasses + (size >> 3) * MemoryLayout<SizeClass>.stride)
        .initializeMemory(as: SizeClass.self, to: SizeClass())
    }
    unsafe chunk(at: UInt32(Engine.noChunk)).initialize(to: ChunkHeader())
    unsafe state.pointee.top = UInt(Engine.firstChunk)
    unsafe state.pointee.committed = UInt(Region.step)
  }

  @inline(__always)
  func allocate(_ size: Int) -> UInt32 {
    let kind = unsafe sizeClass(size)
    var chunk = unsafe chunk(at: kind.pointee.current)
    if unsafe chunk.pointee.isFull { unsafe chunk = nextChunk(size) }
    unsafe chunk.pointee.used += 1
    let recycled = unsafe chunk.pointee.free
    if recycled != 0 {
      unsafe chunk.pointee.free = (base + Int(recycled)).load(fromByteOffset: 4, as: UInt32.self)
      return recycled
    }
    let fresh = unsafe chunk.pointee.next
    unsafe chunk.pointee.next = fresh + UInt32(size)
    return fresh
  }

  /// Puts a block on the free list of its chunk.
  ///
  /// The first word of the block, a node's flags or a link's version, becomes 0.
  @inline(__always)
  func recycle(_ offset: UInt32) {
    let block = unsafe base + Int(offset)
    let place = Engine.chunkPlace(of: offset)
    let chunk = unsafe chunk(at: place)
    let wasFull = unsafe chunk.pointee.isFull
    unsafe block.storeBytes(of: 0, as: UInt32.self)
    unsafe block.storeBytes(of: chunk.pointee.free, toByteOffset: 4, as: UInt32.self)
    unsafe chunk.pointee.free = offset
    unsafe chunk.pointee.used -= 1
    #if DEBUG
      // A stale reference to the block then finds no neighbours and no owner.
      for place in stride(from: 8, to: 24, by: 4) {
        unsafe block.storeBytes(of: 0, toByteOffset: place, as: UInt32.self)
      }
    #endif
    if unsafe wasFull || chunk.pointee.used == 0 { reconsider(place, wasFull: wasFull) }
  }

  /// Adds a chunk that was full to the available chunks, or removes an empty one from its size class.
  @inline(never)
  private func reconsider(_ place: UInt32, wasFull: Bool) {
    let chunk = unsafe chunk(at: place)
    let kind = unsafe sizeClass(Int(chunk.pointee.size))
    // The current chunk stays, so each size class keeps one chunk even if it is empty.
    if unsafe kind.pointee.current == place { return }
    if wasFull {
      let next = unsafe kind.pointee.available
      unsafe chunk.pointee.previousAvailable = 0
      unsafe chunk.pointee.nextAvailable = next
      if next != 0 { unsafe self.chunk(at: next).pointee.previousAvailable = place }
      unsafe kind.pointee.available = place
    }
    guard unsafe chunk.pointee.used == 0 else { return }
    unsafe unlist(chunk, of: kind)
    unsafe chunk.pointee.size = 0
    unsafe state.pointee.spareChunks.push(place)
    if unsafe state.pointee.spareChunks.count == Engine.spareChunks + Engine.returnedTogether {
      returnSpareChunks()
    }
  }

  /// Returns the memory of empty chunks to the system, with one call for each run of adjacent chunks.
  private func returnSpareChunks() {
    var spares = unsafe state.pointee.spareChunks.slice(from: 0)
    unsafe spares.sort()
    // The chunks with the lowest offsets stay, which keeps the graph compact.
    var place = Engine.spareChunks
    while place < spares.count {
      let first = unsafe spares[place]
      var end = first
      while place < spares.count, unsafe spares[place] == end {
        unsafe state.pointee.returnedChunks.push(end)
        end += UInt32(Engine.chunk)
        place += 1
      }
      unsafe Region.decommit(base + Int(first), Int(end - first))
    }
    unsafe state.pointee.spareChunks.count = Engine.spareChunks
  }

  private func unlist(
    _ chunk: UnsafeMutablePointer<ChunkHeader>, of kind: UnsafeMutablePointer<SizeClass>
  ) {
    let (previous, next) = unsafe (chunk.pointee.previousAvailable, chunk.pointee.nextAvailable)
    if next != 0 { unsafe self.chunk(at: next).pointee.previousAvailable = previous }
    if previous != 0 {
      unsafe self.chunk(at: previous).pointee.nextAvailable = next
    } else {
      unsafe kind.pointee.available = next
    }
  }

  /// Selects a chunk with free blocks of `size`, because the current one is full.
  @inline(never)
  private func nextChunk(_ size: Int) -> UnsafeMutablePointer<ChunkHeader> {
    let kind = unsafe sizeClass(size)
    let listed = unsafe kind.pointee.available
    if listed != 0 {
      let chunk = unsafe chunk(at: listed)
      unsafe unlist(chunk, of: kind)
      unsafe kind.pointee.current = listed
      return unsafe chunk
    }
    let place = emptyChunk()
    let first = place + UInt32(Engine.chunkHeader)
    let blocks = (Engine.chunk - Engine.chunkHeader) / size
    let chunk = unsafe chunk(at: place)
    unsafe chunk.initialize(
      to: ChunkHeader(size: UInt32(size), next: first, end: first + UInt32(blocks * size)))
    unsafe kind.pointee.current = place
    return unsafe chunk
  }

  /// The offset of an unused chunk.
  private func emptyChunk() -> UInt32 {
    if unsafe state.pointee.spareChunks.count > 0 { return unsafe state.pointee.spareChunks.pop() }
    if unsafe state.pointee.returnedChunks.count > 0 {
      return unsafe state.pointee.returnedChunks.pop()
    }
    let start = unsafe state.pointee.top
    let end = start + UInt(Engine.chunk)
    if end >= Region.size { fatalError("A graph is limited to 4 GiB of nodes and links.") }
    while unsafe end > state.pointee.committed {
      let committed = unsafe Int(state.pointee.committed)
      unsafe Region.commit(base, from: committed, to: committed + Region.step)
      unsafe state.pointee.committed += UInt(Region.step)
    }
    unsafe state.pointee.top = end
    return UInt32(start)
  }

  /// The offsets of the chunks that are in use.
  var usedChunks: [UInt32] {
    let top = unsafe Int(state.pointee.top)
    return stride(from: Engine.firstChunk, to: top, by: Engine.chunk).map { UInt32($0) }
      .filter { unsafe chunk(at: $0).pointee.size != 0 }
  }

  /// The node at a possibly outdated offset, dead nodes included; nil when the block is free or no longer holds
  /// a node.
  func liveNode(at offset: UInt32) -> NodeRef? {
    guard offset >= Engine.firstChunk, unsafe UInt(offset) < state.pointee.top else { return nil }
    let place = Engine.chunkPlace(of: offset)
    let chunk = unsafe chunk(at: place).pointee
    let first = place + UInt32(Engine.chunkHeader)
    guard chunk.size != 0, chunk.size != MemoryLayout<LinkHeader>.size, offset >= first,
      offset < chunk.next, (offset - first) % chunk.size == 0
    else { return nil }
    let node = node(offset)
    return node.flags.contains(.live) ? node : nil
  }

  /// The live nodes, oldest first.
  var liveNodes: [NodeRef] {
    allNodes.filter { !$0.flags.contains(.dead) }.sorted { $0.serial < $1.serial }
  }

  /// The total size in bytes of all blocks in use.
  var bytesInUse: Int {
    usedChunks.map { unsafe chunk(at: $0).pointee }.reduce(0) { $0 + Int($1.used) * Int($1.size) }
  }

  /// All nodes, dead ones included.
  var allNodes: [NodeRef] {
    var found: [NodeRef] = []
    for place in usedChunks {
      let chunk = unsafe chunk(at: place).pointee
      if chunk.size == MemoryLayout<LinkHeader>.size { continue }
      let first = place + UInt32(Engine.chunkHeader)
      for offset in stride(from: first, to: chunk.next, by: Int(chunk.size)) {
        let node = node(offset)
        if node.flags.contains(.live) { found.append(node) }
      }
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
    if unsafe state.pointee.serial == 0 { unsafe state.pointee.reach = .max }
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

  /// The largest capacity that an empty table of the context keeps (`MemoryTests`).
  static let largestEmptyTable = 1024

  @inline(never)
  func forget(_ node: NodeRef) {
    context.labels[node.offset] = nil
    if context.labels.isEmpty, context.labels.capacity > Engine.largestEmptyTable {
      context.labels = [:]
    }
    context.notes.forget(node)
  }
}
