/// The file that keeps entries between runs.
///
/// ```swift
/// HistoryFile(path: folder + "/history", redact: { $0.contains("password") ? nil : $0 })
/// ```
///
/// The file is text: a first line that names the format, then one entry a line, `\n` and `\\`
/// standing for a line break and a backslash. Several programs may use one file at a time: an
/// entry is appended in one write under a lock. An entry that starts with a space is not kept.
public struct HistoryFile: Sendable {
  /// The file; it and its folder are made when missing, readable by their owner only.
  public var path: String
  /// The number of entries to keep, 5000 by default.
  ///
  /// The oldest entries are removed when the file has more than twice as many.
  public var limit: Int
  /// Returns the version of an entry to keep: the entry, a version with its secrets replaced, or nil for none.
  ///
  /// Called on the editor's thread before the entry is remembered anywhere.
  public var redact: @Sendable (String) -> String?

  /// Names a file and what may be kept in it.
  public init(
    path: String, limit: Int = 5000, redact: @escaping @Sendable (String) -> String? = { $0 }
  ) {
    self.path = path
    self.limit = max(1, limit)
    self.redact = redact
  }
}
