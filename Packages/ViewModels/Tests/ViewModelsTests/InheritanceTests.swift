import Bindings
import Testing
import ViewModels

/// What a row of a list shows; the business is in the subclasses.
@MainActor
@ViewModel
private class PlaceCell {
  var title: String { "" }
  var price: String { "" }
  var footer: String { "" }
  var campaign: String? { nil }
  var isCampaignHidden: Bool { campaign?.isEmpty != false }
  var isMarked = false
  @Command func mark() { isMarked = true }
  init() {}
}

@ViewModel
private final class ScenicCell: PlaceCell {
  let name: String
  let area: String
  /// Where the user is.
  var currentCity = "Berlin"

  init(name: String, area: String) {
    self.name = name
    self.area = area
    super.init()
  }

  override var title: String { name }
  override var footer: String { currentCity == "Berlin" ? area : "Berlin" }
}

@ViewModel
private final class HotelCell: PlaceCell {
  var tags: [String] = []
  override var campaign: String? { tags.first }
  override var price: String { isMarked ? "sold" : Self.free }
  private static let free = "free"
  @Command(enabled: \.isMarked) func unmark() { isMarked = false }
}

// D03 to D05: one row, two businesses.
@MainActor
@Suite(.ownGraph) struct InheritanceTests {
  @Test func aSubclassFillsTheBasesOutputs() {
    let cells: [PlaceCell] = [ScenicCell(name: "Zoo", area: "Mitte"), HotelCell()]
    #expect(cells.map(\.title) == ["Zoo", ""])
    #expect(cells.map(\.$title.value) == ["Zoo", ""])
    #expect(cells.map(\.$footer.value) == ["Mitte", ""])
  }

  @Test func outputsFollowTheSubclassesInputs() {
    let cell = ScenicCell(name: "Zoo", area: "Mitte")
    var seen: [String] = []
    let token = (cell as PlaceCell).$footer.observe { seen.append($0) }
    cell.currentCity = "Paris"
    #expect(seen == ["Mitte", "Berlin"])
    token.cancel()
  }

  @Test func whatTheBaseDerivesFollowsWhatASubclassOverrides() {
    let cell = HotelCell()
    #expect(cell.$isCampaignHidden.value)
    cell.tags = ["-20 %"]
    #expect(!cell.$isCampaignHidden.value)
  }

  @Test func theSchemaHasItsOwnMembersFirstAndEachOnce() throws {
    #expect(
      ScenicCell.schema.members.map(\.name) == [
        "currentCity", "title", "footer", "price", "campaign", "isCampaignHidden", "isMarked",
        "mark",
      ])
    let cell: any ViewModel = ScenicCell(name: "Zoo", area: "Mitte")
    let schema = type(of: cell).schema
    #expect(schema.typeName == "ScenicCell")
    #expect(schema["title"]?.read(in: cell) as? String == "Zoo")
    #expect(schema["price"]?.read(in: cell) as? String == "")
    #expect(schema["footer"]?.mentions == ["currentCity"])
    #expect(HotelCell.schema["price"]?.mentions == ["isMarked"])
    #expect(schema.creation?.parameters.map(\.label) == ["name", "area"])
  }

  @Test func aConditionMayBeInherited() {
    let cell = HotelCell()
    #expect(!cell.unmarkCommand.isEnabled)
    cell.markCommand.execute()
    #expect(cell.unmarkCommand.isEnabled)
  }
}
