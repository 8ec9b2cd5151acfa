import Testing
import ViewModels

@testable import REPLKit

/// Demos that a host offers.
@MainActor
@Suite(.ownGraph) struct DemoTests {
  private let conversation = Conversation()

  init() {
    for word in conversation.session.screenWords { conversation.session.add(word) }
    conversation.session.offer([
      Demo(
        "form", "a form", "一个表单", opening: ["let form = Form()", ":screen form"],
        first: [
          .init("form.age = 3", "a child", "一个孩子"), .init("form.isAdult", "false now", "现在为假"),
        ]),
      Demo("broken", "one that fails", "会失败的", opening: ["let x = nobody.age"], first: []),
    ])
  }

  @Test func demosAreListedInTheLanguageOfTheSession() async {
    for word in [":demos", ":demo"] {
      let lines = await conversation.say(word).lines
      #expect(
        lines == ["Demos (:demo NAME opens one)", "  form    a form", "  broken  one that fails"])
    }
    conversation.session.language = .chinese
    #expect(await conversation.say(":demos").lines[1] == "  form    一个表单")
  }

  @Test func oneOpensWithItsStatementsItsScreenAndWhatToTypeFirst() async {
    let lines = await conversation.say(":demo form").lines
    #expect(
      lines.contains("    let form = Form()") && lines.contains("    :screen form"), "\(lines)")
    #expect(lines.contains(" Form"), "\(lines)")
    #expect(!lines.contains("Form") && !lines.contains { $0.contains("inputs") }, "\(lines)")
    #expect(
      lines.suffix(3) == [
        "Type in this order", "  form.age = 3  a child", "  form.isAdult  false now",
      ])
    #expect(conversation.session.host.screens.live?.path == "form")
    #expect(conversation.session.takeDemoLine() == "form.age = 3")
    #expect(conversation.session.takeDemoLine() == nil)
    #expect(await conversation.say("form.age = 3; form.isAdult").lines.last == "false")
  }

  @Test func aNameThatIsLostIsTold() async {
    await conversation.say("let form = Form(); let other = 3")
    conversation.session.offer([
      Demo("form", "a number", "一个数", opening: ["let form = 3"], first: [])
    ])
    let lines = await conversation.say(":demo form").lines
    #expect(lines.contains { $0.contains("form") && $0.contains("Form") }, "\(lines)")
    #expect(await conversation.say(":demos").lines.count == 3)
  }

  @Test(arguments: [
    ("表单", "form"), ("表", "form"), ("失败", "broken"), ("Fails", "broken"), ("a", "form"),
  ])
  func aWordOfASummaryInEitherLanguageListsTheDemos(word: String, name: String) async {
    for language in HelpLanguage.allCases {
      conversation.session.language = language
      let said = await conversation.say(":demo \(word)")
      #expect(said.status == .ok && said.lines.count == 2, "\(said.lines)")
      #expect(said.lines.last?.hasPrefix("  \(name)  ") == true, "\(said.lines)")
    }
  }

  @Test func aNameThatIsNoneIsAMistakeWithTheNearest() async {
    let said = await conversation.say(":demo from")
    #expect(said.status == .runtimeError)
    #expect(said.lines.joined().contains("there is no demo 'from'"), "\(said.lines)")
    #expect(said.lines.joined().contains(":demo form"), "\(said.lines)")
    #expect(await conversation.say(":demo fail").status == .runtimeError)
    let broken = await conversation.say(":demo broken")
    #expect(broken.status == .runtimeError && broken.lines.joined().contains("nobody"))
  }

  @Test func itsStatementsAreRecordedAndItselfIsNot() async {
    await conversation.say(":record\n:demo form\nform.age = 3")
    let said = await conversation.say(":replay")
    #expect(said.lines.last == "replayed 3 statements; the results were the same", "\(said.lines)")
  }

  @Test func completionAndHelpKnowThem() async {
    let command = conversation.session.host.words["demo"]
    #expect(command?.words == ["form", "broken"])
    conversation.session.language = .chinese
    let symbols = conversation.session.symbols
    let offered = Completer.complete(":demo f", cursor: 7, symbols: symbols).candidates
    #expect(offered.map(\.text) == ["form"] && offered.map(\.detail) == ["一个表单"])
    conversation.session.language = .english
    #expect(await conversation.say(":help demo").lines.joined().contains("the demos"))
  }
}
