import Bindings
import Testing
import ViewModels

@testable import REPLKit

@MainActor
@Suite(.ownGraph) struct JobTests {
  let conversation = Conversation()

  @Test func jobsAreListedCancelledAndAnnounced() async {
    await conversation.say(":clock manual\nlet f = Form(); f.wait() &")
    #expect(
      await conversation.say("advance 3s\n:jobs").lines == [
        "In the background", "  #1  f.wait()  for 3s",
      ])
    #expect(
      await conversation.say(":cancel 1\nwait #1").lines.first
        == "error E303: job #1: f.wait was cancelled")
    #expect(await conversation.say(":jobs").lines.first?.hasPrefix("Nothing runs") == true)
  }

  @Test(arguments: [":cancel", ":cancel #1", ":cancel all"])
  func theOnlyJobNeedsNoName(statement: String) async {
    await conversation.say("let f = Form(); f.wait() &")
    #expect(await conversation.say("\(statement)\nwait all").status == .ok)
    #expect(conversation.session.jobs.all.isEmpty)
  }

  @Test func aFailureIsToldByTheNumberOfItsJob() async {
    await conversation.say("let f = Form(); f.fail() &; f.fail() &\nwait all")
    for number in 1...2 {
      let told = "error E302: job #\(number): f.fail failed: the printer is on fire"
      #expect(conversation.lines.contains(told), "\(conversation.lines)")
    }
    await conversation.say(":lang zh\nf.fail() &\nwait all")
    #expect(conversation.lines.contains { $0.hasPrefix("错误 E302：后台命令 #3：f.fail 失败：") })
  }

  @Test func waitingForAJobThatHasEndedGoesOnAtOnce() async {
    #expect(await conversation.say("let f = Form(); f.save() &\nwait all; wait #1").status == .ok)
    #expect(conversation.lines.last == "✓ job #1: f.save()  \"saved ann\"")
  }

  @Test(arguments: [
    "wait #7", ":cancel 7", ":cancel", "watch f.age; wait #1", "wait #0",
    "let g = Form(); bind f.age -> g.age; f.save() &\nwait all; wait #2",
  ])
  func jobsThatAreNotThereAreNamed(statement: String) async {
    await conversation.say("let f = Form()")
    await conversation.say(statement)
    #expect(conversation.diagnostics.first?.code == .unknownNumber)
  }

  @Test func aWaitForAJobHasALimitAndLeavesTheJobAlone() async {
    await conversation.say(":clock manual\nlet f = Form(); f.wait() &")
    conversation.session.host.patience = .zero
    #expect(await conversation.say("wait #1 within 5s").status == .expectationFailed)
    #expect(conversation.session.jobs.all.count == 1)
    await conversation.say(":cancel all\nwait all")
  }

  @Test func howMuchOfACommandIsDoneIsTold() async {
    let upload = Upload()
    let conversation = Conversation { catalog, _ in catalog.add(Upload.self) { upload } }
    var told: [Double] = []
    conversation.session.host.onProgress = {
      told.append($0)
      upload.goOn.value += 1
    }
    await conversation.say("let u = Upload()\nu.send()")
    #expect(told == [0.25, 0.5, 1])
    conversation.session.host.onProgress = nil
    upload.goOn.value = 1
    await conversation.say("u.send() &")
    while upload.done.peek() != 0.5 { await Task.yield() }
    #expect(await conversation.say(":jobs").lines.last?.hasSuffix(", 50 %") == true)
    upload.goOn.value = 9
    await conversation.say("wait all")
  }

  @Test func interruptingAWaitLeavesTheJobAlone() async {
    await conversation.say("let f = Form(); f.wait() &")
    let running = Task { await conversation.say("wait all") }
    while !conversation.session.cancelRunning() { await Task.yield() }
    #expect(await running.value.status != .ok)
    #expect(conversation.session.jobs.all.count == 1)
    await conversation.say(":cancel all\nwait all")
  }
}

