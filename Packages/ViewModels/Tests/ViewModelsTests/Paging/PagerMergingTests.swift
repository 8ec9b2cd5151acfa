import Bindings
import Testing
import ViewModels

@MainActor
@Suite(.ownGraph) struct PagerMergingTests {
  private func texts(_ news: PagedNews) -> [String] { news.list.peek().map(\.text) }

  @Test func rowsThatComeAgainAreUpdatedWhereTheyAre() async {
    let news = PagedNews()
    await news.refresh([1, 2], next: 2)
    await news.get(news.pager.loadMore) { number in
      news.pages.answer(number, [NewsRow(id: 2, text: "new"), NewsRow(id: 3)], next: nil)
    }
    #expect(news.ids == [1, 2, 3] && news.list.peek()[1].text == "new")
  }

  @Test func aPageThatRepeatsARowGivesItOnce() async {
    let news = PagedNews()
    await news.refresh([1, 1, 2], next: 2)
    await news.more([3, 3, 2], next: nil)
    #expect(news.ids == [1, 2, 3])
  }

  @Test func whatIsEditedMeanwhileStaysEdited() async {
    let news = PagedNews()
    await news.refresh(1...3, next: 3)
    await news.get(news.pager.loadMore) { number in
      news.list.edit {
        $0.remove(id: 3)
        $0.update(id: 1) { $0.text = "read" }
        $0.insert(NewsRow(id: 99, text: "draft"), at: 0)
      }
      news.pages.answer(number, 4...5, next: nil)
    }
    #expect(news.ids == [99, 1, 2, 4, 5] && texts(news)[1] == "read")
  }

  @Test func aRefreshTellsOnlyWhatChanged() async throws {
    let news = PagedNews()
    await news.refresh(1...4, next: nil)
    var changes: [ListChanges<NewsRow>] = []
    let token = news.list.observeChanges { changes += [$0.changes].compactMap { $0 } }
    await news.refresh([0, 1, 2, 4], next: nil)
    let change = try #require(changes.first)
    #expect(changes.count == 1 && change.inserted.count == 1 && change.removed.count == 1)
    #expect(change.updated.isEmpty && change.moved.isEmpty)
    token.cancel()
  }

  @Test func rowsAndStateChangeTogether() async {
    let news = PagedNews()
    await news.refresh(1...2, next: 2)
    var seen: [String] = []
    let token = observe { seen.append("\(news.list.count) \(news.pager.older)") }
    await news.more(3...4, next: nil)
    #expect(seen == ["2 idle", "2 loading", "4 end"])
    token.cancel()
  }

  @Test func aRefreshKeepsNothingElse() async {
    let news = PagedNews()
    news.list.replace(with: (1...5).map { NewsRow(id: $0, text: "stored") })
    await news.refresh(1...2, next: 2)
    await news.more(3...4, next: 4)
    await news.refresh(1...3, next: nil)
    #expect(news.ids == [1, 2, 3] && news.pager.older.isEnd)
  }
}
