import Bindings
import Testing
import ViewModels

private enum Status: String, Codable { case toPickUp, toDeliver, done }

@ViewModel
private final class OrderList: LifecycleViewModel {
  let status: Status
  @Ignored var loads = 0

  init(_ title: String, _ status: Status) {
    self.status = status
    super.init()
    self.title = title
  }

  override func startLoading() {
    loads += 1
    finishLoading()
  }
}

@MainActor
@Suite(.ownGraph) struct SegmentedViewModelTests {
  private let orders = SegmentedViewModel()
  private let toPickUp = OrderList("待取餐", .toPickUp)
  private let toDeliver = OrderList("待送达", .toDeliver)

  init() {
    orders.addChild(toPickUp)
    orders.addChild(toDeliver)
  }

  private func show() {
    orders.screenDidLoad()
    orders.screenWillAppear()
  }

  @Test func theSegmentsAreTheChildrensTitles() {
    #expect(orders.titles == ["待取餐", "待送达"])
    #expect(orders.selectedIndex == 0 && orders.selectedChild === toPickUp)
    toDeliver.title = "delivering"
    #expect(orders.$titles.value == ["待取餐", "delivering"])
  }

  @Test func onlyTheSelectedSegmentIsActiveAndLoaded() {
    show()
    #expect(toPickUp.isActive && toPickUp.state == .loaded)
    #expect(!toDeliver.isActive && toDeliver.state == .setUp && toDeliver.isScreenLoaded)
    orders.selectCommand.execute(1)
    #expect(!toPickUp.isActive && toPickUp.state == .setUp)
    #expect(toDeliver.isActive && toDeliver.state == .loaded)
    orders.screenWillDisappear()
    #expect(!toDeliver.isActive && toDeliver.state == .setUp)
  }

  @Test func comingBackLoadsTheSegmentThatWasLeft() {
    show()
    orders.selectCommand.execute(1)
    orders.screenWillDisappear()
    orders.screenWillAppear()
    #expect(toDeliver.isActive && toDeliver.loads == 2 && toPickUp.loads == 1)
  }

  @Test func selectingTheSameSegmentChangesNothing() {
    show()
    orders.selectCommand.execute(0)
    #expect(toPickUp.loads == 1)
  }

  @Test func aSegmentThatDoesNotExistIsAnErrorAndChangesNothing() {
    let outcome = orders.selectCommand.execute(2).outcome
    guard case .failure(let error)? = outcome else {
      Issue.record("\(String(describing: outcome))")
      return
    }
    #expect("\(error)" == "There is no segment 2. Write a number from 0 to 1.")
    #expect(orders.selectedIndex == 0)
  }

  @Test func selectionAndActivityAreOneChange() {
    show()
    var seen: [String] = []
    let token = observe {
      let (index, list) = (orders.selectedIndex ?? -1, [toPickUp, toDeliver])
      seen.append("\(index) \(list.map(\.isActive))")
    }
    orders.selectCommand.execute(1)
    #expect(seen == ["0 [true, false]", "1 [false, true]"])
    token.cancel()
  }

  @Test func theNextSegmentTakesThePlaceOfTheSelectedOneThatLeaves() {
    show()
    toPickUp.removeFromParent()
    #expect(orders.selectedIndex == 0 && orders.selectedChild === toDeliver)
    #expect(toDeliver.isActive && toDeliver.state == .loaded)
    toDeliver.removeFromParent()
    #expect(orders.selectedIndex == nil && orders.selectedChild == nil)
  }

  @Test func theSelectedSegmentStaysWhenOneBeforeItLeaves() {
    orders.selectCommand.execute(1)
    toPickUp.removeFromParent()
    #expect(orders.selectedIndex == 0 && orders.selectedChild === toDeliver)
  }

  @Test func aLateSegmentWaitsToBeSelected() {
    show()
    let done = OrderList("done", .done)
    orders.addChild(done)
    #expect(done.isScreenLoaded && done.state == .setUp && !done.isActive)
    orders.selectCommand.execute(2)
    #expect(done.isActive && done.state == .loaded)
  }

  @Test func aToolSelectsAndReachesTheSelectedSegment() throws {
    let schema = SegmentedViewModel.schema
    let select = try #require(schema["select"]?.command(in: orders))
    try select.execute(1)
    let selected = try #require(schema["selectedChild"])
    #expect(selected.kind == .child && selected.children(in: orders).first === toDeliver)
    #expect(schema["titles"]?.read(in: orders) as? [String] == ["待取餐", "待送达"])
  }

  @Test func aSegmentIsReleasedWhenItLeaves() {
    weak var gone: OrderList?
    do {
      let done = OrderList("done", .done)
      orders.addChild(done)
      orders.selectCommand.execute(2)
      done.removeFromParent()
      gone = done
    }
    #expect(gone == nil)
  }
}
