import Bindings
import Testing
import ViewModels

/// Rows that leave a list and come back within one batch.
@MainActor
@Suite(.ownGraph) struct ListReturnTests {
  @ViewModel
  private final class Photo: TextCell, ImageShowing {
    let picture: ImageViewModel
    init(_ text: String, _ images: ImageLoader) {
      picture = ImageViewModel(text, loader: images)
      super.init(text)
    }
  }

  private let list = ListViewModel()
  private let section = SectionViewModel()
  private let photo = Photo("a", ImageLoader(HandDrivenImages()))

  private func begin() throws {
    try list.append(section, cells: [TextCell("first"), photo, TextCell("last")])
    try list.report(.willDisplay, of: photo)
    try list.select(photo)
  }

  private var hasEverything: Bool {
    list.selectedCells.map(\.id) == [photo.id] && photo.picture.state == .loading
  }

  private var hasNothing: Bool {
    list.selectedCells.isEmpty && photo.picture.state == .idle
  }

  @Test func aRowThatComesBackKeepsItsImageAndItsSelection() throws {
    try begin()
    try batch {
      try list.remove(photo)
      #expect(list.selectedCells.isEmpty)
      try list.append(photo)
    }
    #expect(photo.path == ListPath(section: 0, row: 2) && hasEverything)
    try batch {
      try list.setCells([])
      try list.setCells([photo])
    }
    #expect(hasEverything)
    try list.deselect(photo)
    #expect(list.selectedCells.isEmpty)
  }

  @Test func aSectionThatComesBackKeepsWhatItsRowsHad() throws {
    try begin()
    try batch {
      try list.remove(section)
      try list.append(section)
    }
    #expect(list.count == 3 && hasEverything)
  }

  @Test func aRowThatStaysAwayLosesBoth() throws {
    try begin()
    var seen: [Int] = []
    let token = observe { [list] in seen.append(list.selectedCells.count) }
    try batch {
      try list.remove(photo)
      try list.append(photo)
      try list.remove(photo)
    }
    #expect(hasNothing && photo.list == nil && seen == [1, 0])
    try list.append(photo)
    #expect(hasNothing)
    token.cancel()
  }

  @Test func aRowThatGoesToAnotherListLosesBoth() throws {
    try begin()
    let other = ListViewModel()
    try batch {
      try list.remove(photo)
      try other.append(photo)
    }
    #expect(hasNothing && other.selectedCells.isEmpty && photo.list === other)
  }

  @Test func aRowThatComesBackDoesNotBecomeTheSecondOfOneSelection() throws {
    try begin()
    let first = list.cells[0]
    try batch {
      try list.remove(photo)
      try list.select(first)
      try list.append(photo)
    }
    #expect(list.selectedCells.map(\.id) == [first.id])
    try list.select(photo)
    #expect(hasEverything)
  }

  // The selection of a selected row did not count, so both rows stayed selected.
  @Test(arguments: [false, true])
  func theSelectionThatEndsTheOthersEndsAlsoThatOfARowThatIsAway(isAllowedAgain: Bool) throws {
    list.allowsMultipleSelection = true
    try begin()
    let first = list.cells[0]
    try list.select(first)
    list.allowsMultipleSelection = false
    try batch {
      try list.remove(photo)
      try list.select(first)
      list.allowsMultipleSelection = isAllowedAgain
      try list.append(photo)
    }
    #expect(list.selectedCells.map(\.id) == [first.id])
  }

  @Test func aRowThatIsAwayStaysSelectedBesideARowThatIsSelectedWhileSeveralMayBe() throws {
    list.allowsMultipleSelection = true
    try begin()
    let first = list.cells[0]
    try batch {
      try list.remove(photo)
      try list.select(first)
      list.allowsMultipleSelection = false
      try list.append(photo)
    }
    #expect(list.selectedCells.map(\.id) == [photo.id, first.id])
  }
}
