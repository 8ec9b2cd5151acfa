public import Bindings

/// What a screen shows around its content: that it loads, is empty, wants to be tried again.
///
/// A page has one and hands it to its list, and everything in the list (cells, headers and footers)
/// speaks through that same object, so there is nothing that could fail to be passed on:
/// ```swift
/// let list = ListViewModel(page: page)
/// cell.page?.isLoading = true
/// cell.page?.tell(.failure("No network"))
/// ```
/// It only holds the state; who shows the page decides what follows from it. The main actor guards it.
@MainActor
@ViewModel
public final class PageState {
  /// How far the rows below the last one are.
  public enum LoadingMore: String, Codable, Sendable {
    /// There may be more.
    case idle
    /// More is on the way.
    case loading
    /// There is nothing more.
    case noMore
  }

  /// What stands where the content would be, when there is none.
  public struct EmptyState: Codable, Hashable, Sendable {
    /// The name of a picture.
    public var image: String?
    /// What is missing.
    public var title: String?
    /// What to do about it.
    public var subtitle: String?

    /// Makes an empty state; with nothing, the page is just empty.
    public init(image: String? = nil, title: String? = nil, subtitle: String? = nil) {
      self.image = image
      self.title = title
      self.subtitle = subtitle
    }
  }

  /// What is being sent off while the page must wait.
  public struct Submission: Codable, Hashable, Sendable {
    /// What to say meanwhile.
    public var message: String?

    /// Makes a submission.
    public init(message: String? = nil) { self.message = message }
  }

  /// A message that passes.
  public enum Notice: Hashable, Sendable {
    /// Something worked.
    case success(String)
    /// Something failed.
    case failure(String)
  }

  /// Whether the content is being loaded.
  public var isLoading: Bool = false
  /// How far the rows below the last one are.
  public var loadingMore: LoadingMore = .idle
  /// Whether loading failed in a way that is worth another try.
  public var needsRetry: Bool = false
  /// What is being sent off; `nil` when nothing is.
  public var submission: Submission?
  /// What stands where the content would be; `nil` when there is content.
  public var emptyState: EmptyState?
  /// Whether there is a network.
  public var isOnline: Bool = true
  /// Whether something is being sent off.
  public var isSubmitting: Bool { submission != nil }
  private let noticeSource = SignalSource<Notice>()

  /// Makes the state of a page that shows its content.
  public init() {}
}

extension PageState {
  /// The messages that pass, as they come.
  public var notices: Signal<Notice> { noticeSource.signal }

  /// Shows a message that passes.
  public func tell(_ notice: Notice) { noticeSource.send(notice) }
}
