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

  /// Compares paths by section, then by row.
  public static func < (first: ListPath, second: ListPath) -> Bool {
    (first.section, first.row) < (second.section, second.row)
  }

  /// The two positions, as `section.row`.
  public var description: String { "\(section).\(row)" }
}
