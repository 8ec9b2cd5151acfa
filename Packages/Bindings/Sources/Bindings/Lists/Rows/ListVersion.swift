/// A version of a list, as a reader has seen it.
public struct ListVersion: Hashable, Sendable, CustomStringConvertible {
  @usableFromInline let number: Int
  /// The number of rows of the version.
  public let count: Int

  @inlinable
  init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// The number of rows and the number of the version, as text.
  public var description: String { "\(count) \(count == 1 ? "row" : "rows"), version \(number)" }
}
