import Bindings
import Testing
import ViewModels

@ViewModel
private final class InboxPage: LifecycleViewModel {
  let page: PageState
  let list: ListViewModel

  init() {
    page = PageState()
    list = ListViewModel(page: page)
    super.init()
  }

  override func startSetUp() {
    addChild(page.prompts)
    addChild(list)
  }
}

@MainActor
@Suite(.ownGraph) struct ListPageTests {
  private let inbox = InboxPage()
  private let cell = TextCell("a")
  private let header = SupplementaryViewModel("h")
  private let footer = SupplementaryViewModel("f")

  init() throws {
    try inbox.list.append(SectionViewModel(header: header, footer: footer), cells: [cell])
    inbox.screenDidLoad()
  }

  @Test func cellHeaderFooterAndListSpeakForThePage() {
    #expect(inbox.list.page === inbox.page)
    for item: ListItemViewModel in [cell, header, footer] { #expect(item.page === inbox.page) }
    cell.page?.isLoading = true
    header.page?.needsRetry = true
    _ = footer.page?.prompts.begin("Sending", kind: .submitting)
    inbox.list.page.emptyState = .init(title: "Nothing yet")
    cell.page?.prompts.toast("Not sent", kind: .failure)
    footer.page?.loadingMore = .noMore
    let prompts = inbox.page.prompts
    #expect(inbox.page.isLoading && inbox.page.needsRetry && prompts.isSubmitting)
    #expect(prompts.activityMessage == "Sending" && prompts.toasts.count == 1)
    #expect(inbox.page.emptyState?.title == "Nothing yet" && inbox.page.loadingMore == .noMore)
  }

  @Test func whatIsToldReachesThePageAlsoWhenItLooksLater() {
    header.page?.prompts.toast("No network", kind: .failure)
    cell.page?.prompts.toast("Sent")
    #expect(inbox.page.prompts.toasts.map(\.text) == ["No network", "Sent"])
    #expect(inbox.page.prompts.toasts.map(\.kind) == [.failure, .success])
  }

  // L45: whether the page is active and loaded did not reach its parts.
  @Test func activeAndLoadedReachEveryPart() {
    var seen: [Bool] = []
    let token = observe { [cell] in seen.append(cell.list?.isActive == true) }
    inbox.screenWillAppear()
    #expect(seen == [false, true] && footer.list?.isScreenLoaded == true)
    token.cancel()
  }

  @Test func aCellFollowsThePageAlsoWhenItComesLater() throws {
    let late = TextCell("late")
    var seen: [Bool?] = []
    let token = observe { seen.append(late.page?.isLoading) }
    try inbox.list.append(late)
    inbox.page.isLoading = true
    try inbox.list.remove(late)
    #expect(seen == [nil, false, true, nil])
    token.cancel()
  }

  @Test func aListWithoutAPageHasAStateOfItsOwn() throws {
    let list = ListViewModel()
    let cell = TextCell()
    #expect(cell.page == nil)
    try list.append(cell)
    var seen: [Bool?] = []
    let token = observe { seen.append(cell.page?.isLoading) }
    cell.page?.isLoading = true
    list.page = inbox.page
    inbox.page.isLoading = true
    #expect(seen == [false, true, false, true])
    let page = try #require(ListViewModel.schema["page"]?.children(in: list).first)
    #expect(PageState.schema["isLoading"]?.read(in: page) as? Bool == true)
    token.cancel()
  }

  @Test func aHeaderOfSeveralSectionsLeavesWithTheLast() throws {
    let shared = SupplementaryViewModel("s")
    let sections = (0..<3).map { _ in SectionViewModel(header: shared, footer: shared) }
    for section in sections { try inbox.list.append(section) }
    try inbox.list.remove(sections[0])
    sections[1].footer = nil
    sections[2].header = nil
    try inbox.list.remove(sections[2])
    #expect(shared.list === inbox.list)
    sections[0].header = nil
    sections[1].header = nil
    #expect(shared.list == nil)
    try inbox.list.append(sections[0])
    #expect(shared.list === inbox.list)
  }

  @Test func aListThatNobodyHoldsIsReleased() throws {
    weak var gone: ListViewModel?
    weak var goneCell: CellViewModel?
    do {
      let list = ListViewModel()
      try list.append(TextCell("a"))
      list.onSelect { (_: TextCell, _) in }
      try list.select(list.cells[0])
      _ = list.addCommand.isEnabled
      let token = list.content.observeChanges { _ in }
      try list.append(TextCell("b"))
      token.cancel()
      gone = list
      goneCell = list.cells[0]
    }
    #expect(gone == nil && goneCell == nil)
  }
}
