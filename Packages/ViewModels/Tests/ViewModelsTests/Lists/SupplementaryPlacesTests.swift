import Bindings
import Testing
import ViewModels

/// A header that stands in several lists.
@MainActor
@Suite(.ownGraph) struct SupplementaryPlacesTests {
  private let header = SupplementaryViewModel("h")

  @Test func aHeaderThatLeavesOneListIsInTheOther() throws {
    let (first, second) = (ListViewModel(), ListViewModel())
    let (inFirst, inSecond) = (SectionViewModel(header: header), SectionViewModel(header: header))
    try first.append(inFirst)
    try second.append(inSecond)
    #expect(header.list === second)
    try second.remove(inSecond)
    #expect(header.list === first && header.page === first.page)
    try second.append(inSecond)
    try first.remove(inFirst)
    #expect(header.list === second)
    inSecond.header = nil
    #expect(header.list == nil)
  }

  @Test func aHeaderOfSeveralSectionsStaysInTheList() throws {
    let list = ListViewModel()
    let sections = (0..<2).map { _ in SectionViewModel(header: header, footer: header) }
    for section in sections { try list.append(section) }
    try list.remove(sections[0])
    #expect(header.list === list)
    sections[1].footer = nil
    #expect(header.list === list)
    try list.remove(sections[1])
    #expect(header.list == nil)
  }

  @Test func aHeaderStaysInAListThatStillShowsIt() throws {
    let (first, second) = (ListViewModel(), ListViewModel())
    let inFirst = (0..<2).map { _ in SectionViewModel(header: header) }
    try first.append(inFirst[0])
    try second.append(SectionViewModel(header: header))
    try first.append(inFirst[1])
    try first.remove(inFirst[1])
    #expect(header.list === first)
    try first.remove(inFirst[0])
    #expect(header.list === second)
  }

  @Test func aHeaderLeavesAListThatIsGone() throws {
    let kept = ListViewModel()
    try kept.append(SectionViewModel(header: header))
    for _ in 0..<3 {
      let dropped = ListViewModel()
      try dropped.append(SectionViewModel(header: header))
      #expect(header.list === dropped)
    }
    try kept.append(SectionViewModel(header: header))
    #expect(header.list === kept)
    kept.removeAllSections()
    #expect(header.list == nil)
  }
}
