public import Bindings

/// An item of a list: a cell, a header or a footer.
///
/// The item knows its list and, through the list, the page, so it can change the state of the whole
/// screen. A view selects the renderer by the item's type.
@MainActor
@ViewModel
open class ListItemViewModel: Identifiable, CustomStringConvertible {
  /// The preferred number of lines, at least one; `nil` for as many as needed.
  public var preferredLines: Int?
  private let membership = Property(Weak<ListViewModel>(), label: "list")

  /// Makes an item that is in no list yet.
  public init() {}

  /// The name of the item in descriptions of the list: the type, unless a subclass overrides it.
  @Ignored open var description: String { type(of: self).schema.typeName }
}

extension ListItemViewModel {
  /// The list of the item; tracked, and not retained.
  public internal(set) var list: ListViewModel? {
    get { membership.value.object }
    set {
      // A released list is `nil` already.
      if newValue === membership.peek().object, newValue != nil { return }
      membership.value = Weak(object: newValue)
    }
  }

  /// The state of the item's page; `nil` while the item is not in a list.
  ///
  /// Its properties are tracked.
  public var page: PageState? { list?.page }
}

/// A weak reference to an object.
struct Weak<Object: AnyObject> {
  weak var object: Object?
}
