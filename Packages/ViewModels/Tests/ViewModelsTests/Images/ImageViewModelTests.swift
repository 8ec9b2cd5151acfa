import Bindings
import Testing
import ViewModels

/// A row with a picture.
@ViewModel
private final class PersonCell: TextCell, ImageShowing {
  let picture: ImageViewModel

  init(_ address: String, _ images: ImageLoader) {
    picture = ImageViewModel(address, loader: images)
    super.init("Ada", image: address)
  }
}

/// An image with its states, alone and in a row that comes and goes.
@MainActor
@Suite(.ownGraph) struct ImageViewModelTests {
  let source = HandDrivenImages()
  let loader: ImageLoader

  init() { loader = ImageLoader(source) }

  @Test func aCallerThatGivesUpLeavesTheImageToTheOthers() async {
    let image = ImageViewModel("a", loader: loader)
    let (one, other) = (Task { await image.load() }, Task { await image.load() })
    await source.wait(for: 1)
    // Both are called for by the answer, and neither waits for the next image yet.
    let token = image.$state.observe {
      guard $0 == .loaded, image.address == "a" else { return }
      image.show("b")
      one.cancel()
    }
    source.answer("a")
    await one.value
    await source.wait(for: 2)
    #expect(image.state == .loading)
    source.answer("b")
    await other.value
    #expect(image.state == .loaded && image.address == "b" && source.cancelled == [])
    token.cancel()
  }

  @Test func aCallerCountsBeforeAnybodyHearsThatItLoads() async throws {
    let cell = PersonCell("a", loader)
    let list = ListViewModel()
    try list.append(cell)
    let token = cell.picture.$state.observe {
      if $0 == .loading { try? list.report(.didEndDisplaying, of: cell) }
    }
    let load = Task { await cell.picture.load() }
    await source.wait(for: 1)
    source.answer("a")
    await load.value
    #expect(cell.picture.state == .loaded && source.cancelled == [])
    token.cancel()
  }

  // L79: an image with its states, from the network and from memory.
  @Test func anImageTellsHowFarItIsAndWhereItCameFrom() async {
    let image = ImageViewModel("a", loader: loader)
    var states: [ImageViewModel.State] = []
    let token = image.$state.observe { states.append($0) }
    let load = Task { await image.load() }
    await source.wait(for: 1)
    source.answer("a")
    await load.value
    #expect(states == [.idle, .loading, .loaded])
    #expect(image.origin == .network && image.byteCount == 3 && image.bytes?.count == 3)
    await image.load()
    let again = ImageViewModel("a", loader: loader)
    await again.load()
    #expect(again.origin == .memory && source.asked == ["a"])
    token.cancel()
  }

  // L79: an empty address was ignored.
  @Test(arguments: ["", "  \n"]) func aBlankAddressAsksNobody(address: String) async {
    let image = ImageViewModel(address, loader: loader)
    await image.load()
    #expect(image.state == .idle && image.problem == nil && source.asked.isEmpty)
  }

  @Test func aFailureSaysWhyAndIsTriedAgain() async {
    let image = ImageViewModel("a", loader: loader)
    #expect(!image.retryCommand.isEnabled)
    image.begin()
    await source.wait(for: 1)
    source.fail("a")
    while image.state == .loading { await Task.yield() }
    #expect(image.hasFailed && image.problem == "There is no such image." && image.bytes == nil)
    let retry = image.retryCommand.execute()
    await source.wait(for: 2)
    #expect(image.state == .loading && image.problem == nil)
    source.answer("a")
    _ = await retry.result
    #expect(image.state == .loaded && !image.retryCommand.isEnabled)
  }

  @Test func anotherRetryWaitsForTheFirst() async {
    let image = ImageViewModel("a", loader: loader)
    image.begin()
    await source.wait(for: 1)
    source.fail("a")
    while image.state == .loading { await Task.yield() }
    let retries = [image.retryCommand.execute(), image.retryCommand.execute()]
    await source.wait(for: 2)
    source.answer("a")
    for retry in retries {
      guard case .success = await retry.result else {
        Issue.record("\(await retry.result)")
        continue
      }
    }
    #expect(image.state == .loaded && !image.retryCommand.isEnabled && source.asked.count == 2)
    #expect(image.retryCommand.disabledReasons == ["hasFailed is false"])
  }

