/// A range that a field can be asked to lie in: any of the standard library's.
public protocol FieldRange<Bound> {
  /// The type of the field.
  associatedtype Bound

  /// The first value of the range; nil when it is open below.
  var lowerFieldBound: Bound? { get }

  /// The last value of the range and whether it belongs to it; nil when it is open above.
  var upperFieldBound: (value: Bound, isIncluded: Bool)? { get }
}

extension ClosedRange: FieldRange {
  /// The first value.
  public var lowerFieldBound: Bound? { lowerBound }
  /// The last value, included.
  public var upperFieldBound: (value: Bound, isIncluded: Bool)? { (upperBound, true) }
}

extension Range: FieldRange {
  /// The first value.
  public var lowerFieldBound: Bound? { lowerBound }
  /// The bound above, excluded.
  public var upperFieldBound: (value: Bound, isIncluded: Bool)? { (upperBound, false) }
}

extension PartialRangeFrom: FieldRange {
  /// The first value.
  public var lowerFieldBound: Bound? { lowerBound }
  /// None.
  public var upperFieldBound: (value: Bound, isIncluded: Bool)? { nil }
}

extension PartialRangeUpTo: FieldRange {
  /// None.
  public var lowerFieldBound: Bound? { nil }
  /// The bound above, excluded.
  public var upperFieldBound: (value: Bound, isIncluded: Bool)? { (upperBound, false) }
}

extension PartialRangeThrough: FieldRange {
  /// None.
  public var lowerFieldBound: Bound? { nil }
  /// The last value, included.
  public var upperFieldBound: (value: Bound, isIncluded: Bool)? { (upperBound, true) }
}
