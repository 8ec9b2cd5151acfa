import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

/// A host's line to a server: what is sent stands in its log, as it does in `net`.
@MainActor
private final class Line: ViewModel {
  struct Refused: Error, CustomStringConvertible {
    let text: String
    var description: String { "refused \(text)" }
  }

  let last = Property<String?>(nil, label: "last")
  let log = Property<[String]>([], label: "log")
  let count: Computed<Int>
  let get: Command<String, String>
  let queue: Command<String, Void>
  let now: Command<String, Void>
  let refuse: Command<String, Void>
  /// What was sent before comes back from the server.
  let again: Command<Void, String>
  let gate = AsyncStream.makeStream(of: Void.self)

  init() {
    let (last, log, gate) = (last, log, gate.stream)
    let note = { @MainActor (text: String) in
      batch {
        last.value = "GET \(text.replacing(" ", with: "%20")) 200"
        log.value.append("GET \(text)")
      }
    }
    count = Computed(label: "count") { log.value.count }
    get = Command(label: "get", policy: .parallel(max: 4)) { (text: String) async throws in
      await Task.yield()
      note(text)
      return text
    }
    queue = Command(label: "queue", policy: .queue(max: 4)) { (text: String) async throws in
      for await _ in gate { break }
      note(text)
    }
    now = Command(label: "now") { (text: String) in note(text) }
    refuse = Command(label: "refuse") { (text: String) async throws in
      note(text)
      throw Refused(text: text)
    }
    again = Command(label: "again") { () async throws in
      await Task.yield()
      return "sent were \(log.value)"
    }
  }

  static let schema = ViewModelSchema(
    Line.self, "A line.",
    members: [
      .derived("last", { $0.last }), .derived("log", { $0.log }), .derived("count", { $0.count }),
      .command("get", { $0.get }, parameters: text, input: read),
      .command("queue", { $0.queue }, parameters: text, input: read),
      .command("now", { $0.now }, parameters: text, input: read),
      .command("refuse", { $0.refuse }, parameters: text, input: read),
      .command("again", { $0.again }),
    ])

  private static let text = [Parameter(label: nil, name: "text", type: .string)]
  private static let read: @MainActor @Sendable (InputValues) throws(ViewModelError) -> String = {
    values throws(ViewModelError) in try values.value(0, as: String.self)
  }
}

/// Another thing of the host, which tells what the line has sent.
@MainActor
private final class Archive: ViewModel {
  let ids: Computed<[String]>

  init(_ line: Line) {
    let log = line.log
    ids = Computed(label: "ids") { log.value.map { "id of \($0)" } }
  }

  static let schema = ViewModelSchema(
    Archive.self, "An archive.", members: [.derived("ids", { $0.ids })])
}

/// What a person makes to read what the line has sent: nobody tells it of secrets.
@MainActor
private final class Board: ViewModel {
  let text = Property("", label: "text")
  let length: Computed<Int>
  let twice: Computed<String>
  let cells = Property<[TextCell]>([], label: "cells")
  let read: Command<Void, String>
  let complain: Command<Void, Void>

  init(_ line: Line) {
    let (text, cells) = (text, cells)
    length = Computed(label: "length") { text.value.count }
    twice = Computed(label: "twice") { text.value + text.value }
    read = Command(label: "read") { () async throws in
      await Task.yield()
      batch {
        text.value = line.last.value ?? ""
        cells.value = line.log.value.map { TextCell($0, detail: $0) }
      }
      return text.value
    }
    complain = Command(label: "complain") { () async throws in
      throw Line.Refused(text: line.last.value ?? "")
    }
  }

  static let schema = ViewModelSchema(
    Board.self, "A board.",
    members: [
      .property("text", { $0.text }, "The newest one."), .derived("length", { $0.length }),
      .derived("twice", { $0.twice }), .derived("cells", { $0.cells }),
      .command("read", { $0.read }), .command("complain", { $0.complain }),
    ])
}

/// A secret that a command of the host is given is one in all that the command does.
@MainActor
@Suite(.ownGraph) struct GivenSecretTests {
  private let conversation: Conversation
  private let line: Line

  init() {
    let line = Line()
    self.line = line
    conversation = Conversation { catalog, _ in catalog.add(Board.self) { Board(line) } }
    conversation.session.define("net", line)
    conversation.session.define("shelf", Archive(line))
    conversation.session.add(
      ToolCommand("sent", Message("what was sent", "已发送")) { [line] _ in
        [
          .page(title: Message("sent", "已发送"), rows: line.log.peek().map { ("1", $0) }),
          .note(Message("last: \(line.last.peek() ?? "")", "最后")),
          .output(line.log.peek().joined()),
        ]
      })
  }

