import Testing
import ViewModels
import Workshop

@MainActor
@Suite struct PostTableTests {
  private struct Posts: PostService {
    func posts(page: Int, size: Int) async throws -> [Post] {
      let titles = ["Lamp", "Ferry", "Fog", "Bridge"]
      return titles.enumerated().map {
        Post(userID: 1, id: (page - 1) * 4 + $0.offset + 1, title: $0.element, body: "")
      }
    }
  }

  private func texts(_ table: PostTable) -> [String] {
    table.cells.compactMap { ($0 as? TextCell)?.text }
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
    }
    let table = PostTable(service: Failing())
    await #expect(throws: Failing.Down.self) { try await table.fetch(page: 1, size: 4) }
    #expect(table.cells.isEmpty)
    #expect(!table.page.isLoading)
  }
}
