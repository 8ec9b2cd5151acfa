public import Bindings
public import ViewModels

/// A view-model whose values have keys instead of names: a store, a cache, a table.
///
/// At the prompt its values are written with a subscript: `store["k"]`, `store["k"] = 3`,
/// `watch store["k"]`. The names beside them, such as `store.count`, come from its schema.
///
/// ```swift
/// final class Notes: KeyedViewModel {
///   let first = Property<DynamicValue>(.null)
///   static let schema = ViewModelSchema(Notes.self, "Notes by number.", members: [])
///   func element(_ key: DynamicValue) -> KeyedElement {
///     KeyedElement(first) { [first] in first.value = $0 }
///   }
/// }
/// ```
@MainActor
public protocol KeyedViewModel: ViewModel {
  /// The keys that completion offers.
  var suggestedKeys: [DynamicValue] { get }

  /// Gets a key ready, so that ``element(_:)`` has its value; called before it, wherever a person
  /// can wait.
  ///
  /// - Throws: Why the value cannot be had; shown as it describes itself.
  func load(_ key: DynamicValue) async throws

  /// The value of a key, `nil` where there is none.
  ///
  /// - Throws: ``/ViewModels/ViewModelError`` when this can be no key.
  func element(_ key: DynamicValue) throws(ViewModelError) -> KeyedElement
}

extension KeyedViewModel {
  /// No keys.
  public var suggestedKeys: [DynamicValue] { [] }

  /// Does nothing: all values are at hand.
  public func load(_ key: DynamicValue) async throws {}
}

/// A value behind a key of a ``KeyedViewModel``: observed, and set if it can be.
@MainActor
public struct KeyedElement {
  /// The value; the one that is read, watched and computed with.
  public let source: any ObservableValue<DynamicValue>
  let set: (@MainActor (DynamicValue) async throws -> Void)?

  /// Creates an element; `set` changes the value and returns when that is done, and is `nil` when it cannot be set.
  public init(
    _ source: any ObservableValue<DynamicValue>,
    set: (@MainActor (DynamicValue) async throws -> Void)? = nil
  ) {
    self.source = source
    self.set = set
  }
}
