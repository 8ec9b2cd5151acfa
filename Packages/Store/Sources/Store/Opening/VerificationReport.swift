/// The findings of ``KeyValueStore/verify()``.
public struct VerificationReport: Sendable, Equatable {
  /// A row that is not what was written.
  public struct Row: Sendable, Hashable {
    /// The name of its table, or its number when that is unknown.
    public let table: String
    /// Its identifier, as far as it can be read.
    public let id: String
  }

  /// The damaged rows; deleting them by identifier repairs the store.
  public internal(set) var damagedRows: [Row] = []

  /// The findings of SQLite's own check of the file's structure.
  public internal(set) var fileProblems: [String] = []

  /// Whether nothing was found.
  public var isIntact: Bool { damagedRows.isEmpty && fileProblems.isEmpty }
}