  nonisolated static let asking = [
    ":log 80", "why net.last", "why net.log", "why net.count", "net.last", "net.log", "net",
    "net | json", "net.log | json", "net.log.map { $0.uppercased() }", "[net.last]",
    "\"\\(net.last)\"",
    "watch net.last", "watch net", "watch net.log as table", "let d = { net.last }\nd\nwhy d",
    ":inspect net", ":graph net", ":graph", ":marbles net.last", ":marbles net.get", ":report",
    ":heat", ":timeline", ":results", ":vars", ":export md", ":export test", ":waterfall",
    "expect net.last == \"x\"", "expect net.last emits [\"x\"]", "print(net.last)", ":jobs",
    "let l = net.last\nl", "undo\n:timeline", ":help net.last", "whatif net.now(\"x\")",
    "shelf", "shelf.ids", "shelf.ids[0]", "watch shelf.ids", "why shelf.ids", ":graph shelf",
    ":sent",
    "net.again()", "net.again()\n_", "net.again() &\nwait all", "let a = net.again()\na",
  ]

  /// In each way of sending it.
  nonisolated static let sending = [
    "net.get(f.pin)", "net.now(\"/x?p=\\(f.pin)\")", "net.get(f.pin) &\nwait all",
    "net.refuse(f.pin)", "let p = f.pin\nnet.get(\"/x?\" + p)", "net.get([f.pin][0])",
    "net.refuse(f.pin) &\nwait all", "watch net.last\nnet.get(f.pin)\nnet.get(\"b\")",
    "whatif net.get(f.pin)\nnet.get(f.pin)",
  ]

  private func answers(_ text: String) async -> String {
    var said: [String] = []
    for statement in text.split(separator: "\n") {
      said += await conversation.say(String(statement)).lines
    }
    return said.joined(separator: "\n")
  }

  @Test(arguments: asking)
  func whatWasGivenIsMaskedInEachAnswer(question: String) async {
    for pin in ["s3cretpin", "x7z", "a bc"] {
      await conversation.say("let f = Form(); f.pin = \"\(pin)\"")
      let sent = await answers("net.get(\"/x?p=\\(f.pin)\")\nnet.now(f.pin)")
      let said = await answers(question)
      for form in [pin, pin.uppercased(), pin.replacing(" ", with: "%20")] {
        #expect(!(sent + said).contains(form), "\(said)")
      }
    }
  }

  @Test(arguments: sending)
  func whatWasGivenIsMaskedHoweverItWasSent(text: String) async {
    await conversation.say("let f = Form(); f.pin = \"s3cretpin\"")
    let sent = await answers(text)
    let said = await answers(":log 80\nwhy net.last\nnet.log\nnet\n:marbles net.get\n:export md")
    #expect(!(sent + said).contains("s3cretpin"), "\(sent)\n\(said)")
  }

  @Test func whatWaitedForItsTurnIsMasked() async {
    await conversation.say("let f = Form(); f.pin = \"s3cretpin\"")
    await conversation.say("net.queue(\"open\") &\nnet.queue(f.pin) &\nnet.queue(\"last\") &")
    for _ in 0..<3 {
      line.gate.continuation.yield()
      await conversation.session.settle()
    }
    await conversation.say("wait all")
    let said = await answers(":log 80\nwhy net.queue\nnet.log\n:marbles net.queue")
    #expect(!said.contains("s3cretpin"), "\(said)")
    // Nothing of those before and behind it is hidden.
    #expect(said.contains("commandStart queue: \"open\""), "\(said)")
    #expect(said.contains("commandStart queue: \"last\""), "\(said)")
  }

