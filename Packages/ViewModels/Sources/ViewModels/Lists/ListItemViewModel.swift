public import Bindings

/// An item of a list: a cell, a header or a footer.
///
/// It knows the list that it is in and, through it, the page; so it can say what happens to the whole
/// screen. A view finds by its type how to draw it.
@MainActor
@ViewModel
open class ListItemViewModel: Identifiable, CustomStringConvertible {
  /// The number of lines it would like, at least one; `nil` for as many as it needs.
  public var preferredLines: Int?
  private let membership = Property(Weak<ListViewModel>(), label: "list")

  /// Makes an item that is in no list yet.
  public init() {}

  /// The name of the item where a list names its items: the type, unless a subclass knows better.
  @Ignored open var description: String { type(of: self).schema.typeName }
}

extension ListItemViewModel {
  /// The list that it is in; tracked, and not kept alive.
  public internal(set) var list: ListViewModel? {
    get { membership.value.object }
    set {
      // A list that has been released is `nil` already.
      if newValue === membership.peek().object, newValue != nil { return }
      membership.value = Weak(object: newValue)
    }
  }

  /// The state of the page that the item is on; `nil` in no list.
  ///
  /// Its properties are tracked.
  public var page: PageState? { list?.page }
}

/// An object that is not kept alive.
struct Weak<Object: AnyObject> {
  weak var object: Object?
}
