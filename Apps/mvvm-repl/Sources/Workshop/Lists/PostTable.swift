public import Bindings
import Foundation
import HTTPTypes
import Networking
public import ViewModels

/// The table page: the API's posts, filtered and sorted as one types, in one section.
///
/// ```
/// let posts = PostTable()
/// watch posts
/// posts.fetch()
/// posts.filter = "fog"
/// posts.sort = .title
/// ```
@MainActor
@ViewModel
public final class PostTable: ListViewModel {
  /// What the rows are sorted by.
  public enum Order: String, Codable, Sendable, CaseIterable {
    /// The number, lowest first.
    case number
    /// The title, by its characters.
    case title
  }

  /// Only posts whose title or text contains this are shown; all when it is empty.
  public var filter: String = ""
  /// What the rows are sorted by.
  public var sort: Order = .number
  /// How many posts there are, shown or not.
  public internal(set) var total: Int = 0

  /// Loads a page of posts and puts it in place of the rows; posts that were there keep their rows.
  @Command(policy: .restart)
  public func fetch(page number: Int = 1, size: Int = 10) async throws {
    try await page.load(whenEmpty: .init(title: "No posts")) {
      replace(with: try await service.posts(page: number, size: size))
      return total > 0
    }
  }

  @Ignored private let posts = ObservableList<Post>(label: "posts")
  @Ignored private let section = SectionViewModel(headerTitle: "Posts")
  private let service: any PostService

  /// Creates an empty table.
  ///
  /// - Parameter service: Where the posts come from.
  public init(service: any PostService) {
    self.service = service
    super.init()
    try? append(section)
    let (filter, sort) = ($filter, $sort)
    let shown = posts.filter { post in
      let text = filter.value
      return text.isEmpty || post.title.contains(text) || post.body.contains(text)
    }
    .sorted { sort.value == .title ? $0.title < $1.title : $0.id < $1.id }
    let cells = shown.cells {
      TextCell($0.title, detail: "#\($0.id)", layout: .detail)
    } update: { cell, post in
      cell.text = post.title
    }
    keep(follow(cells, in: section))
  }

  private func replace(with loaded: [Post]) {
    batch {
      posts.replace(with: loaded)
      total = loaded.count
    }
  }
}

/// Where posts come from.
public protocol PostService: Sendable {
  /// A page of posts, counted from 1.
  func posts(page: Int, size: Int) async throws -> [Post]
}

/// The posts of the workshop's API.
struct RemotePosts: PostService {
  let api: WorkshopAPI

  func posts(page: Int, size: Int) async throws -> [Post] {
    var request = Request(.get, "/posts")
    request.query = [
      .init(name: "_page", value: "\(page)"), .init(name: "_limit", value: "\(size)"),
    ]
    return try await api.client().value(request)
  }
}
