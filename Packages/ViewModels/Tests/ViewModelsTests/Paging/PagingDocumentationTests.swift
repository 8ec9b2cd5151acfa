import Bindings
import Testing
import ViewModels

private struct Headline: Identifiable, Equatable, Sendable {
  let id: Int
  var time: String { "t\(id)" }
}

private protocol HeadlineService: Sendable {
  func headlines(after cursor: String) async throws -> Page<Headline, String>
}

private struct Timeout: Error {}

/// Two pages that both claim more, then a timeout.
private struct TwoPages: HeadlineService {
  func headlines(after cursor: String) async throws -> Page<Headline, String> {
    let articles = (cursor == "0" ? 1...3 : 4...6).map { Headline(id: $0) }
    let hasMore = ["0", "t3"].contains(cursor)
    if !hasMore { throw Timeout() }
    return Page(articles, next: hasMore ? articles.last?.time : nil)
  }
}

@ViewModel
private final class Headlines: LifecycleViewModel {
  @Ignored let articles = ObservableList<Headline>()
  @Ignored let pager: Pager<Headline, String>
  var count: Int { articles.count }
  var canLoadMore: Bool { pager.canLoadMore }

  init(service: any HeadlineService) {
    pager = Pager(into: articles, from: "0") { cursor in
      try await service.headlines(after: cursor)
    }
    super.init()
    keep(pager)
  }

  @Command(policy: .join)
  func refresh() async throws { _ = try await pager.refresh().get() }

  @Command(enabled: \.canLoadMore)
  func more() async throws { _ = try await pager.loadMore().get() }
}

@ViewModel
private final class HeadlineCell: CellViewModel {
  let number: Int
  init(_ headline: Headline) {
    number = headline.id
    super.init()
  }
}

/// The samples of the article on paging, as they are written there.
@MainActor
@Suite(.ownGraph) struct PagingDocumentationTests {
  @Test func headlinesAreReadPageByPage() async {
    let headlines = Headlines(service: TwoPages())
    var seen: [Int] = []
    let token = headlines.$count.observe { seen.append($0) }
    _ = await headlines.refreshCommand.execute().result
    _ = await headlines.moreCommand.execute().result
    guard case .failure(let error) = await headlines.moreCommand.execute().result else {
      Issue.record("the third page came")
      return
    }
    #expect(error is Timeout && seen == [0, 3, 6] && headlines.canLoadMore)
    #expect(Headlines.schema["more"]?.command(in: headlines) != nil)
    headlines.end()
    guard case .cancelled = await headlines.refreshCommand.execute().result else {
      Issue.record("an ended view-model refreshed")
      return
    }
    token.cancel()
  }

  @Test func aViewReportsWhatComesIntoSight() async throws {
    let (articles, service) = (ObservableList<Headline>(), TwoPages())
    let pager = Pager(into: articles, from: "0", retrying: { $0 is Timeout }) { cursor in
      try await service.headlines(after: cursor)
    }
    let (list, section) = (ListViewModel(), SectionViewModel())
    try list.append(section)
    list.keep(list.follow(articles.cells { HeadlineCell($0) }, in: section))
    list.keep(
      list.events.observe { event in
        if case .cell(.willDisplay, let cell as HeadlineCell, _) = event {
          pager.didReach(cell.number)
        }
      })
    await pager.refresh()
    try list.report(.willDisplay, of: list.cells[2])
    while pager.isLoading { await Task.yield() }
    #expect(articles.count == 6 && !pager.needsRetry)
    await pager.loadMore()
    #expect(pager.needsRetry)
    list.end()
  }
}
