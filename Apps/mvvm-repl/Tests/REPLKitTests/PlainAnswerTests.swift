import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// What is told is what was done, and what goes wrong is told where it goes wrong.
@MainActor
@Suite(.ownGraph) struct PlainAnswerTests {
  let conversation = Conversation { catalog, _ in
    catalog.add(Counter.self) { Counter() }
    catalog.add(ListViewModel.self)
  }

  @Test func aStatementThatCannotBeUndoneStopsTheJourney() async {
    await conversation.say("let f = Form(); f.age = 5; let c = Counter(); c.add()")
    for word in ["undo", "undo 2"] {
      #expect(await conversation.say(word).status == .runtimeError)
      #expect(
        conversation.diagnostics.first?.message.description
          == "cannot be undone: c.add(), only its view-model sets c.count")
      #expect(conversation.diagnostics.first?.help?.description.contains(":goto #") == true)
      #expect(await conversation.say("f.age; c.count").lines == ["5", "1"])
    }
    await conversation.say("f.age = 6")
    #expect(await conversation.say("undo 2").status == .runtimeError)
    #expect(await conversation.say("f.age; redo; f.age").lines == ["5", "redone: f.age = 6", "6"])
  }

  @Test func aSnapshotThatCannotBePutBackIsToldSo() async {
    await conversation.say("let c = Counter(); :snapshot s\nc.add()")
    #expect(
      await conversation.say(":restore s").lines
        == ["cannot be restored: 's', only its view-model sets c.count"])
    await conversation.say("let f = Form(); :snapshot t")
    #expect(await conversation.say(":restore t").lines == ["nothing has changed since 't'"])
  }

  @Test func undoingMoreThanThereIsTellsHowManyThereWere() async {
    await conversation.say("let f = Form(); f.age = 5; f.age = 6")
    #expect(await conversation.say("undo 99").status == .runtimeError)
    #expect(
      conversation.diagnostics.first?.message.description
        == "only 2 statements could be undone")
    #expect(await conversation.say("f.age").lines == ["30"])
    #expect(await conversation.say("undo 0").status == .parseError)
  }

  @Test func aRecordingHoldsNoMistakeOfWhatIsNotRecorded() async {
    for entry in ["1", ":load nosuch", ")(", "2", "nobody"] { await conversation.say(entry) }
    #expect(
      await conversation.say(":replay").lines == [
        "replayed 3 statements; the results were the same"
      ])
    let text = await conversation.say(":export md").lines.joined(separator: "\n")
    #expect(!text.contains("nosuch") && !text.contains("E001") && text.contains("E101"))
  }

  @Test func anotherWayIsToldInTheOrderOfItsLines() async {
    let host = Form()
    conversation.session.define("shared", host)
    await conversation.say("let f = Form(); shared.age = 3; f.nmae")
    await conversation.say(":record\nshared.age == 3 ? f : f.nmae")
    host.age.value = 4
    let then = await conversation.say(":replay").lines.filter { $0.hasPrefix("  now:") }
    #expect(then.first?.contains("error E101") == true)
    #expect(then.last?.contains("help:") == true)
  }

  @Test func aFileOfOthersIsNotWrittenOver() async throws {
    try await withFolder { folder in
      let path = "\(folder)/keep.txt"
      try "mine\n".write(toFile: path, atomically: false, encoding: .utf8)
      await conversation.say("1")
      for way in [":save \(path)", ":export md \(path)"] {
        #expect(await conversation.say(way).status == .runtimeError)
        #expect(conversation.diagnostics.first?.help?.description.contains("! ") == true)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text == "mine\n")
      }
      #expect(await conversation.say(":save! \(path)").lines == ["wrote \(path): 1 line"])
      // What was written here may be written anew, unless somebody has changed it since.
      #expect(await conversation.say(":save \(path)").status == .ok)
      try "edited\n".write(toFile: path, atomically: false, encoding: .utf8)
      #expect(await conversation.say(":save \(path)").status == .runtimeError)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "edited\n")
      #expect(await conversation.say(":export! md \(path)").status == .ok)
    }
  }

  @Test func aTildeIsThePersonsOwnFolder() {
    #expect(TextFile.located("~/a.mvvm") == TextFile.located("\(NSHomeDirectory())/a.mvvm"))
  }

  @Test func aSavedScriptTellsWhichLinesNeedASecret() async throws {
    try await withFolder { folder in
      await conversation.say("let f = Form(); f.pin = \"9876\"")
      #expect(
        await conversation.say(":save \(folder)/a.mvvm").lines.last
          == "secrets were left out; line 2 needs one: write it there before you load the file")
      await conversation.say("f.pin = \"5555\"")
      #expect(
        await conversation.say(":save \(folder)/a.mvvm").lines.last
          == "secrets were left out; lines 2, 3 need them: write them there before you load the file"
      )
    }
  }

  @Test(arguments: ["let q = \"abc", "\"\\(a", "f(\"x"])
  func aStringEndsOnItsLine(text: String) {
    #expect(ParsedText(text).isComplete)
  }

  @Test func theSameIsWatchedOnce() async {
    await conversation.say("let f = Form(); watch f.age")
    #expect(await conversation.say("watch f.age").lines == ["already watched as #1"])
    #expect(await conversation.say("f.age = 3").lines.count == 1)
    #expect(await conversation.say("watch f.age when f.isAdult").status == .ok)
    #expect(conversation.session.watches.all.count == 2)
    await conversation.say("watch f.age, f.name as table")
    #expect(
      await conversation.say("watch f.age, f.name as table").lines == ["already watched as #3"])
    await conversation.say("unwatch #1; watch f.age")
    #expect(conversation.session.watches.all.count == 3)
  }

  @Test(arguments: ["watch 3", "watch \"a\"", "watch [1, 2]"])
  func whatNeverChangesIsNotWatched(text: String) async {
    #expect(await conversation.say(text).status == .runtimeError)
    #expect(conversation.session.watches.all.isEmpty)
  }

  @Test func whatLosesItsNameIsTold() async {
    await conversation.say("let f = Form()")
    #expect(
      await conversation.say("let f = 3").lines == ["'f' was a Form before"])
    #expect(await conversation.say("let f = 4").lines.isEmpty)
    conversation.session.define("net", Form())
    #expect(await conversation.say("let net = 5").lines.first?.contains("tool's own") == true)
    await conversation.say("let g = Form()")
    #expect(await conversation.say("let g = Form()").lines.first == "Form")
  }

  @Test(arguments: [
    ("-9223372036854775808", "-9223372036854775808"),
    ("-9223372036854775808 + 1", "\(Int.min + 1)"),
  ])
  func theLeastNumberCanBeWritten(text: String, value: String) async {
    #expect(await conversation.say(text).lines == [value])
  }

  @Test(arguments: [
    "9223372036854775808", "--9223372036854775808", "1 - 9223372036854775808",
    "1 -9223372036854775808",
  ])
  func itsDigitsAloneAreTooLarge(text: String) async {
    #expect(await conversation.say(text).status != .ok)
  }

  @Test func aNameThatIsNotThereIsDeclaredFirst() async {
    for text in ["x = 3", "f = Form()"] {
      await conversation.say(text)
      #expect(
        conversation.diagnostics.first?.correctedLine(in: SourceText(text)) == "let \(text)")
    }
    await conversation.say("var number = 1; nmuber = 2")
    #expect(conversation.diagnostics.first?.help?.description == "Did you mean 'number'?")
  }

  @Test(arguments: [":types Form", ":quit now", ":vars x", ":timeline 3"])
  func aWordThatTakesNothingRefusesIt(text: String) async {
    #expect(await conversation.say(text).status == .runtimeError)
    #expect(!conversation.session.isFinished)
  }

  @Test func thereIsOnlyOnePage() async {
    await conversation.say("[1] | json | page 2")
    #expect(conversation.diagnostics.first?.message.description == "there is only one page")
  }

  @Test func rowsOfAListAreShownByTheirMembers() async {
    await conversation.say("let l = ListViewModel(); l.add(\"b\"); l.add(\"a\")")
    let lines = await conversation.say("l.cells | sorted text | table").lines
    #expect(lines.first?.contains("text") == true)
    #expect(lines.dropFirst(2).first?.contains("a") == true)
    #expect(await conversation.say("l.cells | sorted titel").status == .runtimeError)
    #expect(conversation.diagnostics.first?.help?.description.contains("text") == true)
  }
}

/// A number that only its view-model sets.
@MainActor
private final class Counter: ViewModel {
  let number = Property(0, label: "count")
  let add: Command<Void, Void>

  init() { add = Command(label: "add") { [number] in number.value += 1 } }

  static let schema = ViewModelSchema(
    Counter.self, "Counts.",
    members: [.derived("count", { $0.number }), .command("add", { $0.add })])
}
