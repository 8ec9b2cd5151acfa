/// An object that a ``Roster`` can hold.
@MainActor
protocol RosterMember: AnyObject {
  /// Where it stands; the roster alone writes it. Negative while it is in none.
  var place: Int { get set }
}

/// Members in the order in which they joined.
///
/// Each member knows its place, so leaving makes a hole and moves nobody. Holes are closed by
/// ``closeHoles()``, never by leaving, so that a loop over `slots` stays valid.
///
/// - Complexity: Joining and leaving are amortised O(1).
@MainActor
struct Roster<Member: RosterMember> {
  private(set) var slots: [Member?] = []
  private(set) var count = 0
  /// No member stands before it.
  private var head = 0

  nonisolated init() {}

  var first: Member? { count == 0 ? nil : slots[head] }

  var members: [Member] {
    // No closure: an isolated one that is handed to the standard library asks for its actor each time.
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

  /// Removes the member at a place; nothing when that is negative.
  ///
  /// - Returns: The member, whose end may run the user's code, which may come back to the roster.
  @discardableResult
  mutating func remove(at place: Int) -> Member? {
    guard place >= 0, let member = slots[place] else { return nil }
    member.place = -1
    slots[place] = nil
    count -= 1
    while head < slots.count, slots[head] == nil { head += 1 }
    return member
  }

  /// Fewer slots than this are passed over faster than their holes are closed (benchmark:
  /// `signalObserveAndCancel`).
  private static var leastSlots: Int { 16 }

  /// Closes the holes once they outnumber the members, so that leaving is O(1).
  mutating func closeHoles() {
    guard slots.count > Self.leastSlots, slots.count > 2 * count else { return }
    let standing = members
    slots.removeAll(keepingCapacity: true)
    (count, head) = (0, 0)
    for member in standing { append(member) }
  }
}