/// Sends in three steps, each of which waits until it may go on.
@MainActor
final class Upload: ViewModel {
  let goOn = Property(0, label: "goOn")
  let done = Property(0.0, label: "done")
  let send: Command<Void, Void>

  init() {
    send = Command(label: "send") { [goOn, done] in
      for (step, share) in [0.25, 0.5, 1].enumerated() {
        CommandProgress.report(share)
        done.value = share
        while goOn.peek() <= step { await Task.yield() }
      }
    }
  }

  static let schema = ViewModelSchema(
    Upload.self, "An upload.", members: [.command("send", { $0.send }, "Sends.")])
}

@MainActor
@Suite(.ownGraph) struct LinkTests {
  let conversation = Conversation()

  @Test func aConverterStandsBetween() async {
    await conversation.say("let a = Form(); let b = Form(); bind a.name -> b.name via uppercased")
    #expect(await conversation.say("a.name = \"bo\"; b.name").lines == ["\"BO\""])
    #expect(await conversation.say("unbind #1; a.name = \"x\"; b.name").lines.last == "\"BO\"")
  }

  @Test func aDerivedValueAndAVariableAreBound() async {
    await conversation.say("let f = Form(); var n = 0; let next = { f.age + 1 }; bind next -> n")
    #expect(await conversation.say("n; f.age = 5; n").lines == ["31", "6"])
    await conversation.say("bind f.canSave -> n")
    #expect(conversation.diagnostics.first?.code == .typeMismatch)
  }

  @Test func convertersThatLeadBackBindBothWays() async {
    await conversation.say("let f = Form(); var t = \"007\"; bind t <-> f.age via number")
    #expect(await conversation.say("f.age; t").lines == ["7", "\"007\""])
    #expect(await conversation.say("f.age = 8; t; t = \"9\"; f.age").lines == ["\"8\"", "9"])
    #expect(await conversation.say("t = \"7\"; f.age; f.age = 8; t").lines == ["7", "\"8\""])
    await conversation.say("bind f.name <-> t via uppercased")
    #expect(conversation.diagnostics.first?.code == .arguments)
  }

  @Test func aValueThatAConverterCannotTakeIsToldAndChangesNothing() async {
    await conversation.say("let f = Form(); var t = \"1\"; bind t -> f.age via number")
    await conversation.say("t = \"x\"")
    #expect(
      conversation.diagnostics.first?.message.description == "'number' cannot convert \"x\"")
    #expect(await conversation.say("f.age; t = \"2\"; f.age").lines == ["1", "2"])
  }

  @Test(arguments: [
    "bind f.save -> f.age", "let c = 1; bind f.age -> c", "bind f.age -> f.isAdult via text",
    "bind f -> f.age", "bind f.age <-> f.age", "bind f.name -> f.name via trimmed",
    "bind f.age -> nobody", "bind f.age -> f.name via loud",
  ])
  func whatCannotBeBoundIsRefusedWithAPlace(statement: String) async {
    await conversation.say("let f = Form()")
    await conversation.say(statement)
    #expect(conversation.diagnostics.first?.span != nil)
  }

  @Test(
    arguments: [
      (Converter.uppercased, "a", "A"), (.lowercased, "A", "a"), (.trimmed, " a ", "a"),
      (.count, "abc", 3), (.count, [1], 1), (.isEmpty, "", true), (.not, true, false),
      (.negated, 2, -2), (.negated, 1.5, -1.5), (.text, 3, "3"), (.text, nil, ""),
      (.text, "a", "a"),
      (.number, " 12 ", 12), (.number, "1.5", 1.5),
    ] as [(Converter, DynamicValue, DynamicValue)])
  func convertersDoWhatTheySay(converter: Converter, value: DynamicValue, expected: DynamicValue) {
    #expect(converter.convert(value) == expected)
  }

  @Test(arguments: Converter.allCases)
  func convertersTakeAnything(converter: Converter) {
    for value in [nil, true, 1, 2.5, "x", [1], ["a": 1]] as [DynamicValue] {
      _ = converter.convert(value).flatMap { converter.inverse?.convert($0) }
    }
  }
}
