/// A view-model that can say how many rows there are, and no more than that.
///
/// For a view that asks row by row. Anything that has rows can conform; a ``ListViewModel`` does.
/// ```swift
/// extension Newspaper: RowCounting {
///   func rowCount(in section: Int) -> Int { articles.count }
/// }
/// ```
@MainActor
public protocol RowCounting {
  /// How many sections there are; one, unless declared.
  var sectionCount: Int { get }

  /// How many rows a section has; 0 for a section that there is not.
  func rowCount(in section: Int) -> Int
}

extension RowCounting {
  /// One section.
  public var sectionCount: Int { 1 }
}
