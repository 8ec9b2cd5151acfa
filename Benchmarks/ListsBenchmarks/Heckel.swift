/// Heckel's diff algorithm (CACM 21.4, 1978) as it is usually written for lists with identities, with a symbol table of
/// objects, and a move for each row whose position the offset does not explain.
enum Heckel {
  struct Result {
    var removed: [Int] = []
    var inserted: [Int] = []
    var moved: [(from: Int, to: Int)] = []
    var updated: [(from: Int, to: Int)] = []
  }

  private final class Entry {
    var oldIndexes: [Int] = []
    var newCount = 0
  }

  private enum Reference {
    case entry(Entry)
    case other(Int)
  }

  static func changes<Row: Identifiable & Equatable>(from old: [Row], to new: [Row]) -> Result {
    var table: [Row.ID: Entry] = [:]
    var newReferences: [Reference] = []
    newReferences.reserveCapacity(new.count)
    for row in new {
      let entry = table[row.id] ?? Entry()
      table[row.id] = entry
      entry.newCount += 1
      newReferences.append(.entry(entry))
    }
    var oldReferences: [Reference] = []
    oldReferences.reserveCapacity(old.count)
    for (index, row) in old.enumerated() {
      let entry = table[row.id] ?? Entry()
      table[row.id] = entry
      entry.oldIndexes.append(index)
      oldReferences.append(.entry(entry))
    }

    for (index, reference) in newReferences.enumerated() {
      if case .entry(let entry) = reference, entry.newCount > 0,
        let oldIndex = entry.oldIndexes.first
      {
        newReferences[index] = .other(oldIndex)
        oldReferences[oldIndex] = .other(index)
        entry.oldIndexes.removeFirst()
      }
    }

    var result = Result()
    var removedBefore = [Int](repeating: 0, count: old.count)
    for index in old.indices {
      removedBefore[index] = result.removed.count
      if case .entry = oldReferences[index] { result.removed.append(index) }
    }
    for (index, reference) in newReferences.enumerated() {
      guard case .other(let oldIndex) = reference else {
        result.inserted.append(index)
        continue
      }
      if old[oldIndex] != new[index] { result.updated.append((oldIndex, index)) }
      if oldIndex - removedBefore[oldIndex] + result.inserted.count != index {
        result.moved.append((oldIndex, index))
      }
    }
    return result
  }
}
