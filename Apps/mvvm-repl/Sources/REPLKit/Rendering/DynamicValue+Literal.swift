import DisplayWidth
import ViewModels

extension DynamicValue {
  /// The value in Swift syntax, as in a statement, with characters escaped that a terminal would interpret.
  public var literal: String { description.printableLine }
}
