/// A section of a list: a header value, whose identity is the identity of the section, and the rows.
///
/// ```swift
/// let today = ListSection(Day(id: "today"), rows: [first, second])
/// ```
public struct ListSection<Header: Identifiable, Element: Identifiable>: Identifiable {
  /// The header of the section.
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
