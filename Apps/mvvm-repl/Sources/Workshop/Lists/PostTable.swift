import Bindings
import Foundation
import HTTPTypes
import Networking
import ViewModels

/// A post as a row: its title, and its number at the end.
@MainActor
@ViewModel
final class PostCell: TextCell {
  /// The number of the post.
  let number: Int

  /// Makes a row for a post.
  init(_ post: Post) {
    number = post.id
    super.init(post.title, detail: "#\(post.id)", layout: .detail)
  }
}

/// The table page: the API's posts, filtered and sorted while you type, in one section.
///
/// ```
/// let posts = PostTable()
/// watch posts
/// posts.fetch()
/// posts.more()
/// posts.filter = "fog"
/// posts.sort = .title
/// ```
/// On a screen the table fetches its first page automatically.
@MainActor
@ViewModel
final class PostTable: ListViewModel {
  /// The order of the rows.
  enum Order: String, Codable, Sendable, CaseIterable {
    /// The number, lowest first.
    case number
    /// The title, by its characters.
    case title
  }

  /// Only posts whose title or text contains this are shown; all when it is empty.
  var filter: String = ""
  /// The order of the rows.
  var sort: Order = .number
  /// The number of posts, shown or not.
  private(set) var total: Int = 0
  /// Whether there may be posts after the last one.
  private(set) var hasMore: Bool = false

  /// Loads a page of posts and puts it in place of the rows; posts that were there keep their rows.
  @Command(policy: .restart)
  func fetch(page number: Int = 1, size: Int = 10) async throws {
    try await page.load(whenEmpty: .init(title: language.text("No posts", "没有帖子"))) {
      let loaded = try await service.posts(page: number, size: size)
      show(loaded, ending: Portion(page: number, size: size), with: loaded.count)
      return total > 0
    }
  }

  /// Loads the next page and puts it after the last row.
  @Command(enabled: \.hasMore, policy: .join)
  func more() async throws {
    guard hasMore, let known = last else { return }
    let next = Portion(page: known.page + 1, size: known.size)
    page.loadingMore = .loading
    do {
      let loaded = try await service.posts(page: next.page, size: next.size)
      // After a new fetch in the meantime, another page comes next.
      guard last == known else { return }
      show(posts.peek() + loaded, ending: next, with: loaded.count)
    } catch {
      page.loadingMore = .idle
      throw error
    }
  }

  @Ignored private let posts = ObservableList<Post>(label: "posts")
  @Ignored private let section: SectionViewModel
  @Ignored private let language: PageLanguage
  private let service: any PostService
  /// The page that the rows end with.
  @Ignored private var last: Portion?

  /// A page of posts by its number and its size.
  private struct Portion: Equatable { var page, size: Int }

  /// Creates an empty table.
  init(service: any PostService, language: PageLanguage = .english) {
    (self.service, self.language) = (service, language)
    section = SectionViewModel(headerTitle: language.text("Posts", "帖子"))
    super.init()
    addChild(page.prompts)
    page.onPull { [weak self] in try await self?.fetch() }
    title = language.text("Posts", "帖子")
    try? append(section)
    let (filter, sort) = ($filter, $sort)
    let shown = posts.filter { post in
      let text = filter.value
      return text.isEmpty || post.title.contains(text) || post.body.contains(text)
    }
    .sorted { sort.value == .title ? $0.title < $1.title : $0.id < $1.id }
    let cells = shown.cells {
      PostCell($0)
    } update: { cell, post in
      cell.text = post.title
    }
    keep(follow(cells, in: section))
    retries(page, with: service) { [weak self] in await self?.begin() }
  }

  override func startLoading() {
    loads {
      if self.last == nil { await self.begin() }
    }
  }

  private func begin() async {
    do { try await fetch() } catch is CancellationError {} catch {
      page.prompts.toast(failure: error, in: language)
    }
  }

  private func show(_ shown: [Post], ending portion: Portion, with count: Int) {
    batch {
      posts.replace(with: shown)
      total = shown.count
      last = portion
      // No page follows the greatest number.
      hasMore = count == portion.size && portion.page < .max
      page.loadingMore = hasMore || shown.isEmpty ? .idle : .noMore
    }
  }
}

/// The source of posts.
protocol PostService: NetworkAware {
  /// A page of posts, counted from 1.
  func posts(page: Int, size: Int) async throws -> [Post]
  /// The post of a number.
  func post(_ number: Int) async throws -> Post
}

/// The posts of the workshop's API.
struct RemotePosts: PostService, RemoteService {
  let api: WorkshopAPI

  func posts(page: Int, size: Int) async throws -> [Post] {
    var request = Request(.get, "/posts")
    request.query = [
      .init(name: "_page", value: "\(page)"), .init(name: "_limit", value: "\(size)"),
    ]
    return try await api.client().value(request)
  }

  func post(_ number: Int) async throws -> Post {
    try await api.client().value(Request(.get, "/posts/\(number)"))
  }
}
