internal import Models

/// The changes of a transaction, kept until its commit is published.
struct ChangeLog: Sendable {
  /// The changes of one table; many identifiers collapse into "anything".
  enum Extent: Sendable {
    case ids(Set<ExactKey>)
    case anything
  }

  /// Stands for the application's own tables; no table of the store has this number.
  static let database: Int64 = 0

  private(set) var tables: [Int64: Extent] = [:]
  private let recordsIDs: Bool

  /// Beyond this many identifiers it is cheaper to ask observers to look again.
  private static let limit = 512

  init(recordsIDs: Bool) {
    self.recordsIDs = recordsIDs
  }

  var isEmpty: Bool { tables.isEmpty }

  mutating func note(_ id: String, in table: Int64) {
    switch tables[table] {
    case .anything: break
    case .ids(var ids):
      // Taken out first, so that the set is not copied for each identifier.
      tables[table] = .anything
      ids.insert(ExactKey(id))
      if ids.count <= Self.limit { tables[table] = .ids(ids) }
    case nil: tables[table] = recordsIDs ? .ids([ExactKey(id)]) : .anything
    }
  }

  mutating func noteAnything(in table: Int64) { tables[table] = .anything }

  /// Whether the changes may concern a table's range.
  func touches(_ table: Int64, _ range: IDRange) -> Bool {
    switch tables[table] {
    case nil: false
    case .anything: true
    case .ids(let ids): ids.contains { range.contains($0.text) }
    }
  }
}
