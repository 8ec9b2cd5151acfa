// The push-pull algorithm of alien-signals 2 (github.com/stackblitz/alien-signals, MIT licence), written plainly for
// values of type `Int`: nodes and links in their own memory, without checks, labels, a second graph, or errors. The
// engine of Bindings is measured against it; it is not a library.

typealias AlienNode = UnsafeMutablePointer<AlienNodeBody>
typealias AlienLink = UnsafeMutablePointer<AlienLinkBody>

struct AlienFlags: OptionSet {
  let rawValue: UInt8
  static let mutable = AlienFlags(rawValue: 1)
  static let watching = AlienFlags(rawValue: 2)
  static let running = AlienFlags(rawValue: 4)
  static let recursed = AlienFlags(rawValue: 8)
  static let dirty = AlienFlags(rawValue: 16)
  static let pending = AlienFlags(rawValue: 32)
  static let signal = AlienFlags(rawValue: 64)
}

/// A signal, a computed or an effect.
struct AlienNodeBody {
  var flags: AlienFlags
  var deps: AlienLink?
  var depsTail: AlienLink?
  var subs: AlienLink?
  var subsTail: AlienLink?
  var value = 0
  /// The new value of a signal, which nobody has read yet.
  var next = 0
  var body: (() -> Int)?
}

/// An edge: a subscriber has read a dependency.
struct AlienLinkBody {
  var dep: AlienNode
  var sub: AlienNode
  var prevDep: AlienLink?
  var nextDep: AlienLink?
  var prevSub: AlienLink?
  var nextSub: AlienLink?
}

/// The algorithm for a single graph, which only the main actor uses.
enum Alien {
  @exclusivity(unchecked) nonisolated(unsafe) static var active: AlienNode?
  @exclusivity(unchecked) nonisolated(unsafe) static var queue: ContiguousArray<AlienNode> = []
  @exclusivity(unchecked) nonisolated(unsafe) static var freeLinks: AlienLink?
  @exclusivity(unchecked) nonisolated(unsafe) static var freeNodes: ContiguousArray<AlienNode> = []

  static func makeNode(_ flags: AlienFlags, _ body: (() -> Int)? = nil) -> AlienNode {
    let node = freeNodes.popLast() ?? .allocate(capacity: 1)
    node.initialize(to: AlienNodeBody(flags: flags, body: body))
    return node
  }

  static func end(_ node: AlienNode) {
    var link = node.pointee.deps
    while let next = link { link = unlink(next) }
    let body = node.pointee.body
    node.deinitialize(count: 1)
    freeNodes.append(node)
    withExtendedLifetime(body) {}
  }

  static func link(_ dep: AlienNode, _ sub: AlienNode) {
    let prevDep = sub.pointee.depsTail
    if let prevDep, prevDep.pointee.dep == dep { return }
    let nextDep = if let prevDep { prevDep.pointee.nextDep } else { sub.pointee.deps }
    if let nextDep, nextDep.pointee.dep == dep {
      sub.pointee.depsTail = nextDep
      return
    }
    let prevSub = dep.pointee.subsTail
    if let prevSub, prevSub.pointee.sub == sub, isValid(prevSub, sub) { return }
    let link = freeLinks ?? .allocate(capacity: 1)
    if freeLinks != nil { freeLinks = link.pointee.nextDep }
    link.initialize(
      to: AlienLinkBody(dep: dep, sub: sub, prevDep: prevDep, nextDep: nextDep, prevSub: prevSub))
    sub.pointee.depsTail = link
    dep.pointee.subsTail = link
    nextDep?.pointee.prevDep = link
    if let prevDep { prevDep.pointee.nextDep = link } else { sub.pointee.deps = link }
    if let prevSub { prevSub.pointee.nextSub = link } else { dep.pointee.subs = link }
  }

  /// Removes a link, and returns the next one of its subscriber.
  static func unlink(_ link: AlienLink) -> AlienLink? {
    let (dep, sub) = (link.pointee.dep, link.pointee.sub)
    let (prevDep, nextDep) = (link.pointee.prevDep, link.pointee.nextDep)
    let (prevSub, nextSub) = (link.pointee.prevSub, link.pointee.nextSub)
    if let nextDep { nextDep.pointee.prevDep = prevDep } else { sub.pointee.depsTail = prevDep }
    if let prevDep { prevDep.pointee.nextDep = nextDep } else { sub.pointee.deps = nextDep }
    if let nextSub { nextSub.pointee.prevSub = prevSub } else { dep.pointee.subsTail = prevSub }
    if let prevSub { prevSub.pointee.nextSub = nextSub } else { dep.pointee.subs = nextSub }
    link.pointee.nextDep = freeLinks
    freeLinks = link
    if dep.pointee.subs == nil, dep.pointee.body != nil {
      // The computed has no readers, so it drops its dependencies.
      var rest = dep.pointee.deps
      while let next = rest { rest = unlink(next) }
      dep.pointee.flags = [.mutable, .dirty]
    }
    return nextDep
  }

  private static func isValid(_ link: AlienLink, _ sub: AlienNode) -> Bool {
    var check = sub.pointee.depsTail
    while let next = check {
      if next == link { return true }
      check = next.pointee.prevDep
    }
    return false
  }

