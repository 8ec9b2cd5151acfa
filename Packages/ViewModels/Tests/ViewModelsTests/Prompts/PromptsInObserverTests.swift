import Bindings
import Foundation
import Testing
import ViewModels

/// Toasts that an observer shows, whose texts read nodes.
@MainActor
@Suite(.ownGraph) struct PromptsInObserverTests {
  private let language = Property("en")
  private let prompts = Prompts()

  private struct Refusal: LocalizedError {
    let language: Property<String>
    var errorDescription: String? { MainActor.assumeIsolated { "refused: \(language.value)" } }
  }

  @Test func anObserverDoesNotDependOnWhatTheWordingReads() {
    prompts.wording = { [language] text, _ in "\(language.value): \(text)" }
    let trigger = Property(0)
    let token = observe { [prompts] in
      _ = trigger.value
      prompts.toast("saved", duration: .untilTapped)
    }
    language.value = "de"
    #expect(prompts.toasts.map(\.text) == ["en: saved"])
    trigger.value = 1
    #expect(prompts.toasts.map(\.text) == ["en: saved", "de: saved"])
    token.cancel()
  }

  @Test func anObserverDoesNotDependOnWhatAnErrorReads() {
    let token = observe { [prompts, language] in
      prompts.toast(failure: Refusal(language: language), duration: .untilTapped)
    }
    language.value = "de"
    #expect(prompts.toasts.map(\.text) == ["refused: en"])
    token.cancel()
  }
}
