import Bindings
import Foundation
import Testing
import ViewModels

@MainActor
@Suite(.ownGraph) struct PromptsToastTests {
  private let page = PromptedPage()
  private var prompts: Prompts { page.prompts }
  private var clock: HandClock { page.clock }

  @Test func aToastGoesAfterTwoSecondsAShortOneAfterOne() {
    prompts.toast("Saved")
    prompts.toast("Copied", duration: .short)
    clock.advance(by: .milliseconds(999))
    #expect(prompts.toasts.map(\.text) == ["Saved", "Copied"])
    clock.advance(by: .milliseconds(1))
    #expect(prompts.toasts.map(\.text) == ["Saved"])
    clock.advance(by: .seconds(1))
    #expect(prompts.toasts.isEmpty)
  }

  @Test func aToastThatStaysGoesWhenItIsTapped() throws {
    prompts.toast("Update me", duration: .untilTapped)
    clock.advance(by: .seconds(3600))
    #expect(prompts.toasts.count == 1 && clock.waitCount == 0)
    try prompts.tap()
    #expect(prompts.toasts.isEmpty)
  }

  // L38: the action ran after the delay, whether or not anybody tapped.
  /// Asks the prompts for what is left when it goes.
  @MainActor
  private final class Witness {
    let onEnd: @MainActor () -> Void
    init(_ onEnd: @escaping @MainActor () -> Void) { self.onEnd = onEnd }
    isolated deinit { onEnd() }
  }

  @Test func whatAnActionHoldsMayAskAndTellWhenItGoes() throws {
    let page = PromptedPage()
    let prompts = page.prompts
    var gone = 0
    func show() {
      let witness = Witness {
        gone += 1
        try? prompts.dismissToast()
        prompts.toast("Late", action: "Undo") {}
      }
      prompts.toast("Saved", action: "Undo") { withExtendedLifetime(witness) {} }
    }
    show()
    try prompts.tap()
    #expect(gone == 1 && prompts.toasts.map(\.text) == ["Late"])
    show()
    try prompts.dismissToast()
    #expect(gone == 2)
    show()
    page.owner.end()
    #expect(gone == 3 && prompts.toasts.isEmpty)
  }

  // It saw the toast without its action, and could tap it.
  @Test func whatAnActionHoldsDoesNotSeeItsToastWhenItGoes() throws {
    let page = PromptedPage()
    let prompts = page.prompts
    var seen: [Int] = []
    func show() {
      let witness = Witness { seen.append(prompts.toasts.count) }
      prompts.toast("Saved", action: "Undo") { withExtendedLifetime(witness) {} }
    }
    let ways: [() throws -> Void] = [
      { try prompts.dismissToast() }, { try prompts.tap() },
      { page.clock.advance(by: .seconds(2)) }, { page.owner.end() },
    ]
    for way in ways {
      show()
      try way()
    }
    #expect(seen == [0, 0, 0, 0])
  }

  @Test func theActionRunsOnlyWhenTheToastIsTapped() throws {
    var undone = 0
    prompts.toast("Deleted", action: "Undo") { undone += 1 }
    clock.advance(by: .seconds(2))
    #expect(prompts.toasts.isEmpty && undone == 0)
    let id = try #require(prompts.toast("Deleted", action: "Undo") { undone += 1 })
    #expect(prompts.toasts.first?.action == "Undo")
    try prompts.tap(id)
    #expect(undone == 1 && prompts.toasts.isEmpty)
    clock.advance(by: .seconds(2))
    #expect(undone == 1)
    prompts.toast("Deleted", action: "Undo") { undone += 1 }
    try prompts.dismissToast()
    #expect(undone == 1)
  }

  // L38: one of fifteen ways to show a toast ignored what it was given.
  @Test func everyWayToShowAToastHeedsWhatItIsGiven() {
    struct Down: Error, CustomStringConvertible { let description = "Down" }
    prompts.toast("a", kind: .failure, duration: .short)
    prompts.toast("b", kind: .failure, duration: .short, action: "Undo") {}
    prompts.toast(failure: Down(), duration: .short)
    #expect(prompts.toasts.map(\.text) == ["a", "b", "Down"])
    #expect(prompts.toasts.allSatisfy { $0.kind == .failure && $0.duration == .short })
    clock.advance(by: .seconds(1))
    #expect(prompts.toasts.isEmpty)
  }

