/// A position in a JSON text: line, column and byte offset.
///
/// Lines and columns start at 1; a column is one Unicode scalar, so `中` counts as one.
public struct JSONPosition: Hashable, Sendable {
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int
  /// The offset from the start of the text in bytes of UTF-8, from 0.
  public var offset: Int
}

extension JSONPosition: CustomStringConvertible {
  /// `line:column`.
  public var description: String { "\(line):\(column)" }
}
