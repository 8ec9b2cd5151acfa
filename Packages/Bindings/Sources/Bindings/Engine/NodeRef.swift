/// The address of a node, stored as its engine's base and an offset, so that following a link needs one
/// addition.
///
/// The type is an address, so any thread may copy it; only the main actor dereferences it.
@usableFromInline
@safe
struct NodeRef: Equatable, @unchecked Sendable {
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let offset: UInt32

  @inlinable @inline(__always)
  init(base: UnsafeMutableRawPointer, offset: UInt32) {
    unsafe self.base = base
    self.offset = offset
  }

  @inlinable @inline(__always)
  init(_ address: UnsafeMutableRawPointer) {
    let bits = UInt(bitPattern: address)
    unsafe self.base = address - Int(bits & Region.mask)
    offset = UInt32(truncatingIfNeeded: bits & Region.mask)
  }

  @inlinable @inline(__always)
  static func == (lhs: NodeRef, rhs: NodeRef) -> Bool {
    unsafe lhs.offset == rhs.offset && lhs.base == rhs.base
  }

  @inlinable @inline(__always)
  var isNone: Bool { offset == 0 }

  @inlinable @inline(__always)
  var address: UnsafeMutableRawPointer { unsafe base + Int(offset) }

  @inlinable @inline(__always)
  var engine: Engine { unsafe Engine(base: base) }

  @inlinable @inline(__always)
  var header: UnsafeMutablePointer<NodeHeader> {
    assert(offset != 0, "the empty node has no header")
    return unsafe address.assumingMemoryBound(to: NodeHeader.self)
  }

  @inlinable @inline(__always)
  func link(_ offset: UInt32) -> LinkRef { unsafe LinkRef(base: base, offset: offset) }
}

extension NodeRef {
  @inlinable @inline(__always)
  var flags: NodeFlags {
    get { unsafe header.pointee.flags }
    nonmutating set { unsafe header.pointee.flags = newValue }
  }

  @inlinable @inline(__always)
  var deps: LinkRef {
    get { link(unsafe header.pointee.deps) }
    nonmutating set { unsafe header.pointee.deps = newValue.offset }
  }

  @inlinable @inline(__always)
  var depsTail: LinkRef {
    get { link(unsafe header.pointee.depsTail) }
    nonmutating set { unsafe header.pointee.depsTail = newValue.offset }
  }

  @inlinable @inline(__always)
  var subs: LinkRef {
    get { link(unsafe header.pointee.subs) }
    nonmutating set { unsafe header.pointee.subs = newValue.offset }
  }

  @inlinable @inline(__always)
  var subsTail: LinkRef {
    get { link(unsafe header.pointee.subsTail) }
    nonmutating set { unsafe header.pointee.subsTail = newValue.offset }
  }

  @inlinable @inline(__always)
  var version: UInt32 {
    get { unsafe header.pointee.version }
    nonmutating set { unsafe header.pointee.version = newValue }
  }

  var serial: UInt32 { unsafe header.pointee.serial }
  var line: UInt32 { unsafe header.pointee.line }

  /// The source location where the node was made.
  var source: TraceSource { unsafe TraceSource(header.pointee.file, line: Int(line)) }

  /// The source location as text, such as `Module/File.swift:12`.
  var place: String { source.description }

  /// The place in `causes` of the cause that last queued an observer.
  var cause: UInt32 {
    get { unsafe header.pointee.subs }
    nonmutating set { unsafe header.pointee.subs = newValue }
  }
}

extension NodeRef {
  @inlinable @inline(__always)
  var work: UnsafeMutablePointer<Work> {
    unsafe (address + NodeHeader.work).assumingMemoryBound(to: Work.self)
  }

  /// Calls the node's closure in place.
  ///
  /// The engine keeps the block until the call is over.
  @inline(__always)
  @MainActor
  func callWork() { unsafe work.pointee() }