  @Test func tappingTakesTheToastAwayAndItsTimeWithIt() async throws {
    let first = try #require(prompts.toast("a"))
    let second = try #require(prompts.toast("b"))
    try prompts.tap(first)
    #expect(prompts.toasts.map(\.id) == [second] && clock.waitCount == 1)
    let message = await expectPromptError(.gone) { try prompts.tap(first) }
    #expect(message.contains("toast \(first) now"))
    await expectPromptError(.gone) { try prompts.dismissToast(first) }
    try prompts.tap()
    await expectPromptError(.gone) { try prompts.tap() }
    #expect(clock.waitCount == 0)
  }

  @Test func aViewThatComesLateSeesTheToastAndNobodySeesItTwice() {
    prompts.toast("Saved")
    var seen: [[String]] = []
    let token = prompts.$toasts.observe { seen.append($0.map(\.text)) }
    clock.advance(by: .seconds(2))
    #expect(seen == [["Saved"], []])
    token.cancel()
  }

  @Test func toastsEndWithTheScreen() {
    prompts.toast("Saved")
    page.owner.end()
    #expect(prompts.toasts.isEmpty && clock.waitCount == 0)
    #expect(prompts.toast("Late") == nil && prompts.toasts.isEmpty)
  }

  // L37: texts of services are made fit to be shown, and what is empty then is not shown.
  @Test func aWordingOfOnesOwnMakesTextsFit() {
    prompts.wording = { text, kind in
      let end = kind == .failure ? text.firstIndex(of: "(") ?? text.endIndex : text.endIndex
      return text[..<end].trimmingCharacters(in: CharacterSet(charactersIn: " .。"))
    }
    prompts.toast(" Saved (twice)。")
    prompts.toast("Not found (404).", kind: .failure)
    #expect(prompts.toasts.map(\.text) == ["Saved (twice)", "Not found"])
    #expect(prompts.toast("(404)", kind: .failure) == nil && prompts.toast(" 。") == nil)
    #expect(prompts.toasts.count == 2)
  }

  @Test func anEmptyTextIsNotShown() {
    #expect(prompts.toast("") == nil)
    #expect(prompts.toasts.isEmpty && clock.waitCount == 0)
  }

  @Test func anErrorSaysWhatItHasForPeople() {
    struct Described: LocalizedError { let errorDescription: String? = "Card refused" }
    struct Plain: Error, CustomStringConvertible { let description = "No answer" }
    prompts.toast(failure: Described())
    prompts.toast(failure: Plain())
    let text = "Disk full"
    prompts.toast(
      failure: NSError(domain: "disk", code: 1, userInfo: [NSLocalizedDescriptionKey: text]))
    #expect(prompts.toasts.map(\.text) == ["Card refused", "No answer", text])
  }

  /// Toasts that come, are tapped, are dismissed and run out at random, against an array with times.
  @Test func toastsComeAndGoAtRandom() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("toast fuzz: seed \(seed)")
    var numbers = SeededNumbers(state: seed)
    var now = Duration.zero
    var expected: [(id: Toast.ID, end: Duration?)] = []
    for step in 0..<800 {
      switch Int.random(in: 0...6, using: &numbers) {
      case 0...2:
        let length = Toast.Length.allCases.randomElement(using: &numbers) ?? .short
        let id = try #require(prompts.toast("\(step)", duration: length))
        expected.append((id, length.time.map { now + $0 }))
      case 3:
        clock.advance(by: .milliseconds(300))
        now += .milliseconds(300)
        expected.removeAll { $0.end.map { $0 <= now } ?? false }
      case 4, 5:
        guard let one = expected.randomElement(using: &numbers) else { continue }
        if Bool.random(using: &numbers) {
          try prompts.tap(one.id)
        } else {
          try prompts.dismissToast(one.id)
        }
        expected.removeAll { $0.id == one.id }
      default:
        guard !expected.isEmpty else { continue }
        try prompts.tap()
        expected.removeLast()
      }
      guard prompts.toasts.map(\.id) == expected.map(\.id) else {
        Issue.record("seed \(seed), step \(step): \(prompts.toasts) is not \(expected)")
        return
      }
    }
  }
}