  nonisolated static let reading = [
    "b", "b.text", "b.twice", "b.cells[0]", "b.cells[0].text", "b.cells", "b.cells | json",
    "b | json", "b.cells | table", "b | tree", "watch b", "watch b.text", "watch b.cells[0].text",
    "watch b.cells[0] as table", "why b.text", "why b.twice", "why b.cells[0].text", ":graph b",
    ":graph", ":graph b text", ":graph b dot", ":inspect b", ":inspect b.text", ":screen b",
    ":inspect b.cells[0]", "let d = { b.text }\nd\nwhy d\n:vars", "b.text.uppercased()",
    ":marbles b.text b.read", ":report", ":timeline", ":export md", ":export test", ":log 80",
    "whatif b.text = \"x\"", "\"\\(b.text)\"", "print(b.text)", "expect b.text == \"x\"",
    "expect b.text emits [\"x\"]", "b.read()", "b.read() &\nwait all", "b.complain()",
    "b.complain()\n:report",
    "b.complain() &\nwait all", "b.text = \"x\"\nb\nundo\nb\n:timeline", "help b.text",
    "let c = b.cells[0]\nc\nwatch c\nc.text", "b.cells.map { $0.text }", ":heat", ":waterfall",
    "b.cells.filter { $0.text != \"\" }", "whatif b.read()",
    ":snapshot a\nb.text = \"\"\n:restore a",
  ]

  /// What the terminal masks goes nowhere else, either.
  @Test(arguments: [
    "y | json", "y | csv", "y | table", "y | tree", "y", "\"a \\(y[0])\"", "[y] | json",
    "[\"a\": y] | json", "y | sorted | json", "y | json | page 1",
  ])
  func whatWasGivenIsNotWrittenOrCopied(value: String) async throws {
    var copied: [String] = []
    conversation.session.host.onCopy = { copied.append($0) }
    await conversation.say("let f = Form(); f.pin = \"s3cretpin\"; net.get(f.pin)")
    await conversation.say("let y = [\"s3cretpin\"]")
    try await withFolder { folder in
      for way in [
        "> \"\(folder)/a\"", ">> \"\(folder)/a\"", "| copy", "| copy > \"\(folder)/a\"",
      ]
      where value.contains("|") || !way.hasPrefix("> ") {
        #expect(await conversation.say("\(value) \(way)").status == .runtimeError)
        #expect(conversation.diagnostics.last?.code == .readOnly, "\(conversation.lines)")
      }
      await conversation.say("y | count >> \"\(folder)/count\"")
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(copied.isEmpty && files == ["count"], "\(files)")
    }
  }

