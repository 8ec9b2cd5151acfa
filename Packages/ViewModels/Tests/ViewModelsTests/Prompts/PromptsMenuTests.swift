import Bindings
import Foundation
import Testing
import ViewModels

/// Menus, styled questions, and answers that cannot be chosen.
@MainActor
@Suite(.ownGraph) struct PromptsMenuTests {
  private let page = PromptedPage()
  private var prompts: Prompts { page.prompts }

  // L40: items with actions of their own, pictures, and a reason where one is disabled.
  @Test func anItemRunsItsActionAfterTheMenuIsGone() async throws {
    var done: [String] = []
    let menu = PromptMenu(
      "More",
      actions: [
        .item("Archive", image: "box") { [prompts] in done.append("archived \(prompts.stack.count)")
        },
        .item("Clear", role: .destructive, disabledBecause: "nothing is there") {
          done.append("cleared")
        },
      ])
    prompts.open(menu)
    let shown = try #require(prompts.current)
    #expect(shown.kind == .menu && shown.caption == "More")
    #expect(shown.actions.map(\.image) == ["box", nil])
    #expect(shown.actions.map(\.reason) == [nil, "nothing is there"])
    let text = await expectPromptError(.noChoice) { try prompts.choose(1) }
    #expect(text == "'Clear' cannot be chosen now: nothing is there")
    #expect(done.isEmpty && prompts.current == shown)
    try prompts.choose(0)
    #expect(done == ["archived 0"])
  }

  // L40: the item that opens a menu closes it, too.
  @Test func theSameButtonOpensAndClosesAMenu() throws {
    let menu = PromptMenu("More", actions: [.item("Archive") {}])
    let other = PromptMenu("Other", actions: [.item("Archive") {}])
    #expect(prompts.toggle(menu) != nil && prompts.toggle(other) != nil)
    #expect(prompts.toggle(menu) == nil)
    #expect(prompts.stack.map(\.caption) == ["Other"])
    #expect(prompts.toggle(menu) != nil)
    try prompts.dismiss()
    #expect(prompts.stack.map(\.caption) == ["Other"])
  }

  @Test func aMenuThatIsDismissedDoesNothing() throws {
    var isDone = false
    prompts.open(PromptMenu("More", actions: [.item("Archive") { isDone = true }]))
    try prompts.dismiss()
    prompts.open(PromptMenu("More", actions: [.item("Archive") { isDone = true }]))
    page.owner.end()
    #expect(!isDone && prompts.open(PromptMenu("More", actions: [.item("x") {}])) == nil)
  }

  @Test func whatAButtonIsNotToldAnewStays() {
    let button = Question<Int>.Action.normal("A", 1).with(disabledBecause: "no").with(image: "box")
    #expect(button.button.reason == "no" && button.button.image == "box")
    #expect(button.with(disabledBecause: "never").button.image == "box")
  }

  // L39: a text with styles and a picture, beside the plain text for who cannot draw them.
  @Test func anAlertMayHaveAStyledTextAndAPicture() async throws {
    var text = AttributedString("Pay 48 now?")
    text.link = URL(string: "https://example.org/terms")
    var question = Question<Bool>("Order", actions: [.normal("Pay", true).with(image: "card")])
    question.styledMessage = text
    question.image = "basket"
    let task = await page.asking { [question] in await $0.ask(question) }
    let shown = try #require(prompts.current)
    #expect(shown.kind == .alert && shown.image == "basket" && shown.styledMessage == text)
    #expect(prompts.message == "Pay 48 now?" && shown.actions[0].image == "card")
    let copy = try JSONDecoder().decode(Prompt.self, from: JSONEncoder().encode(shown))
    #expect(copy.message == shown.message && copy.image == "basket" && copy.styledMessage == nil)
    #expect(copy.actions == shown.actions)
    try prompts.choose(0)
    #expect(await task.value == true)
  }

  @Test func aPlainAlertSaysNothingOfWhatItHasNot() async throws {
    let task = await page.asking { await $0.alert("Sure?") }
    let data = try JSONEncoder().encode(try #require(prompts.current))
    let text = String(decoding: data, as: UTF8.self)
    #expect(!text.contains("styled") && !text.contains("image") && !text.contains("reason"))
    try prompts.choose(0)
    #expect(await task.value == 0)
  }
}
