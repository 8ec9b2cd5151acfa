import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// What is shown again tells what differs, by a sign and not by colour alone.
@MainActor
@Suite(.ownGraph) struct LastShownTests {
  let conversation = Conversation()

  @Test func changedMembersAreMarked() async {
    await conversation.say("let f = Form(); f.age = 3")
    let said = await conversation.say("f")
    #expect(said.lines.contains("~ age      3  ⟵ 30"))
    #expect(said.lines.contains("~ isAdult  false  ⟵ true"))
    #expect(said.lines.contains("~ ○ save()  not enabled: isAdult is false  ⟵ ready"))
    #expect(said.lines.contains("  name     \"ann\""))
    #expect(await conversation.say("f").lines.allSatisfy { !$0.hasPrefix("~") })
  }

  @Test func anotherViewModelOfTheNameHasNothingToBeComparedWith() async {
    await conversation.say("let f = Form(); f.age = 3; let f = Form()")
    #expect(await conversation.say("f").lines.allSatisfy { !$0.hasPrefix("~") })
  }

  @Test func secretsDoNotTellThatTheyChanged() async {
    await conversation.say("let f = Form(); f.pin = \"9\"")
    #expect(await conversation.say("f").lines.allSatisfy { !$0.hasPrefix("~") })
  }

  @Test func partsOfValuesAreTold() async {
    await conversation.say("var car = [\"name\": \"A4\", \"price\": 30, \"old\": 1]; car")
    let said = await conversation.say("car = [\"name\": \"A4\", \"price\": 31, \"new\": [2]]; car")
    #expect(said.lines.dropFirst() == ["+ new  [2]", "- old  1", "~ price  31  ⟵ 30"])
    #expect(await conversation.say("car").lines.count == 1)
  }

  @Test func elementsThatComeAndGoAreToldByTheirPlace() async {
    await conversation.say("var list = [1, 2, 3]; list")
    #expect(await conversation.say("list = [1, 3]; list").lines.dropFirst() == ["- [1]  2"])
    #expect(await conversation.say("list = [1, 4]; list").lines.dropFirst() == ["~ [1]  4  ⟵ 3"])
  }

  @Test func manyDifferencesAreCounted() {
    let (old, new) = (DynamicValue.array((0..<300).map { .int($0) }), DynamicValue.array([]))
    let lines = ValueDifference.lines(from: old, to: new, in: .english)
    #expect(lines.count == ValueDifference.mostLines + 1)
    #expect(lines.last == "and 290 more differ")
  }

  @Test func onlyTheNewestExpressionsAreKept() async {
    let form = Form()
    var shown = LastShown()
    for number in 0..<1_000 { _ = shown.take(ViewModelSnapshot(form), of: form, as: "f\(number)") }
    form.age.value = 1
    #expect(
      shown.take(ViewModelSnapshot(form), of: form, as: "f0").rows.allSatisfy {
        $0.previous == nil
      })
    let marked = shown.take(ViewModelSnapshot(form), of: form, as: "f999")
    #expect(marked.rows.contains { $0.previous != nil })
  }

  @Test func whatIsShownAgainStaysNew() async {
    let form = Form()
    var shown = LastShown()
    for number in 0..<1_000 {
      _ = shown.take(ViewModelSnapshot(form), of: form, as: "f\(number)")
      _ = shown.take(ViewModelSnapshot(form), of: form, as: "often")
    }
    form.age.value = 1
    let marked = shown.take(ViewModelSnapshot(form), of: form, as: "often")
    #expect(marked.rows.contains { $0.previous != nil })
  }

  @Test func programsGetTheOldValue() async {
    var renderer = JSONRenderer()
    let form = Form()
    var shown = LastShown()
    _ = shown.take(ViewModelSnapshot(form), of: form, as: "f")
    form.age.value = 1
    let snapshot = shown.take(ViewModelSnapshot(form), of: form, as: "f")
    let line = renderer.lines(.viewModel(snapshot), from: nil, at: .zero).joined()
    #expect(line.contains(#""changed":true,"kind":"property","name":"age","old":30,"value":1"#))
  }
}
