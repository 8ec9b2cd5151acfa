/// The batch of a record while it is put together.
@usableFromInline
struct EditSummary<Element: Identifiable> {
  @usableFromInline typealias Former = EditRecord<Element>.Former
  @usableFromInline let rows: [Element]
  @usableFromInline var provenance: Provenance
  /// The rows that went, by their positions before, as they were before the transaction.
  @usableFromInline var gone: [Former] = []
  /// The others that were given to an update, likewise.
  @usableFromInline var touched: [Former] = []

  @inlinable
  init(_ record: EditRecord<Element>, _ rows: [Element]) {
    self.rows = rows
    provenance = record.table.provenance
    gone.reserveCapacity(record.gone.count)
    touched.reserveCapacity(record.touched.count)
    let touchedOrder = order(of: record.touched.map(\.origin))
    var next = 0
    /// Takes over the touched rows up to a position, and returns the one that is there.
    func row(at origin: Int) -> Former? {
      var found: Former?
      while next < touchedOrder.count {
        let former = record.touched[touchedOrder[next]]
        if former.origin > origin { break }
        next += 1
        if former.origin == origin {
          found = found ?? former
        } else if former.origin != touched.last?.origin {
          touched.append(former)
        }
      }
      return found
    }
    for index in order(of: record.gone.map(\.origin)) {
      let former = record.gone[index]
      gone.append(row(at: former.origin) ?? former)
    }
    _ = row(at: .max)
  }

  /// A row that went and came again has stayed.
  @inlinable
  mutating func findRowsThatCameBack() {
    if gone.isEmpty || provenance.countAfter + gone.count == provenance.countBefore { return }
    let identities = SmallIndex(gone.map(\.row.id))
    var back: [(new: Int, old: Int)] = []
    var returned = Set<Int>()
    for position in provenance.inserted.joined() {
      guard let index = identities.index(of: rows[position].id) else { continue }
      back.append((position, gone[index].origin))
      returned.insert(index)
    }
    if back.isEmpty { return }
    provenance = provenance.keeping(back)
    for index in gone.indices where returned.contains(index) { touched.append(gone[index]) }
    gone = gone.indices.filter { !returned.contains($0) }.map { gone[$0] }
  }

  @inlinable
  func changes(_ traits: ListTraits<Element>) -> RowChanges<Element> {
    var inserted: [Element] = []
    let insertedRanges = provenance.inserted
    for range in insertedRanges { inserted.append(contentsOf: rows[range]) }
    var changed: [ListRowUpdate<Element>] = []
    if !touched.isEmpty {
      let goals = PieceFinder(provenance.inverted)
      for former in touched {
        guard let goal = goals.origin(of: former.origin), !traits.areEqual(former.row, rows[goal])
        else { continue }
        changed.append(
          ListRowUpdate(from: former.origin, to: goal, old: former.row, new: rows[goal]))
      }
    }
    var removed = ListRuns<Element>()
    for former in gone { removed.append(former.row, at: former.origin) }
    let updated = order(of: changed.map(\.to)).map { changed[$0] }
    return RowChanges(
      provenance, removed: removed, inserted: ListRuns(ranges: insertedRanges, elements: inserted),
      updated: updated)
  }
}

/// The indexes of small numbers in rising order of these; equal ones keep theirs.
@usableFromInline
func order(of numbers: [Int]) -> [Int] {
  if numbers.count < 2 { return Array(numbers.indices) }
  var keys = numbers.enumerated().map { UInt64($0.element) << 32 | UInt64($0.offset) }
  keys.sort()
  return keys.map { Int($0 & 0xFFFF_FFFF) }
}

/// Finds identities among a few.
@usableFromInline
struct SmallIndex<ID: Hashable> {
  @usableFromInline let identities: [ID]
  /// Where each is, when there are too many to look at one after the other.
  @usableFromInline var table: [ID: Int] = [:]

  @inlinable
  init(_ identities: [ID]) {
    self.identities = identities
    if identities.count > ListTuning.searchedIdentities {
      table = Dictionary(
        zip(identities, identities.indices), uniquingKeysWith: { first, _ in first })
    }
  }

  @inlinable
  func index(of identity: ID) -> Int? {
    identities.count > ListTuning.searchedIdentities
      ? table[identity] : identities.firstIndex(of: identity)
  }
}
