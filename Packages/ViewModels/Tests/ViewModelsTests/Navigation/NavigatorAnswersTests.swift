import Bindings
import Testing
import ViewModels

/// A screen that forgets its answer when it leaves.
@ViewModel
private final class ForgetfulPicker: LifecycleViewModel, AnswerProviding {
  var answer: String?

  override func startUnloading() {
    answer = nil
    finishUnloading()
  }
}

@MainActor
@Suite(.ownGraph) struct NavigatorAnswersTests {
  private let navigator = Navigator(root: NamedPage("root"))

  init() { navigator.show() }

  private func ask<Asked: AnswerProviding>(_ screen: Asked) async -> Task<Asked.Answer?, any Error>
  where Asked.Answer: Sendable {
    let asking = Task { [navigator] in try await navigator.present(asking: screen) }
    while !navigator.isPresenting { await Task.yield() }
    return asking
  }

  @Test func anAnswerThatTheEndOfTheScreenTakesBackIsGiven() async throws {
    let picker = ForgetfulPicker()
    let asking = await ask(picker)
    picker.answer = "A"
    #expect(try await asking.value == "A")
    #expect(picker.isEnded && picker.answer == nil)
  }

  @Test func theFirstAnswerCounts() async throws {
    let picker = LetterPicker()
    let asking = await ask(picker)
    picker.pick("a")
    picker.pick("b")
    #expect(try await asking.value == "a")
  }

  @Test func anAnswerAfterTheDismissalIsNone() async throws {
    let picker = LetterPicker()
    let asking = await ask(picker)
    navigator.dismiss()
    picker.pick("a")
    #expect(try await asking.value == nil)
  }

  @Test(arguments: [0, 1, 2])
  func aScreenThatIsAddedElsewhereGivesNoAnswer(_ kind: Int) async throws {
    let picker = LetterPicker()
    let other =
      kind == 0 ? LifecycleViewModel() : kind == 1 ? Navigator(root: NamedPage("b")) : picker
    let asking = await ask(picker)
    if other === picker { picker.removeFromParent() } else { other.addChild(picker) }
    if kind == 0 { picker.pick("a") }
    #expect(try await asking.value == nil)
    #expect(!navigator.isPresenting && picker.isEnded == (kind == 2))
  }

  @Test func aScreenThatIsReplacedLeavesTheOthers() async throws {
    let (picker, page) = (LetterPicker(), NamedPage("page"))
    let asking = await ask(picker)
    try navigator.setStack([page])
    #expect(try await asking.value == nil)
    #expect(navigator.visible === page && !page.isEnded && picker.isEnded)
  }

  @Test func aScreenThatEndsLeavesWhatCoversIt() async throws {
    let (picker, page) = (LetterPicker(), NamedPage("page"))
    let asking = await ask(picker)
    try navigator.push(page)
    picker.end()
    #expect(try await asking.value == nil)
    #expect(navigator.visible === page && !page.isEnded && navigator.tree.presentations.count == 1)
  }

  @Test func anAnswerOfAScreenThatIsNoRootAnyMoreTakesItselfAway() async throws {
    let (picker, root, over) = (LetterPicker(), NamedPage("root"), NamedPage("over"))
    let asking = await ask(picker)
    try navigator.setStack([root, picker, over])
    picker.pick("a")
    #expect(try await asking.value == "a")
    #expect(navigator.visible === root && picker.isEnded && over.isEnded && !root.isEnded)
  }

  @Test func anAnswerAndTheEndInOneChangeIsAnAnswer() async throws {
    let picker = LetterPicker()
    let asking = await ask(picker)
    batch {
      picker.pick("a")
      navigator.dismiss()
    }
    #expect(try await asking.value == "a")
  }

  @Test(.timeLimit(.minutes(10))) func aNavigatorThatEndsWaitsForNobody() async throws {
    weak var gone: Navigator?
    do {
      let other = Navigator(root: NamedPage("root"))
      gone = other
      let picker = LetterPicker()
      let asking = Task { try await other.present(asking: picker) }
      while !other.isPresenting { await Task.yield() }
      other.end()
      #expect(try await asking.value == nil)
    }
    while gone != nil, !Task.isCancelled { await Task.yield() }
    #expect(gone == nil)
  }

  @Test func aScreenThatAHookTakesElsewhereGivesNoAnswer() async throws {
    let (page, other) = (AskingPage("page"), NamedPage("other"))
    page.onLoading = { if page.parent !== other { other.addChild(page) } }
    let answer = try await navigator.present(asking: page)
    #expect(answer == nil && page.parent === other && !navigator.isPresenting)
  }
}
