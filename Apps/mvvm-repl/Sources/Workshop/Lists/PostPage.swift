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

  /// Makes the page of a post.
  ///
  /// - Parameters:
  ///   - number: The number of the post.
  ///   - service: Where it comes from.
  public init(_ number: Int, service: any PostService) {
    (self.number, self.service) = (number, service)
    page = PageState()
    super.init()
    addChild(page.prompts)
    title = "Post \(number)"
  }

  public override func startLoading() {
    task {
      await self.refresh()
      self.finishLoading()
    }
  }

  /// Fetches the post again.
  @Command(policy: .join) public func refresh() async {
    do {
      try await page.load {
        let post = try await service.post(number)
        self.post = post
        title = post.title
        return true
      }
    } catch {
      page.prompts.toast(failure: error)
    }
  }
}
