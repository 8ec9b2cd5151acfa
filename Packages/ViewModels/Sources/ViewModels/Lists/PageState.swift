public import Bindings

/// The state of a screen around its content: whether it is loading, is empty, or needs a retry.
///
/// A page has one state object and passes it to its list. All items in the list (cells, headers and footers)
/// use the same object, so nothing has to be forwarded:
/// ```swift
/// let list = ListViewModel(page: page)
/// cell.page?.isLoading = true
/// cell.page?.prompts.toast("No network", kind: .failure)
/// ```
/// The object only stores the state; ``load(whenEmpty:retrying:_:)`` or a ``Pager`` maintains it, and the view of the
/// page decides how to show it. The page's view-model adds
/// ``prompts`` to its children, so that they end with it.
@MainActor
@ViewModel
public final class PageState {
  /// The state of loading further rows after the last one.
  public enum LoadingMore: String, Codable, Sendable {
    /// There may be further rows.
    case idle
    /// Further rows are being loaded.
    case loading
    /// There are no further rows.
    case noMore
  }

  /// The notice in place of the content, when there is none.
  public struct EmptyState: Codable, Hashable, Sendable {
    /// The name of an image.
    public var image: String?
    /// The title, which says what is missing.
    public var title: String?
    /// The subtitle, which suggests a remedy.
    public var subtitle: String?

    /// Makes an empty state; without arguments, the page stays blank.
    public init(image: String? = nil, title: String? = nil, subtitle: String? = nil) {
      self.image = image
      self.title = title
      self.subtitle = subtitle
    }
  }

  /// Whether the content is being loaded.
  public var isLoading: Bool = false
  /// The state of loading further rows after the last one.
  public var loadingMore: LoadingMore = .idle
  /// Whether loading failed in a way that makes a retry worthwhile.
  public var needsRetry: Bool = false
  /// The notice in place of the content; `nil` when there is content.
  public var emptyState: EmptyState?
  /// Whether the user has started the current load by pulling the content down.
  ///
  /// A view then shows an indicator above the content; for other loads it shows an overlay.
  public var isPulled: Bool { pulls > 0 }
  /// Whether the page allows its content to be pulled down; ``onPull(_:)`` allows it, and a page may forbid it for a
  /// while.
  public var allowsPulling: Bool = false
  /// Whether the page knows how to reload its content: ``onPull(_:)`` was called.
  public var isReloadable: Bool { reload != nil }
  /// Whether the content can be pulled down now: the page allows it, and knows how to reload.
  public var canPull: Bool { allowsPulling && isReloadable }
  /// The page's questions and messages; the page adds it to its children.
  public let prompts: Prompts
  @Ignored var loads = 0
  @Ignored var latestLoad = 0
  /// The number of pulls that have not ended; a cancelled pull may end late.
  private var pulls: Int = 0
  private var reload: (@MainActor () async throws -> Void)?

  /// Makes the state of a page that shows its content.
  public init(prompts: Prompts = Prompts()) { self.prompts = prompts }

  /// Reloads the content because the user has pulled it down.
  ///
  /// Another pull in the meantime waits for the same reload.
  @Command(enabled: \.canPull, policy: .join) public func pull() async throws {
    // Not tracked: an observer may call this method in an immediate task.
    guard $pulls.mayBeWritten() else { return }
    $pulls.value = $pulls.peek() + 1
    defer { $pulls.value = $pulls.peek() - 1 }
    try await $reload.peek()?()
  }
}

extension PageState {
  /// Sets the closure that reloads the content after a pull, and allows pulling.
  ///
  /// ```swift
  /// page.onPull { [weak self] in try await self?.refresh() }
  /// ```
  /// The page's state retains the closure, so it should not retain the page.
  public func onPull(_ reload: @escaping @MainActor () async throws -> Void) {
    guard $allowsPulling.mayBeWritten() else { return }
    batch { (allowsPulling, self.reload) = (true, reload) }
  }
}
