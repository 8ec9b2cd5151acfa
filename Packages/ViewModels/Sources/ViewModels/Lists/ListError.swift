/// A mistake in what was asked of a list.
///
/// ```swift
/// do { try list.remove(at: ListPath(section: 0, row: 9)) } catch { print(error.message) }
/// ```
/// Nothing has changed when it is thrown.
public struct ListError: Error, Sendable, CustomStringConvertible {
  /// The reason, for programs.
  public enum Code: String, Sendable {
    /// There is no such section.
    case section
    /// There is no such row, or no such place for one.
    case row
    /// A cell was given that a list has already, or twice.
    case duplicateCell
    /// A section was given that a list has already.
    case duplicateSection
    /// The cell, section, header or footer is not in this list.
    case notInList
    /// There is no such page.
    case page
  }

  /// The reason, for programs.
  public let code: Code
  /// The mistake and its remedy, for people.
  public let message: String
  /// There is no other error beneath.
  public var cause: (any Error)? { nil }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

extension ListError {
  static func noSection(_ index: Int, of count: Int) -> ListError {
    ListError(
      .section,
      count == 0
        ? "There is no section \(index): the list has none. Add one, or leave the section out."
        : "There is no section \(index); the last one is \(count - 1).")
  }

  static func noRow(_ row: Int, in section: Int, of count: Int) -> ListError {
    ListError(
      .row,
      count == 0
        ? "There is no row \(row): section \(section) is empty."
        : "There is no row \(row) in section \(section); the last one is \(count - 1).")
  }

  static func noRows(_ rows: Range<Int>, in section: Int, of count: Int) -> ListError {
    ListError(
      .row,
      rows.isEmpty
        ? "There is no place \(rows.lowerBound) in section \(section), which has \(count) rows."
        : "Rows \(rows.lowerBound) to \(rows.upperBound - 1) are not all in section \(section), which has "
          + "\(count).")
  }

  static func noPlace(_ row: Int, in section: Int, of count: Int) -> ListError {
    ListError(
      .row,
      "A row cannot be put at \(row) of section \(section); it has \(count), so 0 to \(count) are "
        + "possible.")
  }

  static func noPage(_ page: Int) -> ListError {
    ListError(.page, "There is no page \(page). Pages begin at 0.")
  }

  static func notInList(_ what: Any) -> ListError {
    ListError(.notInList, "This \(type(of: what)) is not in the list. Add it first.")
  }
}
