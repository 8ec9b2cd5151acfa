import Testing
import ViewModels

@testable import REPLKit

@MainActor
@Suite(.ownGraph) struct PreviewTests {
  let conversation = Conversation()

  private func preview(_ text: String) async -> String {
    TextRenderer(style: .plain).text(await conversation.session.preview(text))
  }

  private func documentation(_ marked: String) -> String {
    let cursor = marked.utf8.firstIndex(of: UInt8(ascii: "^")) ?? marked.utf8.endIndex
    let record = conversation.session.documentation(
      at: marked.utf8.distance(from: marked.utf8.startIndex, to: cursor),
      in: marked.replacing("^", with: ""))
    return record.map { TextRenderer(style: .plain).text($0) } ?? "nothing"
  }

  @Test func anExpressionIsEvaluatedWithoutANumberOrARecord() async {
    await conversation.say("let f = Form()")
    let before = conversation.lines
    #expect(await preview("f.age * 2") == "60")
    #expect(await preview("f.name.count") == "3")
    #expect(await preview("f").hasPrefix("Form\n"))
    #expect(conversation.lines == before)
    #expect(await conversation.say(":results").lines == ["There are no results yet."])
  }

  @Test func ofAChangeTheNewValueIsShownAndNothingChanges() async {
    await conversation.say("let f = Form()")
    #expect(await preview("f.age = f.age + 1") == "31")
    #expect(await preview("let n = f.name") == "\"ann\"")
    #expect(await preview("watch f.isAdult when f.age > 3") == "true")
    #expect(await preview("expect f.age == 31") == "false")
    #expect(await conversation.say("f.age").lines == ["30"])
    #expect(await conversation.say("n").status == .runtimeError)
  }

  @Test(arguments: ["f.clear()", "f.save()", "f.clear", "1 + f.save()", "Form()"])
  func commandsAndCreationAreRefused(text: String) async {
    await conversation.say("let f = Form()")
    #expect(await preview(text).hasPrefix("error E"))
    #expect(await conversation.say("f.name").lines == ["\"ann\""])
  }

  @Test func secretsStayHidden() async {
    await conversation.say("let f = Form()")
    #expect(await preview("f.pin") == "\"••••••••\"")
    #expect(!documentation("f.pin^").contains("1234"))
  }

  @Test func mistakesAndEmptyTextsAreAnswered() async {
    #expect(await preview("nobody").hasPrefix("error E101"))
    #expect(await preview("1 +").hasPrefix("error E0"))
    #expect(await preview("").hasPrefix("error E203: there is no expression"))
    #expect(await preview(":help").hasPrefix("error E203"))
  }

  @Test func theNameAtTheCursorIsExplained() async {
    await conversation.say("let f = Form()")
    #expect(documentation("f.a^ge = 3").hasPrefix("f.age\n  age: Int"))
    #expect(documentation("^f.age").hasPrefix("Form — A form for tests."))
    #expect(documentation("let g = Fo^rm()").hasPrefix("Form — "))
    #expect(documentation("f.save(^").hasPrefix("f.save\n  save() -> String"))
    #expect(documentation("wat^ch f.age").hasPrefix("watch\n"))
    #expect(documentation("[1] | so^rted").contains("sorted"))
    #expect(documentation(":ty^pes").contains(":types"))
    #expect(documentation("1 + ^") == "nothing")
    #expect(documentation("nobody^").hasPrefix("error E101"))
  }
}

@MainActor
@Suite(.ownGraph) struct SettingsTests {
  let conversation = Conversation()
  private final class Chosen { var value = "dim" }
  private let chosen = Chosen()

  init() {
    conversation.session.add(
      Setting(
        "lamp", Message("how bright it is", "多亮"), values: ["dim", "bright"], standard: "dim"
      ) {
        [chosen] in
        chosen.value
      } set: { [chosen] in
        chosen.value = $0
      })
  }

  @Test func theListTellsValueDefaultMeaningAndChoices() async {
    #expect(
      await conversation.say(":set").lines == [
        "Settings (* = default)",
        "  clock = real  how time passes: real*, manual",
        "  lang = en     the language of help and messages: en*, zh",
        "  lamp = dim    how bright it is: dim*, bright",
      ])
    #expect(
      await conversation.say(":set lamp").lines == [
        "lamp = dim", "    how bright it is: dim*, bright",
      ])
  }

  @Test func aSettingIsSetWithOrWithoutAnEqualSign() async {
    #expect(await conversation.say(":set lamp bright").lines == ["lamp = bright"])
    #expect(await conversation.say(":set lamp = dim").lines == ["lamp = dim"])
    #expect(await conversation.say(":set clock manual").lines == ["clock = manual"])
    #expect(conversation.session.clock.mode == .manual)
  }

  @Test func unknownNamesAndValuesAreCorrected() async {
    #expect(await conversation.say(":set lmap bright").status == .runtimeError)
    #expect(conversation.diagnostics.last?.help?.description == "Did you mean ':set lamp bright'?")
    #expect(conversation.diagnostics.last?.replacement == ":set lamp bright")
    #expect(await conversation.say(":set lamp bight").status == .runtimeError)
    #expect(conversation.diagnostics.last?.help?.description == "Did you mean ':set lamp bright'?")
    #expect(conversation.diagnostics.last?.replacement == ":set lamp bright")
    #expect(chosen.value == "dim")
  }

  @Test func theListSpeaksChinese() async {
    await conversation.say(":lang zh")
    let lines = await conversation.say(":set").lines
    #expect(lines.contains { $0.contains("时间如何流逝") })
  }
}
