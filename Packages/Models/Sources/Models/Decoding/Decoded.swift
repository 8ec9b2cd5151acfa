/// A value that was read, and everything that was dropped, replaced or converted on the way.
///
/// ```swift
/// let decoded = try ModelDecoder(.lossy).decodeReporting([News].self, from: data)
/// print(decoded.value.count, decoded.problemCount, decoded.problems.first ?? "complete")
/// ```
public struct Decoded<Value> {
  /// The value.
  public var value: Value
  /// The first hundred problems that were found, in the order of the document; empty when all was well.
  ///
  /// A decode that a model tries and gives up leaves none, if a container is asked for the value, unlike `try? A(from:)`.
  public var problems: [JSONProblem] = []
  /// The number of problems, listed or not.
  public var problemCount = 0
  /// Whether nothing was dropped, replaced or converted.
  public var isComplete: Bool { problemCount == 0 }
}

extension Decoded: Sendable where Value: Sendable {}
extension Decoded: Equatable where Value: Equatable {}