  /// Each row is a value of its own.
  @Test func rowsOfCSVAreNoBrokenSecret() async throws {
    await conversation.say(#"let f = Form(); f.pin = "1234"; net.get(f.pin)"#)
    #expect(await conversation.say("[12, 34] | csv").lines == ["value", "12", "34"])
    try await withFolder { folder in
      #expect(await conversation.say("[12, 34] | csv > \"\(folder)/a\"").status == .ok)
    }
  }

  /// In a cell, csv doubles its quotes.
  @Test func aSecretWithQuotesIsMaskedInCSV() async throws {
    await conversation.say(#"let f = Form(); f.pin = "s3cret\"pin"; net.get(f.pin)"#)
    await conversation.say(#"let y = ["my s3cret\"pin", "b"]"#)
    #expect(await conversation.say("y | csv").lines == ["value", #""my …""#, "b"])
    try await withFolder { folder in
      #expect(await conversation.say("y | csv > \"\(folder)/a\"").status == .runtimeError)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(files == [])
    }
  }

  @Test(arguments: ["", " as table", " as marbles"])
  func whatWasGivenIsMaskedInTheWatchOfAVariable(form: String) async {
    await conversation.say("let f = Form(); f.pin = \"s3cretpin\"; var v = \"s3cretpin\"")
    await conversation.say("watch v\(form)")
    let said = await answers("net.get(f.pin)\nv = \"x\"\nv = \"s3cretpin\"\nv = \"y\"")
    #expect(said.contains("\"y\"") && !said.contains("s3cretpin"), "\(said)")
  }

  @Test(arguments: ["p\u{e9}ssw0rdx", "pe\u{301}ssw0rdx", "天王盖地虎吧"])
  func aSecretOfOtherLettersIsMasked(pin: String) async {
    await conversation.say("let f = Form(); f.pin = \"\(pin)\"; net.get(f.pin)")
    for form in [
      pin, pin.precomposedStringWithCanonicalMapping, pin.decomposedStringWithCanonicalMapping,
    ] {
      let said = await answers("\"口令是\(form)呢\"\nprint(\"\(form)\")\n:timeline")
      #expect(!said.contains("ssw0rdx") && !said.contains("天王盖地虎吧"), "\(said)")
    }
  }

  /// In view-models that a person has made before, or after, it was sent.
  @Test(arguments: reading, [true, false])
  func whatAServerKeepsIsMaskedInWhatAPersonMakes(question: String, isLate: Bool) async {
    for pin in ["s3cretpin", "s3cretpin and " + String(repeating: "0123456789", count: 30)] {
      let make = "let f = Form(); f.pin = \"\(pin)\"\n"
      await conversation.say(isLate ? make : make + "let b = Board(); watch b.text")
      var said = await answers("net.get(\"/x?p=\\(f.pin)\")")
      if isLate { await conversation.say("let b = Board(); watch b.text") }
      said += await answers("b.read()\n" + question)
      for form in ["s3cret", "S3CRET"] { #expect(!said.contains(form), "\(said)") }
      await conversation.say("unwatch all")
    }
  }

  @Test func aSessionThatKnowsOfSecretsIsReleased() async {
    weak var host: HostSettings?
    do {
      let other = Conversation()
      await other.say("1 + 1")
      host = other.session.host
    }
    #expect(host == nil)
  }

  /// A short secret is masked as a word of its own.
  @Test func aPinIsNoPartOfALongerNumber() async {
    await conversation.say("let f = Form(); f.pin = \"1234\"; net.get(f.pin); let b = Board()")
    await conversation.say("b.text = \"18612345678\"")
    #expect(await conversation.say("b.text; 12345 + 1").lines == ["\"18612345678\"", "12346"])
    #expect(
      !(await conversation.say("b.text = \"pin 1234\"; b.text").lines.joined().contains("1234")))
  }

  @Test func screensAndCompletionsShowNothingOfIt() async throws {
    let session = conversation.session
    await conversation.say("let f = Form(); f.pin = \"s3cretpin\"; let b = Board()")
    await conversation.say("net.now(\"earlier\"); b.read(); b.text = \"s3cretpin\"")
    let follower = try session.follow("b") {}
    #expect("\(String(describing: follower.picture))".contains("s3cretpin"))
    await conversation.say("net.get(f.pin); b.cells[0].text = \"s3cretpin\"")
    #expect(!"\(String(describing: follower.picture))".contains("s3cret"))
    #expect(!"\(try session.picture(of: "b"))".contains("s3cret"))
    #expect(!"\(session.symbols)".contains("s3cret"))
    follower.end()
  }

  /// Wherever a value is shortened before anybody looks for secrets in it.
  @Test(arguments: asking)
  func ofALongSecretNotEvenItsBeginningIsShown(question: String) async {
    let pin = "s3cretpin" + String(repeating: "0123456789", count: 30)
    await conversation.say("let f = Form(); f.pin = \"\(pin)\"")
    let said = await answers("net.get(\"/x?p=\\(f.pin)\")\nnet.now(f.pin)\n" + question)
    #expect(!said.contains("s3cret") && !said.contains("S3CRET"), "\(said)")
  }

  @Test(arguments: [31, 28, 24])
  func whatIsCutElsewhereIsMaskedToo(length: Int) async {
    let token = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"
    await conversation.say("let f = Form(); f.pin = \"\(token)\"; net.get(f.pin)")
    await conversation.say("let b = Board()")
    let before = line.log.peek()
    line.log.value = ["token \(token.prefix(length))", "token \(token.prefix(6))…"]
    line.last.value = line.log.value[0]
    let said = await answers("b.read()\nb\nb.cells\nwhy b.text\nnet.log\n:sent\n:log 80")
    #expect(!said.contains("0f1e2d") && !before.isEmpty, "\(said)")
  }

  @Test func helpIsNoneOfIt() async {
    await conversation.say("let f = Form(); f.pin = \"years\"; net.get(f.pin)")
    #expect(await conversation.say(":help f.age").lines.joined().contains("How old, in years."))
    #expect(await conversation.say(":inspect f").lines.joined().contains("How old, in years."))
    #expect(await conversation.say(":help Form").lines.joined().contains("How old, in years."))
  }

  @Test func whatTellsNothingOfItStaysOpen() async {
    await conversation.say("let f = Form(); f.pin = \"s3cretpin\"")
    await conversation.say("net.get(\"/x?p=\\(f.pin)\")")
    #expect(await conversation.say("net.count").lines == ["1"])
    #expect(await conversation.say("net.last").lines == ["\"••••••••\""])
    await conversation.say("net.get(\"/posts\")")
    #expect(await conversation.say("net.last").lines == ["\"GET /posts 200\""])
    await conversation.say("net.refuse(f.pin)\nnet.refuse(\"x\")")
    await conversation.say("net.refuse(\"x\")")
    let said = await answers(":log 100\nwhy net.last\nwhy net.log\n:export md")
    #expect(said.contains("failure: refused x") && !said.contains("s3cretpin"), "\(said)")
  }
}
