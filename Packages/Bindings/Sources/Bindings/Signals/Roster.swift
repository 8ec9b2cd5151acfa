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

  /// The oldest member.
  var first: Member? { count == 0 ? nil : slots[head] }

  /// The members, the oldest first.
  var members: [Member] { slots.compactMap { $0 } }

  mutating func append(_ member: Member) {
    member.place = slots.count
    slots.append(member)
    count += 1
  }

  mutating func remove(_ member: Member) { remove(at: member.place) }

  /// Removes the member at a place; nothing when that is negative.
  mutating func remove(at place: Int) {
    guard place >= 0 else { return }
    slots[place]?.place = -1
    slots[place] = nil
    count -= 1
    while head < slots.count, slots[head] == nil { head += 1 }
  }

  /// Fewer slots than this are passed over faster than their holes are closed.
  private static var leastSlots: Int { 16 }

  /// Closes the holes once they outnumber the members, so that leaving is O(1).
  mutating func closeHoles() {
    guard slots.count > Self.leastSlots, slots.count > 2 * count else { return }
    slots.removeAll { $0 == nil }
    for (place, member) in slots.enumerated() { member?.place = place }
    head = 0
  }
}
