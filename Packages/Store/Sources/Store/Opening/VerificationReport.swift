internal import Models

/// The findings of ``KeyValueStore/verify()``.
public struct VerificationReport: Sendable, Equatable {
  /// A row that is not what was written.
  public struct Row: Sendable, Hashable {
    /// The name of its table, or its number when that is unknown.
    public let table: String
    /// Its identifier, as far as it can be read.
    public let id: String

    /// Whether both are the same row; names and identifiers are the same when their bytes are.
    public static func == (left: Row, right: Row) -> Bool {
      ExactKey(left.table) == ExactKey(right.table) && ExactKey(left.id) == ExactKey(right.id)
    }

    /// Feeds the bytes of the name and the identifier.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ExactKey(table))
      hasher.combine(ExactKey(id))
    }
  }

  /// The damaged rows; deleting them by identifier repairs the store.
  public internal(set) var damagedRows: [Row] = []

  /// The findings of SQLite's own check of the file's structure.
  public internal(set) var fileProblems: [String] = []

  /// Whether nothing was found.
  public var isIntact: Bool { damagedRows.isEmpty && fileProblems.isEmpty }
}
