/// An object that a ``Roster`` can hold.
@MainActor
protocol RosterMember: AnyObject {
  /// The index of the member in the roster, written by the roster only; negative outside of a roster.
  var place: Int { get set }
}

/// A list of members in the order in which they joined.
///
/// Each member stores its index, so removing it only leaves an empty slot. Only ``closeHoles()`` removes
/// empty slots, so that a loop over `slots` stays valid while members leave.
///
/// - Complexity: Joining and leaving are amortised O(1).
@MainActor
struct Roster<Member: RosterMember> {
  private(set) var slots: [Member?] = []
  private(set) var count = 0
  /// All slots before this index are empty.
  private var head = 0

  nonisolated init() {}

  var first: Member? { count == 0 ? nil : slots[head] }

  var members: [Member] {
    // Uses no closure, because the standard library would check the actor of an isolated closure at each call.
    var found: [Member] = []
    for case let member? in slots { found.append(member) }
    return found
  }

  mutating func append(_ member: Member) {
    member.place = slots.count
    slots.append(member)
    count += 1
  }

  mutating func remove(_ member: Member) { remove(at: member.place) }

  /// Removes the member at an index; has no effect for a negative index.
  ///
  /// - Returns: The member, whose deinit may run user code that accesses the roster again.
  @discardableResult
  mutating func remove(at place: Int) -> Member? {
    guard place >= 0, let member = slots[place] else { return nil }
    member.place = -1
    slots[place] = nil
    count -= 1
    while head < slots.count, slots[head] == nil { head += 1 }
    return member
  }

  /// The number of slots below which skipping empty slots is faster than removing them (benchmark:
  /// `signalObserveAndCancel`).
  private static var leastSlots: Int { 16 }

  /// Removes empty slots once they outnumber the members, so that removing a member is amortised O(1).
  mutating func closeHoles() {
    guard slots.count > Self.leastSlots, slots.count > 2 * count else { return }
    let standing = members
    slots.removeAll(keepingCapacity: true)
    (count, head) = (0, 0)
    for member in standing { append(member) }
  }
}
