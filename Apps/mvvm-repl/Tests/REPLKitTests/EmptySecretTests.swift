import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A secret member with nothing in it looks empty; with a value it looks the same whatever its length.
@MainActor
@Suite(.ownGraph) struct EmptySecretTests {
  let conversation = Conversation()

  @Test func anEmptySecretLooksEmpty() async throws {
    await conversation.say("let f = Form(); f.pin = \"\"")
    #expect(await conversation.say("f.pin").lines == ["\"\""])
    #expect(await conversation.say("f").lines.contains { $0.hasPrefix("~ pin      \"\"") })
    #expect(await conversation.say("watch f.pin").lines == ["◉ f.pin  \"\""])
    #expect(await conversation.say("f.pin = \"1\"").lines == ["◉ f.pin  \"••••••••\"  ⟵ \"\""])
    await conversation.say("f.pin = \"\"; unwatch all")
    #expect(await conversation.say("watch f.pin as table").lines.last?.contains("\"\"") == true)
    #expect(await conversation.say("let s = f.pin; s").lines == ["\"\""])
    #expect(await conversation.say(":inspect f.pin").lines.contains("  value       \"\""))
    #expect(
      TextRenderer(style: .plain).text(await conversation.session.preview("f.pin")) == "\"\"")
    var json = JSONRenderer()
    let form = try #require(conversation.session.scope["f"]?.viewModel as? Form)
    let line = json.lines(.viewModel(ViewModelSnapshot(form)), from: nil, at: .zero).joined()
    #expect(line.contains(#""name":"pin","value":"""#) && !line.contains("secret"), "\(line)")
  }

  @Test func theMaskTellsNoLength() async throws {
    await conversation.say("let f = Form()")
    var shown: Set<[String]> = []
    var screens: Set<[String]> = []
    for pin in ["1", "12345", "123456789012345678901234567890"] {
      await conversation.say("f.pin = \"\(pin)\"")
      shown.insert(
        await conversation.say("f.pin\nf\n:vars\n:inspect f.pin").lines.filter {
          !$0.contains("changes")
        })
      let picture = try conversation.session.picture(of: "f")
      screens.insert(ScreenRenderer(style: .plain, columns: 60).lines(picture))
    }
    #expect(shown.count == 1 && screens.count == 1, "\(shown)")
    await conversation.say("f.pin = \"\"")
    let picture = try conversation.session.picture(of: "f")
    let lines = ScreenRenderer(style: .plain, columns: 60).lines(picture)
    #expect(!lines.joined().contains("•"), "\(lines)")
  }

  @Test func whatIsDerivedOfAnEmptySecretIsOneOnceItHasAValue() async {
    await conversation.say("let f = Form(); f.pin = \"\"; let d = { f.pin }")
    await conversation.say("f.pin = \"hunter2x\"")
    let said = await conversation.say("d\nwhy d\n:log 50\n:graph d\n:vars").lines
    #expect(!said.joined().contains("hunter2x"), "\(said)")
  }
}
