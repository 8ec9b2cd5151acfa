public import Bindings

/// An item of a list: a cell, a header or a footer.
///
/// It knows the list that it is in and, through it, the page; so it can say what happens to the whole
/// screen. Renderers are found by its type; see ``CellRenderers``.
@MainActor
@ViewModel
open class ListItemViewModel: Identifiable, CustomStringConvertible {
  /// The number of lines it would like, at least one; `nil` for as many as it needs.
  public var preferredLines: Int?
  private let membership = Property(Membership(), label: "list")
  @Ignored private var subscribers: [@MainActor () -> Subscription] = []
  @Ignored private var subscriptions: [Subscription] = []

  /// Makes an item that is in no list yet.
  public init() {}

  /// The name of the item where a list names its items: the type, unless a subclass knows better.
  @Ignored open var description: String { type(of: self).schema.typeName }
}

extension ListItemViewModel {
  private struct Membership {
    weak var list: ListViewModel?
  }

  /// The list that it is in; tracked, and not kept alive.
  public var list: ListViewModel? { membership.value.list }

  /// The state of the page that the item is on; `nil` in no list.
  ///
  /// Its properties are tracked.
  public var page: PageState? { list?.page }

  /// Makes a subscription when the item comes into a list and ends it when the item leaves.
  ///
  /// ```swift
  /// cell.whileListed { [unowned cell] in price.observe { cell.detail = "\($0)" } }
  /// ```
  /// If the item is in a list already, the first is made at once.
  public func whileListed(_ subscribe: @escaping @MainActor () -> Subscription) {
    subscribers.append(subscribe)
    if membership.peek().list != nil { subscriptions.append(ownGraph.run(subscribe)) }
  }

  func enter(_ list: ListViewModel) {
    guard membership.peek().list !== list else { return }
    membership.value = Membership(list: list)
    subscriptions = ownGraph.run { subscribers.map { $0() } }
  }

  func leave() {
    membership.value = Membership()
    let ending = subscriptions
    subscriptions = []
    for subscription in ending { subscription.cancel() }
  }
}
