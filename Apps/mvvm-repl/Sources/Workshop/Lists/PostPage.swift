public import Bindings
public import ViewModels

/// One post, which is fetched when it is shown.
@MainActor
@ViewModel
public final class PostPage: LifecycleViewModel {
  /// The number of the post.
  public let number: Int
  /// What is written below its title; empty until it is there.
  public var text: String { post?.body ?? "" }
  /// The state around the post: that it is on its way, say.
  public let page: PageState

  private var post: Post?
  private let service: any PostService
  @Ignored private let language: PageLanguage

  /// Makes the page of a post.
  ///
  /// - Parameters:
  ///   - number: The number of the post.
  ///   - service: Where it comes from.
  ///   - language: The language in which the page speaks.
  public init(_ number: Int, service: any PostService, language: PageLanguage = .english) {
    (self.number, self.service, self.language) = (number, service, language)
    page = PageState()
    super.init()
    addChild(page.prompts)
    title = language.text("Post \(number)", "帖子 \(number)")
  }

  public override func startLoading() {
    task {
      await self.refresh()
      self.finishLoading()
    }
  }

  /// Fetches the post again.
  @Command(policy: .join) public func refresh() async {
    await page.load(in: language) {
      let post = try await service.post(number)
      self.post = post
      title = post.title
      return true
    }
  }
}
