/// A section of a list: a header value, whose identity is the section's, and its rows.
///
/// ```swift
/// let today = ListSection(Day(id: "today"), rows: [first, second])
/// ```
public struct ListSection<Header: Identifiable, Element: Identifiable>: Identifiable {
  /// What the section is about.
  public var header: Header
  /// The rows of the section.
  public var rows: [Element]

  /// Makes a section.
  public init(_ header: Header, rows: [Element] = []) {
    self.header = header
    self.rows = rows
  }

  /// The identity of the header.
  public var id: Header.ID { header.id }
}

extension ListSection: Equatable where Header: Equatable, Element: Equatable {}
extension ListSection: Sendable where Header: Sendable, Element: Sendable {}

/// The place of a row in a list with sections.
public struct ListPath: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The position of the section.
  public var section: Int
  /// The position of the row in its section.
  public var row: Int

  /// Makes a path.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// Paths are ordered by section, then by row.
  public static func < (first: ListPath, second: ListPath) -> Bool {
    (first.section, first.row) < (second.section, second.row)
  }

  /// The two positions, as `section.row`.
  public var description: String { "\(section).\(row)" }
}

/// A header for sections that are nothing but a key.
public struct ListKey<Key: Hashable>: Identifiable, Hashable, CustomStringConvertible {
  /// The key, which is the section's identity.
  public let key: Key

  /// Makes a header.
  public init(_ key: Key) { self.key = key }

  /// The key.
  public var id: Key { key }

  /// The key as text.
  public var description: String { "\(key)" }
}

extension ListKey: Sendable where Key: Sendable {}
