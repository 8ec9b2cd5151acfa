/// A decoded value, with a report of everything that was dropped, replaced or converted.
///
/// ```swift
/// let decoded = try ModelDecoder(.lossy).decodeReporting([News].self, from: data)
/// print(decoded.value.count, decoded.problemCount, decoded.problems.first ?? "complete")
/// ```
public struct Decoded<Value> {
  /// The value.
  public var value: Value
  /// The first hundred problems, in document order; empty if there were none.
  ///
  /// A model's own failed attempt leaves no problems if it asks a container for the value, unlike `try? A(from:)`.
  public var problems: [JSONProblem] = []
  /// The total number of problems, including those not listed.
  public var problemCount = 0
  /// Whether nothing was dropped, replaced or converted.
  public var isComplete: Bool { problemCount == 0 }
}

extension Decoded: Sendable where Value: Sendable {}
extension Decoded: Equatable where Value: Equatable {}
