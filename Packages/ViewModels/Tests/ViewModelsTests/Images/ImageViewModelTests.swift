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
    #expect(try ImageViewModel.schema["state"]?.value(in: image) == "idle")
    #expect(ImageViewModel.schema["load"]?.command(in: image)?.maySuspend == true)
    #expect(ImageViewModel.schema["retry"]?.command(in: image)?.isEnabled == false)
  }
}
