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
}
