internal import Models

/// The findings of ``KeyValueStore/verify()``.
public struct VerificationReport: Sendable, Equatable {
  /// A row that is not what was written; names and identifiers are the same when their bytes are.
  public struct Row: Sendable, Hashable {
    private let tableKey: ExactKey
    private let key: ExactKey

    init(table: String, id: String) { (tableKey, key) = (ExactKey(table), ExactKey(id)) }

    /// The name of its table, or its number when that is unknown.
    public var table: String { tableKey.text }
    /// Its identifier, as far as it can be read.
    public var id: String { key.text }
  }

  /// The damaged rows; deleting them by identifier repairs the store.
  public internal(set) var damagedRows: [Row] = []

  /// The findings of SQLite's own check of the file's structure.
  public internal(set) var fileProblems: [String] = []

  /// Whether nothing was found.
  public var isIntact: Bool { damagedRows.isEmpty && fileProblems.isEmpty }
}
