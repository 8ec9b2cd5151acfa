import Testing
import ViewModels

@testable import Workshop

@MainActor
@Suite struct PostTableTests {
  private struct Posts: PostService {
    func posts(page: Int, size: Int) async throws -> [Post] {
      let titles = ["Lamp", "Ferry", "Fog", "Bridge"]
      return titles.enumerated().map {
        Post(userID: 1, id: (page - 1) * 4 + $0.offset + 1, title: $0.element, body: "")
      }
    }

    func post(_ number: Int) async throws -> Post {
      Post(userID: 1, id: number, title: "Post", body: "")
    }
  }

  /// A hundred posts that come in full pages, and then none.
  @MainActor
  private final class Many: PostService {
    var isDown = false
    private struct Down: Error {}

    nonisolated func posts(page: Int, size: Int) async throws -> [Post] {
      try await answer(page, size)
    }

    private func answer(_ page: Int, _ size: Int) throws -> [Post] {
      if isDown { throw Down() }
      return Array(SampleData.posts.dropFirst((page - 1) * size).prefix(size))
    }

    nonisolated func post(_ number: Int) async throws -> Post {
      try await answer(number, 1)[0]
    }
  }

  private func texts(_ table: PostTable) -> [String] {
    table.cells.compactMap { ($0 as? TextCell)?.text }
  }

  @Test func behindTheGreatestNumberIsNoPage() async throws {
    struct Always: PostService {
      func posts(page: Int, size: Int) async throws -> [Post] { [try await post(1)] }
      func post(_ number: Int) async throws -> Post {
        Post(userID: 1, id: number, title: "Post", body: "")
      }
    }
    let table = PostTable(service: Always())
    try await table.fetch(page: .max, size: 1)
    #expect(!table.hasMore)
    try await table.more()
    #expect(table.total == 1)
  }

  @Test func filterAndSortAreTypedAndTheRowsFollow() async throws {
    let table = PostTable(service: Posts())
    try await table.fetch(page: 1, size: 4)
    #expect(texts(table) == ["Lamp", "Ferry", "Fog", "Bridge"])
    table.sort = .title
    #expect(texts(table) == ["Bridge", "Ferry", "Fog", "Lamp"])
    table.filter = "F"
    #expect(texts(table) == ["Ferry", "Fog"])
    #expect(table.total == 4)
    table.filter = "nothing has this"
    #expect(table.cells.isEmpty)
    table.filter = ""
    #expect(texts(table).count == 4)
  }

  @Test func aPostThatStaysKeepsItsRow() async throws {
    let table = PostTable(service: Posts())
    try await table.fetch(page: 1, size: 4)
    let first = table.cells.first
    table.sort = .title
    try await table.fetch(page: 1, size: 4)
    #expect(table.cells.last === first)
  }

  @Test func moreComesBehindTheLastRowUntilThereIsNoMore() async throws {
    let table = PostTable(service: Many())
    #expect(!table.hasMore)
    try await table.fetch(page: 1, size: 40)
    #expect(table.hasMore && table.page.loadingMore == .idle)
    let first = table.cells.first
    try await table.more()
    #expect(table.count == 80 && table.total == 80 && table.hasMore)
    try await table.more()
    #expect(table.count == 100 && !table.hasMore && table.page.loadingMore == .noMore)
    #expect(table.cells.first === first)
    #expect(Set(table.cells.compactMap { ($0 as? PostCell)?.number }).count == 100)
  }

  @Test func whatDoesNotComeLeavesTheRowsAndCanBeAskedForAgain() async throws {
    let service = Many()
    let table = PostTable(service: service)
    try await table.fetch()
    service.isDown = true
    await #expect(throws: (any Error).self) { try await table.more() }
    #expect(table.count == 10 && table.hasMore && table.page.loadingMore == .idle)
    service.isDown = false
    try await table.more()
    #expect(table.count == 20)
  }

  @Test func aTableThatIsShownFetchesOnlyWhenNothingWasAskedForYet() async throws {
    for asked in [false, true] {
      let table = PostTable(service: Many())
      if asked { try await table.fetch(page: 99) }
      table.screenDidLoad()
      table.screenWillAppear()
      while table.state != .loaded { await Task.yield() }
      #expect(table.count == (asked ? 0 : 10))
      table.end()
    }
  }

  @Test func aFetchIsNotCalledUndone() async {
    let lines = await said("let t = PostTable()", "t.fetch()", "undo", "t.total")
    #expect(lines.last == "100" || lines.last == "10", "\(lines)")
    #expect(lines.contains { $0.contains("cannot be undone: t.fetch()") }, "\(lines)")
    #expect(!lines.contains { $0.hasPrefix("undone") }, "\(lines)")
  }

  @Test func aPageThatFailsLeavesTheRows() async throws {
    struct Failing: PostService {
      struct Down: Error {}
      func posts(page: Int, size: Int) async throws -> [Post] { throw Down() }
      func post(_ number: Int) async throws -> Post { throw Down() }
    }
    let table = PostTable(service: Failing())
    await #expect(throws: Failing.Down.self) { try await table.fetch(page: 1, size: 4) }
    #expect(table.cells.isEmpty)
    #expect(!table.page.isLoading)
  }
}
