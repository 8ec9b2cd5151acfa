import DisplayWidth
public import ViewModels

extension DynamicValue {
  /// The value as it is written in a statement: as Swift writes it, with nothing in it that a terminal would obey.
  public var literal: String { description.printableLine }
}
