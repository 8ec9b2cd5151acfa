import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// Lists and grids drawn as text, beside pictures that are checked in.
@MainActor
@Suite(.ownGraph) struct ScreenListsTests {
  @Test func aListThatLoadsIsEmptyFailsAndHasMore() throws {
    let list = ListViewModel()
    list.title = "News"
    list.page.isLoading = true
    #expect(
      drawn(list) == """
         News
        ────────────────────────────────────────────
          ◌ Loading
        """)
    list.page.isLoading = false
    list.page.emptyState = .init(image: "box", title: "No news", subtitle: "Pull to look again")
    #expect(
      drawn(list) == """
         News
        ────────────────────────────────────────────
                           [box]
                          No news
                     Pull to look again
        """)
    let news = Feed()
    news.page.needsRetry = true
    #expect(
      drawn(news, []) == """
         Feed
        ────────────────────────────────────────────
          Loading failed.
        ▸( Try again )
         ( More )
        """)
    news.page.needsRetry = false
    try news.append(TextCell("Rain", detail: "today", layout: .detail))
    #expect(
      drawn(news, [.down]) == """
         Feed
        ────────────────────────────────────────────
           Rain                                today
        ▸( More )
        """)
    news.page.loadingMore = .noMore
    #expect(drawn(news).hasSuffix("  That is all."))
    news.page.loadingMore = .loading
    #expect(drawn(news).hasSuffix("  ◌ Loading"))
  }

  // L42: the notice lay over the rows, and both were seen.
  @Test func theNoticeThatThereIsNothingReplacesTheTable() throws {
    let feed = Feed()
    try feed.append(SectionViewModel(headerTitle: "Today", footerTitle: "that was it"))
    try feed.append((0..<45).map { TextCell("\($0)") })
    let table = drawn(feed, [])
    feed.page.emptyState = .init(title: "Nothing")
    #expect(
      drawn(feed, []) == """
         Feed
        ────────────────────────────────────────────
                          Nothing
        """)
    let picture = Screens(renderers: .text()).picture(of: feed, at: "page", .english)
    #expect(ScreenOutline(picture).next == nil)
    feed.page.emptyState = nil
    #expect(drawn(feed, []) == table)
  }

  // L32: a list that may not be pulled was pulled by its command all the same.
  @Test func aListThatMayNotBePulledOffersNoPull() {
    let feed = Feed()
    var picture: ScreenPicture {
      Screens(renderers: .text()).picture(of: feed, at: "feed", .english)
    }
    #expect(picture.pull == "feed.refresh()")
    feed.page.allowsPulling = true
    #expect(picture.pull == "feed.refresh()", "nothing would be reloaded")
    feed.page.onPull {}
    #expect(picture.pull == "feed.page.pull() &")
    #expect(!picture.buttons.contains { $0.statement == "feed.refresh()" })
    feed.page.allowsPulling = false
    feed.page.needsRetry = true
    #expect(picture.pull == nil && picture.retry == "feed.refresh()")
    feed.page.needsRetry = false
    #expect(picture.buttons.contains { $0.statement == "feed.refresh()" })
  }

  // L32: what a person pulled has a line of its own, and no overlay.
  @Test func aPulledListSaysSo() async {
    let list = ListViewModel()
    list.title = "News"
    let gate = SignalSource<Void>()
    list.page.onPull { [page = list.page] in
      try await page.load {
        _ = await gate.signal.first()
        return true
      }
    }
    let pull = list.page.pullCommand.execute()
    let picture = Screens(renderers: .text()).picture(of: list, at: "list", .english)
    #expect(picture.pull == "list.page.pull() &" && picture.busy?.isPulled == true)
    #expect(drawn(picture).contains("↓ Loading"))
    gate.send(())
    _ = await pull.result
    list.page.isLoading = true
    #expect(drawn(list, at: "list").contains("◌ Loading"))
  }

  @Test func aGrid() throws {
    let grid = GridViewModel(columns: 3)
    grid.title = "Photos"
    try grid.append((1...5).map { ImageCell("photo \($0).jpg", caption: "Photo \($0)") })
    try grid.select(at: 1)
    #expect(
      drawn(grid, at: "grid", [.right]) == """
         Photos
        ────────────────────────────────────────────
          [photo 1.jp… ▸●[photo 2.jp…   [photo 3.jp…
          Photo 1        Photo 2        Photo 3
          [photo 4.jp…   [photo 5.jp…
          Photo 4        Photo 5
        """)
  }

  // S11: the sizes of tiles were not to be seen.
  @Test func aGridHasItsMarginAndSpacing() throws {
    let grid = GridViewModel(columns: 2)
    grid.title = "Photos"
    try grid.append((1...3).map { ImageCell("\($0).jpg", caption: "Photo \($0)") })
    (grid.margin, grid.spacing) = (4, 6)
    #expect(
      drawn(grid, at: "grid", []) == """
         Photos
        ────────────────────────────────────────────
            ▸ [1.jpg]              [2.jpg]
              Photo 1              Photo 2
              [3.jpg]
              Photo 3
        """)
  }

  @Test(arguments: [Int.min, -1, 0, 3, 1_000, .max], [Int.min, -1, 0, 3, 1_000, .max])
  func whateverTheMarginAndSpacingNoTileIsLost(margin: Int, spacing: Int) throws {
    let grid = GridViewModel()
    try grid.append((1...7).map { ImageCell(nil, caption: "P\($0)") })
    (grid.margin, grid.spacing) = (margin, spacing)
    for columns in [Int.min, 1, 2, 3, 100, .max] {
      grid.columns = columns
      for width in [16, 44, 200] {
        let text = drawn(grid, at: "grid", columns: width, [])
        for number in 1...7 { #expect(text.contains("P\(number)"), "\(columns) \(width) \(text)") }
      }
    }
  }

  @Test func sections() throws {
    let list = ListViewModel()
    list.title = "Contacts"
    try list.append(SectionViewModel(headerTitle: "A", footerTitle: "two people"))
    try list.append(
      [TextCell("Ada", detail: "1815", layout: .detail), TextCell("Alan")], section: 0)
    try list.append(SectionViewModel(headerTitle: "B"))
    let cell = TextCell("Barbara", detail: "Liskov", layout: .subtitle)
    cell.accessory = .disclosure
    try list.append(cell, section: 1)
    try list.select(at: 1, section: 0)
    #expect(
      drawn(list, at: "list", []) == """
         Contacts
        ────────────────────────────────────────────
          A
        ▸  Ada                                  1815
         ● Alan
          two people
          B
           Barbara                                 ›
             Liskov
        """)
  }

  @Test func aTileShowsHowFarItsPictureIsToo() async throws {
    let grid = GridViewModel(columns: 2)
    grid.title = "Photos"
    let loader = ImageLoader(Pictures())
    let tiles = ["good.png", "bad.png"].map { PictureCell($0, loader) }
    try grid.append(tiles)
    for tile in tiles { try grid.report(.willDisplay, of: tile) }
    while tiles.contains(where: { $0.picture.state == .loading }) { await Task.yield() }
    #expect(
      drawn(grid, at: "grid", [.right, .right]) == """
         Photos
        ────────────────────────────────────────────
          [✓ good.png]          ▸(↻)[✗ bad.png]
          a picture             a picture
        """)
  }
}