  @Test func anImageThatGoesCancelsWhatIsOnTheWay() async {
    var image: ImageViewModel? = ImageViewModel("a", loader: loader)
    weak var released: ImageViewModel?
    released = image
    image?.begin()
    await source.wait(for: 1)
    image = nil
    #expect(released == nil)
    while source.cancelled != ["a"] { await Task.yield() }
  }

  @Test func whoStopsWaitingGivesTheImageUp() async {
    let image = ImageViewModel("a", loader: loader)
    let load = Task { await image.load() }
    await source.wait(for: 1)
    load.cancel()
    await load.value
    while source.cancelled != ["a"] { await Task.yield() }
    #expect(image.state == .idle && image.problem == nil)
  }

  @Test func aCallerGetsTheImageOfTheLatestAddress() async {
    let image = ImageViewModel("a", loader: loader)
    let load = Task { await image.load() }
    await source.wait(for: 1)
    image.show("b")
    await source.wait(for: 2)
    source.answer("b")
    await load.value
    #expect(image.state == .loaded && image.address == "b")
    image.show("")
    await image.load()
    #expect(image.state == .idle)
  }

  @Test func aCallerThatIsCancelledLeavesTheImageToTheView() async {
    let image = ImageViewModel("a", loader: loader)
    image.begin()
    let load = Task { await image.load() }
    await source.wait(for: 1)
    load.cancel()
    await load.value
    #expect(image.state == .loading)
    source.answer("a")
    while image.state == .loading { await Task.yield() }
    #expect(image.state == .loaded && source.cancelled.isEmpty)
  }

  @Test func aCallerThatIsCancelledLeavesTheImageToTheOthers() async {
    let image = ImageViewModel("a", loader: loader)
    let loads = (0..<2).map { _ in Task { await image.load() } }
    await source.wait(for: 1)
    loads[0].cancel()
    await loads[0].value
    #expect(image.state == .loading)
    source.answer("a")
    await loads[1].value
    #expect(image.state == .loaded && source.cancelled.isEmpty)
  }

  /// The others wait for the new address in the same turn.
  @Test func aCallerThatIsCancelledAtAnotherAddressLeavesTheImageToTheOthers() async {
    let image = ImageViewModel("a", loader: loader)
    let loads = (0..<2).map { _ in Task { await image.load() } }
    await source.wait(for: 1)
    loads[0].cancel()
    Task { image.show("b") }
    await loads[0].value
    #expect(image.state == .loading && image.address == "b")
    await source.wait(for: 2)
    source.answer("b")
    await loads[1].value
    #expect(image.state == .loaded && source.asked == ["a", "b"])
  }

  @Test func aRowThatLeavesAtAnotherAddressLeavesThePictureToWhoWaits() async throws {
    let (list, cell) = (ListViewModel(), PersonCell("a", loader))
    try list.append(cell)
    try list.report(.willDisplay, of: cell)
    let load = Task { await cell.picture.load() }
    await source.wait(for: 1)
    for _ in 0..<10 { await Task.yield() }
    cell.picture.show("b")
    try list.report(.didEndDisplaying, of: cell)
    #expect(cell.picture.state == .loading)
    await source.wait(for: 2)
    source.answer("b")
    await load.value
    #expect(cell.picture.state == .loaded)
  }

