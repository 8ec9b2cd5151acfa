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
  /// The keys that completion suggests.
  var suggestedKeys: [DynamicValue] { get }

  /// Loads the value of a key before ``element(_:)`` is called, wherever the caller can wait.
  ///
  /// - Throws: The reason why the value is not available; its description is shown.
  func load(_ key: DynamicValue) async throws

  /// Returns the element for a key; its value is null if the key has none.
  ///
  /// - Throws: ``/ViewModels/ViewModelError`` if the key is invalid.
  func element(_ key: DynamicValue) throws(ViewModelError) -> KeyedElement
}

extension KeyedViewModel {
  /// No keys.
  public var suggestedKeys: [DynamicValue] { [] }

  /// Does nothing, because all values are available.
  public func load(_ key: DynamicValue) async throws {}
}

/// The observable value for a key of a ``KeyedViewModel``, with a setter if it can be set.
@MainActor
public struct KeyedElement {
  /// The observable value that the prompt reads, watches and computes with.
  public let source: any ObservableValue<DynamicValue>
  let set: (@MainActor (DynamicValue) async throws -> Void)?

  /// Creates an element; `set` changes the value and returns after the change, and is `nil` for a read-only value.
  public init(
    _ source: any ObservableValue<DynamicValue>,
    set: (@MainActor (DynamicValue) async throws -> Void)? = nil
  ) {
    self.source = source
    self.set = set
  }
}
