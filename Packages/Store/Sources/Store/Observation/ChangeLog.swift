internal import Models

/// The changes of a transaction, collected until its commit is published.
struct ChangeLog: Sendable {
  /// The changes of one table; above a limit of identifiers, they become `anything`.
  enum Extent: Sendable {
    case ids(Set<ExactKey>)
    case anything
  }

  /// The number that stands for the application's own tables; no table of the store has it.
  static let database: Int64 = 0

  private(set) var tables: [Int64: Extent] = [:]
  private let recordsIDs: Bool

  /// The maximum number of recorded identifiers; above it, it is cheaper to let all observers of the table read again.
  private static let limit = 512

  init(recordsIDs: Bool) {
    self.recordsIDs = recordsIDs
  }

  var isEmpty: Bool { tables.isEmpty }

  mutating func note(_ id: String, in table: Int64) {
    switch tables[table] {
    case .anything: break
    case .ids(var ids):
      // The set is taken out of the dictionary first, so that it is not copied for each identifier.
      tables[table] = .anything
      ids.insert(ExactKey(id))
      if ids.count <= Self.limit { tables[table] = .ids(ids) }
    case nil: tables[table] = recordsIDs ? .ids([ExactKey(id)]) : .anything
    }
  }

  mutating func noteAnything(in table: Int64) { tables[table] = .anything }

  /// Whether the changes may affect a range of a table.
  func touches(_ table: Int64, _ range: IDRange) -> Bool {
    switch tables[table] {
    case nil: false
    case .anything: true
    case .ids(let ids): ids.contains { range.contains($0.text) }
    }
  }
}
