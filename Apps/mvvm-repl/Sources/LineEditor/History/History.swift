/// The entries of this and earlier runs, oldest first.
struct History: Sendable {
  private(set) var entries: [String]

  init(_ entries: [String] = []) { self.entries = entries }

  /// Adds an entry unless it repeats the last one.
  ///
  /// - Returns: Whether it was added.
  mutating func add(_ entry: String) -> Bool {
    guard entry != entries.last else { return false }
    entries.append(entry)
    return true
  }

  /// Changes each entry, and removes an entry that becomes empty.
  ///
  /// - Returns: Whether an entry has changed.
  mutating func revise(_ change: (String) -> String) -> Bool {
    let revised = entries.map(change).filter { !$0.isEmpty }
    defer { entries = revised }
    return revised != entries
  }

  /// The newest entry before `index` that starts with `prefix` and differs from `other`.
  func previous(before index: Int, prefix: String, otherThan other: String) -> Int? {
    entries[..<index].lastIndex { $0.hasPrefix(prefix) && $0 != other }
  }

  /// The oldest entry after `index` that starts with `prefix` and differs from `other`.
  func next(after index: Int, prefix: String, otherThan other: String) -> Int? {
    guard index + 1 < entries.count else { return nil }
    return entries[(index + 1)...].firstIndex { $0.hasPrefix(prefix) && $0 != other }
  }

  /// The entries that contain `pattern`, ignoring case, the newest first and without duplicates.
  func matches(of pattern: String) -> [String] {
    let wanted = pattern.lowercased()
    var seen: Set<String> = []
    return entries.reversed().filter {
      (wanted.isEmpty || $0.lowercased().contains(wanted)) && seen.insert($0).inserted
    }
  }

  /// The entries that start with `text` and are longer, newest first, at most `limit`.
  func continuations(of text: String, limit: Int) -> some Sequence<String> {
    entries.lazy.reversed().filter { $0.utf8.count > text.utf8.count && $0.hasPrefix(text) }
      .prefix(limit)
  }
}
