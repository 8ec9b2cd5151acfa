import Bindings
import ViewModels

/// One post, which is fetched when it is shown.
@MainActor
@ViewModel
final class PostPage: LifecycleViewModel {
  /// The number of the post.
  let number: Int
  /// The text below the title; empty until the post is loaded.
  var text: String { post?.body ?? "" }
  /// The state around the post, such as that it is being loaded.
  let page: PageState

  private var post: Post?
  private let service: any PostService
  @Ignored private let language: PageLanguage

  /// Makes the page of a post.
  init(_ number: Int, service: any PostService, language: PageLanguage = .english) {
    (self.number, self.service, self.language) = (number, service, language)
    page = PageState()
    super.init()
    addChild(page.prompts)
    title = language.text("Post \(number)", "帖子 \(number)")
    retries(page, with: service) { [weak self] in await self?.refresh() }
  }

  override func startLoading() { loads { await self.refresh() } }

  /// Fetches the post again.
  @Command(policy: .join) func refresh() async {
    await page.load(in: language) {
      let post = try await service.post(number)
      self.post = post
      title = post.title
      return true
    }
  }
}
