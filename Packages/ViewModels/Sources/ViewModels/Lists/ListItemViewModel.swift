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
  private let membership = Property(Membership(), label: "list")
  @Ignored private var subscribers: [@MainActor () -> Subscription] = []
  @Ignored private var subscriptions: [Subscription] = []
  /// The number of lists that it has come into.
  @Ignored private var entries = 0
  /// Whether its subscriptions are made for the list that it is in.
  @Ignored private var isSubscribed = false

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
    if isSubscribed, membership.peek().list != nil { make([subscribe]) }
  }

  /// Makes the item one of a list.
  ///
  /// - Returns: Makes its subscriptions, which is the item's own code and so comes when all items of a
  ///   change are in the list; nil when it is in the list already.
  func enter(_ list: ListViewModel) -> (() -> Void)? {
    guard membership.peek().list !== list else { return nil }
    // A list that was let go of, and did not end, has left its subscriptions.
    let left = reset()
    membership.value = Membership(list: list)
    return { [self, entries] in
      for subscription in left { subscription.cancel() }
      guard entries == self.entries, membership.peek().list != nil else { return }
      isSubscribed = true
      make(subscribers)
    }
  }

  /// Takes the item out of its list.
  ///
  /// - Returns: The subscriptions that end with it, to be cancelled when all items of a change have
  ///   left.
  func leave() -> [Subscription] {
    membership.value = Membership()
    return reset()
  }

  /// Begins anew, without subscriptions.
  ///
  /// - Returns: Those that there were.
  private func reset() -> [Subscription] {
    entries += 1
    isSubscribed = false
    defer { subscriptions = [] }
    return subscriptions
  }

  /// Makes subscriptions, up to one that takes the item out of its list.
  private func make(_ subscribers: [@MainActor () -> Subscription]) {
    let entry = entries
    for subscribe in subscribers {
      let subscription = ownGraph.run(subscribe)
      if entry != entries { return subscription.cancel() }
      subscriptions.append(subscription)
    }
  }
}
