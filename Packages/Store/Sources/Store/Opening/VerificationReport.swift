internal import Models

/// The findings of ``KeyValueStore/verify()``.
public struct VerificationReport: Sendable, Equatable {
  /// A damaged row; names and identifiers are equal if their bytes are.
  public struct Row: Sendable, Hashable {
    private let tableKey: ExactKey
    private let key: ExactKey

    init(table: String, id: String) { (tableKey, key) = (ExactKey(table), ExactKey(id)) }

    /// The name of the table, or its number if the name is unknown.
    public var table: String { tableKey.text }
    /// The identifier, as far as it can be read.
    public var id: String { key.text }
  }

  /// The damaged rows.
  ///
  /// Many can be deleted by identifier. A row whose identifier is itself damaged cannot: the report then shows what is
  /// left of it, which may be the identifier of another row. Read a row before you delete it.
  public internal(set) var damagedRows: [Row] = []

  /// The problems of the file's structure, as SQLite's own check found them, of its tables and of its caches.
  public internal(set) var fileProblems: [String] = []

  /// Whether no problem was found.
  public var isIntact: Bool { damagedRows.isEmpty && fileProblems.isEmpty }
}
