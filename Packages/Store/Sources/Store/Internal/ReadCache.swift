internal import Synchronization

/// Recently read values, decoded, for a store that nobody else can write.
///
/// A value enters only if no commit began or ended since before it was read, and leaves before the
/// commit that changes it; so a hit is always the committed value.
final class ReadCache: Sendable {
  struct Key: Hashable, Sendable {
    var table: Int64
    var id: ExactID
  }

  /// Proof that no commit happened since it was taken.
  struct Ticket: Sendable {
    fileprivate var generation: UInt64
  }

  fileprivate struct Slot: Sendable {
    var key: Key
    var value: any Sendable
    var expires: Int64?
    var cost: Int
    var wasUsed: Bool
  }

  /// Slots in a ring: the hand passes used ones once before it evicts them (CLOCK).
  fileprivate struct State {
    var index: [Key: Int] = [:]
    var slots: [Slot] = []
    var hand = 0
    var cost = 0
    var generation: UInt64 = 0
    var isCommitting = false
  }

  private let state = Mutex(State())
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
  }

  func value<Value: Sendable>(
    _ type: Value.Type, table: Int64, id: String, now: () -> Int64
  ) -> Value? {
    let key = Key(table: table, id: ExactID(id))
    let hit = state.withLock { state -> (value: any Sendable, expires: Int64?)? in
      guard let position = state.index[key] else { return nil }
      state.slots[position].wasUsed = true
      return (state.slots[position].value, state.slots[position].expires)
    }
    guard let hit, hit.expires.map({ $0 > now() }) ?? true else { return nil }
    return hit.value as? Value
  }

  func ticket() -> Ticket? {
    state.withLock { $0.isCommitting ? nil : Ticket(generation: $0.generation) }
  }

  func insert(
    _ value: any Sendable, cost: Int, expires: Int64?, table: Int64, id: String, _ ticket: Ticket?
  ) {
    guard let ticket, cost <= capacity / 8 else { return }
    let key = Key(table: table, id: ExactID(id))
    state.withLock { state in
      guard !state.isCommitting, state.generation == ticket.generation else { return }
      if let position = state.index[key] { state.remove(at: position) }
      while state.cost + cost > capacity, !state.slots.isEmpty { state.evict() }
      state.index[key] = state.slots.count
      state.slots.append(
        Slot(key: key, value: value, expires: expires, cost: cost, wasUsed: false))
      state.cost += cost
    }
  }

  /// Forgets what is about to change and accepts nothing until `commitEnded`.
  func commitBegins(_ changes: ChangeLog) {
    state.withLock { state in
      state.isCommitting = true
      state.generation &+= 1
      for (table, extent) in changes.tables {
        switch extent {
        case .ids(let ids):
          for id in ids {
            if let position = state.index[Key(table: table, id: id)] {
              state.remove(at: position)
            }
          }
        case .anything:
          for position in state.slots.indices.reversed()
          where state.slots[position].key.table == table {
            state.remove(at: position)
          }
        }
      }
    }
  }

  func commitEnded() {
    state.withLock { $0.isCommitting = false }
  }
}

extension ReadCache.State {
  fileprivate mutating func evict() {
    if hand >= slots.count { hand = 0 }
    while slots[hand].wasUsed {
      slots[hand].wasUsed = false
      hand = (hand + 1) % slots.count
    }
    remove(at: hand)
  }

  /// Fills the gap with the last slot.
  fileprivate mutating func remove(at position: Int) {
    let removed = slots[position]
    cost -= removed.cost
    index[removed.key] = nil
    let last = slots.removeLast()
    guard position < slots.count else { return }
    slots[position] = last
    index[last.key] = position
  }
}