  static func propagate(_ first: AlienLink) {
    var link = first
    var next = first.pointee.nextSub
    var stack: ContiguousArray<AlienLink?> = []
    while true {
      let sub = link.pointee.sub
      var flags = sub.pointee.flags
      if flags.isDisjoint(with: [.running, .recursed, .dirty, .pending]) {
        sub.pointee.flags = flags.union(.pending)
      } else if flags.isDisjoint(with: [.running, .recursed]) {
        flags = []
      } else if !flags.contains(.running) {
        sub.pointee.flags = flags.subtracting(.recursed).union(.pending)
      } else if flags.isDisjoint(with: [.dirty, .pending]), isValid(link, sub) {
        sub.pointee.flags = flags.union([.recursed, .pending])
        flags.formIntersection(.mutable)
      } else {
        flags = []
      }
      if flags.contains(.watching) { queue.append(sub) }
      if flags.contains(.mutable), let below = sub.pointee.subs {
        if below.pointee.nextSub != nil {
          stack.append(next)
          next = below.pointee.nextSub
        }
        link = below
        continue
      }
      while next == nil, let last = stack.popLast() { next = last }
      guard let following = next else { return }
      link = following
      next = following.pointee.nextSub
    }
  }

  static func isStale(_ first: AlienLink, _ start: AlienNode) -> Bool {
    var (link, sub) = (first, start)
    var stack: ContiguousArray<AlienLink> = []
    var depth = 0
    search: while true {
      let dep = link.pointee.dep
      let flags = dep.pointee.flags
      var isDirty = false
      if sub.pointee.flags.contains(.dirty) {
        isDirty = true
      } else if flags.isSuperset(of: [.mutable, .dirty]) {
        if update(dep) {
          if let subs = dep.pointee.subs, subs.pointee.nextSub != nil { confirm(subs) }
          isDirty = true
        }
      } else if flags.isSuperset(of: [.mutable, .pending]), let deps = dep.pointee.deps {
        if link.pointee.nextSub != nil || link.pointee.prevSub != nil { stack.append(link) }
        (link, sub) = (deps, dep)
        depth += 1
        continue
      }
      if !isDirty, let next = link.pointee.nextDep {
        link = next
        continue
      }
      while depth > 0, let firstSub = sub.pointee.subs {
        depth -= 1
        let hasMany = firstSub.pointee.nextSub != nil
        link = hasMany ? stack.removeLast() : firstSub
        if isDirty {
          if update(sub) {
            if hasMany { confirm(firstSub) }
            sub = link.pointee.sub
            continue
          }
        } else {
          sub.pointee.flags.remove(.pending)
        }
        sub = link.pointee.sub
        if let next = link.pointee.nextDep {
          link = next
          continue search
        }
        isDirty = false
      }
      return isDirty
    }
  }

  private static func confirm(_ first: AlienLink) {
    var link: AlienLink? = first
    while let next = link {
      let sub = next.pointee.sub
      let flags = sub.pointee.flags
      if flags.contains(.pending), !flags.contains(.dirty) { sub.pointee.flags.insert(.dirty) }
      link = next.pointee.nextSub
    }
  }

  /// Updates a node, and returns whether its value has changed.
  private static func update(_ node: AlienNode) -> Bool {
    let old = node.pointee.value
    if node.pointee.flags.contains(.signal) {
      node.pointee.flags = [.mutable, .signal]
      node.pointee.value = node.pointee.next
    } else {
      node.pointee.value = track(node, [.mutable, .running])
    }
    return node.pointee.value != old
  }

  /// Runs a node's body, and records what it reads.
  static func track(_ node: AlienNode, _ flags: AlienFlags) -> Int {
    let outer = active
    active = node
    node.pointee.depsTail = nil
    node.pointee.flags = flags
    let value = node.pointee.body?() ?? 0
    active = outer
    node.pointee.flags.remove(.running)
    let tail = node.pointee.depsTail
    var rest = if let tail { tail.pointee.nextDep } else { node.pointee.deps }
    while let next = rest { rest = unlink(next) }
    return value
  }

  static func read(_ node: AlienNode) -> Int {
    let flags = node.pointee.flags
    if flags.contains(.dirty) || flags.contains(.pending) && isStale(node) {
      if update(node), let subs = node.pointee.subs { confirm(subs) }
    } else if flags.contains(.pending) {
      node.pointee.flags.remove(.pending)
    }
    if let active { link(node, active) }
    return node.pointee.value
  }

  private static func isStale(_ node: AlienNode) -> Bool {
    node.pointee.deps.map { isStale($0, node) } ?? false
  }

  static func write(_ node: AlienNode, _ value: Int) {
    if node.pointee.next == value { return }
    node.pointee.next = value
    node.pointee.flags = [.mutable, .signal, .dirty]
    guard let subs = node.pointee.subs else { return }
    propagate(subs)
    var place = 0
    while place < queue.count {
      let effect = queue[place]
      place += 1
      let flags = effect.pointee.flags
      if flags.contains(.dirty) || flags.contains(.pending) && isStale(effect) {
        _ = track(effect, [.watching, .running])
      } else {
        effect.pointee.flags.remove(.pending)
      }
    }
    queue.removeAll(keepingCapacity: true)
  }
}
