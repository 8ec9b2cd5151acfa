import Bindings
import Testing
import ViewModels

@ViewModel private final class Page: LifecycleViewModel { var number = 7 }
@ViewModel private final class Toolbar: LifecycleViewModel {}

@MainActor
@Suite(.ownGraph) struct ModelScreenTests {
  @Test func theModelsStepsComeWithItsType() {
    var steps: [ModelScreen<Page>.Step] = []
    let screen = ModelScreen(Page()) { page, step in
      #expect(page.number == 7)
      steps.append(step)
    }
    screen.load()
    screen.appear()
    screen.model.emitUpdate(["number": 8])
    screen.render()
    screen.disappear()
    #expect(
      steps == [
        .didSetUp, .willLoad, .didLoad, .didUpdate(["number": 8]), .willUnload, .didUnload,
      ])
    #expect(screen.model.renderCount == 1)
  }

  // V12
  @Test func stepsOfAChildOfAnotherTypeAreNotDropped() {
    var steps: [String] = []
    let page = Page()
    let early = Toolbar()
    page.addChild(early)
    let screen = ModelScreen(
      page, onChildStep: { child, step in steps.append("\(type(of: child)) \(step)") })
    screen.load()
    screen.appear()
    page.addChild(Toolbar())
    #expect(
      steps == [
        "Toolbar didSetUp", "Toolbar willLoad", "Toolbar didLoad", "Toolbar didSetUp",
        "Toolbar willLoad", "Toolbar didLoad",
      ])
  }

  @Test func aCatalogMakesOneWithoutAClosure() async throws {
    var catalog = Catalog()
    catalog.add(Page.self)
    let page = try await catalog["Page"]?.make() as? Page
    #expect(page?.number == 7)
  }

  @Test func closingEndsTheModelAndNothingIsKept() {
    weak var model: Page?
    do {
      let screen = ModelScreen(Page())
      screen.load()
      screen.appear()
      model = screen.model
      screen.close()
      #expect(screen.model.isEnded)
    }
    #expect(model == nil)
  }
}
