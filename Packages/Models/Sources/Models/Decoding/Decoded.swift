/// A value that was read, and everything that was dropped, replaced or converted on the way.
///
/// ```swift
/// let decoded = try ModelDecoder(.lossy).decodeReporting([News].self, from: data)
/// decoded.value.count + decoded.problems.filter { $0.effect == .dropped }.count
/// ```
public struct Decoded<Value> {
  /// The value.
  public var value: Value
  /// What was not as it should be, in the order of the document; empty when all was well.
  public var problems: [JSONProblem]
  /// Whether nothing was dropped, replaced or converted.
  public var isComplete: Bool { problems.isEmpty }

  /// Makes a result.
  public init(value: Value, problems: [JSONProblem] = []) {
    self.value = value
    self.problems = problems
  }
}

extension Decoded: Sendable where Value: Sendable {}
extension Decoded: Equatable where Value: Equatable {}