  @Test func whatACancelledCallerWantedNobodyWantsAnyMore() async {
    let image = ImageViewModel("a", loader: loader)
    let load = Task { await image.load() }
    await source.wait(for: 1)
    load.cancel()
    await load.value
    image.show("b")
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      await image.load()
    }
    late.cancel()
    await late.value
    #expect(image.state == .idle && source.asked == ["a"])
  }

  @Test func whoGivesTheImageUpGivesItUpForAll() async {
    let image = ImageViewModel("a", loader: loader)
    let load = Task { await image.load() }
    await source.wait(for: 1)
    image.cancel()
    await load.value
    image.show("b")
    #expect(image.state == .idle)
    while source.cancelled != ["a"] { await Task.yield() }
  }

  enum Leaving: CaseIterable {
    case sight, row, section, all, replacement, following, otherList, end, release
  }

  /// Views do not report a row that has left their list.
  @Test(arguments: Leaving.allCases, [false, true])
  func aRowThatLeavesGivesItsPictureUpUnlessSomebodyWaits(_ way: Leaving, isAwaited: Bool)
    async throws
  {
    var list: ListViewModel? = ListViewModel()
    let cell = PersonCell("a", loader)
    let rows = ObservableList<CellViewModel>([cell])
    let section = SectionViewModel()
    try list?.append(section)
    if way == .following { list?.keep(try #require(list).follow(rows, in: section)) }
    if way != .following { try list?.append(cell) }
    try list?.report(.willDisplay, of: cell)
    await source.wait(for: 1)
    let load = isAwaited ? Task { await cell.picture.load() } : nil
    for _ in 0..<10 { await Task.yield() }
    switch way {
    case .sight: try list?.report(.didEndDisplaying, of: cell)
    case .row: try list?.remove(cell)
    case .section: try list?.remove(section)
    case .all: list?.clear()
    case .replacement: try list?.setCells([PersonCell("", loader)])
    case .following: rows.edit { $0.removeAll() }
    case .otherList:
      let other = ListViewModel()
      try other.append(SectionViewModel())
      let token = other.follow(rows, in: other.sections[0])
      #expect(cell.list === other)
      token.cancel()
    case .end: list?.end()
    case .release: list = nil
    }
    #expect(cell.picture.state == (isAwaited ? .loading : .idle))
    if isAwaited { source.answer("a") }
    await load?.value
    #expect(cell.picture.state == (isAwaited ? .loaded : .idle))
    while !source.open.isEmpty { await Task.yield() }
  }

  @Test func anotherAddressIsLoadedIfTheFirstWas() async {
    let image = ImageViewModel("a", loader: loader)
    image.show("b")
    #expect(image.state == .idle && source.asked.isEmpty)
    image.begin()
    image.show("c")
    await source.wait(for: 1)
    while source.asked.last != "c" { await Task.yield() }
    source.answer("b")
    source.answer("c")
    while image.state == .loading { await Task.yield() }
    #expect(image.state == .loaded && image.address == "c")
    image.show("")
    #expect(image.state == .idle && image.bytes == nil && image.byteCount == nil)
    image.show("d")
    #expect(image.state == .loading)
    image.cancel()
    #expect(image.state == .idle)
    image.show("e")
    #expect(image.state == .idle)
  }

  // D07: pictures were loaded anew for each row; here a row in sight loads, and one that goes gives it up.
  @Test func aRowLoadsItsPictureWhileItIsInSight() async throws {
    let list = ListViewModel()
    let cells = ["a", "b", ""].map { PersonCell($0, loader) }
    try list.append(cells)
    for cell in cells { try list.report(.willDisplay, of: cell) }
    #expect(cells.map(\.picture.state) == [.loading, .loading, .idle])
    await source.wait(for: 2)
    source.answer("a")
    while cells[0].picture.state == .loading { await Task.yield() }
    for cell in cells { try list.report(.didEndDisplaying, of: cell) }
    #expect(cells.map(\.picture.state) == [.loaded, .idle, .idle])
    while source.cancelled != ["b"] { await Task.yield() }
    try list.report(.didTapDetail, of: cells[1])
    #expect(cells[1].picture.state == .idle)
  }

  @Test func aToolPutsNothingOfAnImageBack() {
    #expect(ImageViewModel.schema.members.filter(\.isRestorable).isEmpty)
  }

  @Test func aToolReadsAndDrivesAnImage() throws {
    let image = ImageViewModel("a", loader: loader)
    #expect(
      ImageViewModel.schema["state"]?.read(in: image) as? ImageViewModel.State == .idle)
    #expect(ImageViewModel.schema["load"]?.command(in: image)?.maySuspend == true)
    #expect(ImageViewModel.schema["retry"]?.command(in: image)?.isEnabled == false)
  }

  @Test func anotherAddressIsLoadedAfterALoadedImageWasCancelled() async {
    let source = HandDrivenImages()
    let image = ImageViewModel("a", loader: ImageLoader(source))
    let load = Task { await image.load() }
    await source.wait(for: 1)
    source.answer("a")
    await load.value
    image.cancel()
    #expect(image.state == .loaded)
    image.show("b")
    #expect(image.state == .loading)
  }

  @Test(arguments: ["", "a"])
  func anotherAddressIsNotLoadedIfTheFirstWasNot(_ address: String) async {
    let source = HandDrivenImages()
    let image = ImageViewModel(address, loader: ImageLoader(source, capacity: 0))
    let load = Task { await image.load() }
    if !address.isEmpty {
      await source.wait(for: 1)
      source.fail(address)
    }
    await load.value
    #expect(image.state != .loaded)
    image.show("b")
    #expect(image.state == .idle)
    image.cancel()
  }
}