  @inlinable
  func setWork(_ body: consuming @escaping @MainActor () -> Void) {
    unsafe work.initialize(to: Work(body))
  }

  /// The offset of the value cell of a property or computed.
  var cellPlace: Int {
    flags.contains(.computed) ? NodeHeader.computedCell : NodeHeader.propertyCell
  }

  /// The type of the value of a property or computed.
  var storedType: AnyStored.Type {
    let place = flags.contains(.computed) ? NodeHeader.computedType : NodeHeader.propertyType
    return unsafe address.load(fromByteOffset: place, as: AnyStored.Type.self)
  }

  @inlinable
  func setType(_ type: AnyStored.Type, at place: Int) {
    unsafe address.storeBytes(of: type, toByteOffset: place, as: AnyStored.Type.self)
  }

  /// Whether the node is a live property or computed and therefore has a value type.
  var hasType: Bool {
    let flags = flags
    return flags.contains(.live) && !flags.contains(.dead)
      && !flags.isDisjoint(with: [.property, .computed])
  }

  /// The node that says whether a command is enabled; nil after its end.
  var condition: NodeRef? { part(at: NodeHeader.condition) }

  /// The node of a command's latest error; nil after its end.
  var lastError: NodeRef? { part(at: NodeHeader.lastError) }

  private func part(at place: Int) -> NodeRef? {
    guard flags.contains(.command) else { return nil }
    let offset = unsafe address.load(fromByteOffset: place, as: UInt32.self)
    let serial = unsafe address.load(fromByteOffset: place + 4, as: UInt32.self)
    guard let node = engine.liveNode(at: offset), !node.flags.contains(.dead),
      node.serial == serial
    else { return nil }
    return node
  }

  /// Stores a node that belongs to a command, at `condition` or `lastError` of `NodeHeader`.
  func setPart(_ node: NodeRef, at place: Int) {
    unsafe address.storeBytes(of: node.offset, toByteOffset: place, as: UInt32.self)
    unsafe address.storeBytes(of: node.serial, toByteOffset: place + 4, as: UInt32.self)
  }
}

/// The address of a link.
@usableFromInline
@safe
struct LinkRef {
  @usableFromInline let base: UnsafeMutableRawPointer
  @usableFromInline let offset: UInt32

  @inlinable @inline(__always)
  init(base: UnsafeMutableRawPointer, offset: UInt32) {
    unsafe self.base = base
    self.offset = offset
  }

  @inlinable @inline(__always)
  var isNone: Bool { offset == 0 }

  @inlinable @inline(__always)
  var header: UnsafeMutablePointer<LinkHeader> {
    assert(offset != 0, "the empty link has no header")
    return unsafe (base + Int(offset)).assumingMemoryBound(to: LinkHeader.self)
  }

  @inlinable @inline(__always)
  var version: UInt32 {
    get { unsafe header.pointee.version }
    nonmutating set { unsafe header.pointee.version = newValue }
  }

  @inlinable @inline(__always)
  var dep: NodeRef { unsafe NodeRef(base: base, offset: header.pointee.dep) }

  @inlinable @inline(__always)
  var sub: NodeRef { unsafe NodeRef(base: base, offset: header.pointee.sub) }

  @inlinable @inline(__always)
  var nextDep: LinkRef {
    get { unsafe LinkRef(base: base, offset: header.pointee.nextDep) }
    nonmutating set { unsafe header.pointee.nextDep = newValue.offset }
  }

  @inlinable @inline(__always)
  var prevSub: LinkRef {
    get { unsafe LinkRef(base: base, offset: header.pointee.prevSub) }
    nonmutating set { unsafe header.pointee.prevSub = newValue.offset }
  }

  @inlinable @inline(__always)
  var nextSub: LinkRef {
    get { unsafe LinkRef(base: base, offset: header.pointee.nextSub) }
    nonmutating set { unsafe header.pointee.nextSub = newValue.offset }
  }
}
