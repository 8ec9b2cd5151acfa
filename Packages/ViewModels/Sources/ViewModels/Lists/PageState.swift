public import Bindings

/// The state of a screen around its content: that it loads, is empty, wants to be tried again.
///
/// A page has one and hands it to its list, and everything in the list (cells, headers and footers)
/// speaks through that same object, so there is nothing that could fail to be passed on:
/// ```swift
/// let list = ListViewModel(page: page)
/// cell.page?.isLoading = true
/// cell.page?.prompts.toast("No network", kind: .failure)
/// ```
/// It only holds the state, which ``load(whenEmpty:retrying:_:)`` or a ``Pager`` keeps; who shows the page
/// decides what follows from it. The page's view-model adds
/// ``prompts`` to its children, so that they end with it.
@MainActor
@ViewModel
public final class PageState {
  /// The progress of the rows below the last one.
  public enum LoadingMore: String, Codable, Sendable {
    /// There may be more.
    case idle
    /// More is on the way.
    case loading
    /// There is nothing more.
    case noMore
  }

  /// The notice where the content would be, when there is none.
  public struct EmptyState: Codable, Hashable, Sendable {
    /// The name of a picture.
    public var image: String?
    /// The title, which says what is missing.
    public var title: String?
    /// The remedy.
    public var subtitle: String?

    /// Makes an empty state; with nothing, the page is just empty.
    public init(image: String? = nil, title: String? = nil, subtitle: String? = nil) {
      self.image = image
      self.title = title
      self.subtitle = subtitle
    }
  }

  /// Whether the content is being loaded.
  public var isLoading: Bool = false
  /// The progress of the rows below the last one.
  public var loadingMore: LoadingMore = .idle
  /// Whether loading failed in a way that is worth another try.
  public var needsRetry: Bool = false
  /// The notice where the content would be; `nil` when there is content.
  public var emptyState: EmptyState?
  /// Whether what is being loaded is so because a person pulled the content down.
  ///
  /// A view shows a line above the content then, and an overlay for what the program loads by itself.
  public internal(set) var isPulled: Bool = false
  /// Whether the content can be pulled down; ``onPull(_:)`` allows it, and a page may switch it off for a while.
  public var allowsPulling: Bool = false
  /// The page's questions and messages; for the page to add to its children.
  public let prompts: Prompts
  @Ignored var loads = 0
  /// The number of pulls that have not ended; one that was cancelled may end late.
  @Ignored var pulls = 0
  @Ignored var latestLoad = 0
  @Ignored var reload: (@MainActor () async throws -> Void)?

  /// Makes the state of a page that shows its content.
  public init(prompts: Prompts = Prompts()) { self.prompts = prompts }

  /// Loads the content again because a person pulled it down.
  ///
  /// To pull again meanwhile is to wait for the same end.
  @Command(enabled: \.allowsPulling, policy: .join) public func pull() async throws {
    pulls += 1
    isPulled = true
    defer {
      pulls -= 1
      isPulled = pulls > 0
    }
    try await reload?()
  }
}

extension PageState {
  /// Sets what loads the content anew when a person pulls it down, and allows to pull.
  ///
  /// ```swift
  /// page.onPull { [weak self] in try await self?.refresh() }
  /// ```
  /// The closure lives as long as the page's state, so it should not keep the page.
  public func onPull(_ reload: @escaping @MainActor () async throws -> Void) {
    guard $allowsPulling.mayBeWritten() else { return }
    // Until the write is over: what the closure captured may end by itself, and pull.
    let replaced = exchange(&self.reload, with: reload)
    allowsPulling = true
    letGo(consume replaced)
  }
}
