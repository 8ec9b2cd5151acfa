import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A statement that is nearly right is told with the one that was meant.
@MainActor
@Suite(.ownGraph) struct NearMissTests {
  let conversation = Conversation { catalog, _ in
    catalog.add(Book.self) { Book() }
    catalog.add(ListViewModel.self)
  }

  @Test(arguments: [
    ("age = 3", "f.age = 3"), ("watch isAdult", "watch f.isAdult"), ("canSave", "f.canSave"),
    ("fail", "f.fail()"), ("fail.isEnabled", "f.fail.isEnabled"), ("fail()", "f.fail()"),
    ("why fail", "why f.fail"),
    ("save f", "f.save()"), ("open demo:///books/2", "b.open(\"demo:///books/2\")"),
    ("b.open(demo:///books/2)", "b.open(\"demo:///books/2\")"),
    ("let a = demo://x", "let a = \"demo://x\""), ("open Kyoto", "b.open(\"Kyoto\")"),
    ("why f.clear()", "why f.clear"), ("whatif f.clear", "whatif f.clear()"),
    ("what if f.clear()", "whatif f.clear()"), ("un watch f.age", "unwatch f.age"),
    ("f.clear ()", "f.clear()"), ("whatif f.clear ()", "whatif f.clear()"),
    ("bind f.name to b.title", "bind f.name -> b.title"),
    ("bind f.name with b.title", "bind f.name <-> b.title"),
    ("bind f.name = b.title", "bind f.name -> b.title"),
    ("f.name <-> b.title", "bind f.name <-> b.title"),
    ("f.name -> b.title via trimmed", "bind f.name -> b.title via trimmed"),
    ("bind f.name -> b.title via trimmed()", "bind f.name -> b.title via trimmed"),
    ("stop watch f.age", "unwatch f.age"), ("stop watching f.age", "unwatch f.age"),
    ("expect f.age = 30", "expect f.age == 30"),
    ("wait until f.age = 30", "wait until f.age == 30"),
    ("f->name", "f.name"), ("f -> name", "f.name"),
    ("bind f.name => b.title", "bind f.name -> b.title"),
    ("bind f.name <- b.title", "bind b.title -> f.name"),
    ("bind f.name ← b.title via trimmed", "bind b.title -> f.name via trimmed"),
    ("bind f.name<--b.title", "bind b.title -> f.name"),
    ("f.name => b.title", "bind f.name -> b.title"), ("read f.name", "f.name"),
    ("open f.name", "b.open(f.name)"), ("get f", "f"), ("fetch f.name", "f.name"),
    ("form.clear()", "f.clear()"), ("book.title", "b.title"), ("Form.clear()", "f.clear()"),
    ("Form.init()", "Form()"), ("let g = Form.init()", "let g = Form()"),
    ("Bok()", "Book()"), ("[\"a\", word://x]", "[\"a\", \"word://x\"]"),
    ("[http://[::1]/a]", "[\"http://[::1]/a\"]"),
    ("f.name(\"bo\")", "f.name = \"bo\""), ("b.sort = .titel", "b.sort = .title"),
  ])
  func theStatementThatWasMeantIsTold(typed: String, meant: String) async {
    await conversation.say("let f = Form(); let b = Book(); watch f.age, f.isAdult")
    let said = await conversation.say(typed)
    let mistake = conversation.diagnostics.first
    #expect(mistake?.correctedLine(in: SourceText(typed)) == meant, "\(said.lines)")
    let words = [meant, mistake?.replacement ?? meant]
    #expect(words.contains { said.lines.last?.hasSuffix($0) == true }, "\(said.lines)")
  }

  /// [quirk] A proposal does not fail by its types: each near miss of a word or an arrow between all that has a name.
  @Test func noProposalFailsByItsTypes() async {
    let declared = "let f = Form(); let b = Book(); var n = 3; var s = \"x\"; let c = true"
    let paths = ["f", "b", "f.age", "f.name", "f.canSave", "f.save", "b.title", "n", "s", "c", "9"]
    let words = ["get", "fetch", "open", "read", "call", "new", "stop", "watching", "age", "save"]
    var typed = words.flatMap { word in paths.map { "\(word) \($0)" } }
    for arrow in ["->", "<->", "=>"] {
      typed += paths.flatMap { left in paths.map { "\(left) \(arrow) \($0)" } }
    }
    var proposals = 0
    for line in typed {
      await conversation.say(declared)
      await conversation.say(line)
      // A word of the tool is not run: ':save s' would write a file.
      guard let meant = conversation.diagnostics.first?.correctedLine(in: SourceText(line)),
        !meant.hasPrefix(":")
      else { continue }
      proposals += 1
      await conversation.say(meant)
      let codes = conversation.diagnostics.map(\.code)
      #expect(
        !codes.contains { [.typeMismatch, .readOnly, .unexpected, .notAValue].contains($0) },
        "\(line) → \(meant): \(conversation.lines)")
    }
    #expect(proposals > 40)
  }

  @Test(arguments: [
    ("let a = canSave", "Did you mean 'f.canSave' or '\"canSave\"'?"),
    ("stop watch", "Write unwatch #1 or unwatch all."),
    ("watch f.age as", "Available: plain"),
    (":snapshot", "For example :snapshot start"), (":restore", "For example :snapshot start"),
    ("f.canSave = true", "It was computed from f.age, f.name, which can be set."),
    ("let n = { f.age + 1 }; n = 3", "It was computed from f.age, which can be set."),
    ("b.sort = .banana", "Available: .number, .title"),
    ("let p = ListViewPage()", "Type :types"),
  ])
  func whatHelpsIsTold(typed: String, help: String) async {
    await conversation.say("let f = Form(); let b = Book()")
    let said = await conversation.say(typed)
    let mistake = conversation.diagnostics.first
    #expect(mistake?.help?.description.contains(help) == true, "\(said.lines)")
    #expect(mistake?.replacement == nil)
  }

  @Test(arguments: [
    ("watch f.age as", "a way to show it is expected here, not the end of the input"),
    ("b.sort = .banana", "Order has no case 'banana'"),
    ("b.sort()", "sort is an Order, not a command"),
  ])
  func theMistakeIsNamed(typed: String, told: String) async {
    await conversation.say("let f = Form(); let b = Book()")
    await conversation.say(typed)
    #expect(conversation.diagnostics.first?.message.description == told)
  }

  /// Nor of what runs nothing but a loss, or lacks its arguments.
  @Test(arguments: [
    "what if f.age is 1", "what happens if f.fail()", "clear b", "sort b", "f->nobody", "g => f",
    "f.name -> nobody", "GET /posts", "get g.name", "quit lesson", "b.opn = 5",
  ])
  func noStatementIsProposedThatIsNone(typed: String) async {
    await conversation.say("let f = Form(); let b = Book()")
    await conversation.say(typed)
    #expect(conversation.diagnostics.first != nil)
    #expect(conversation.diagnostics.first?.replacement == nil, "\(conversation.diagnostics)")
  }

  /// Nor is a help that leads to it left without it.
  @Test(arguments: [
    "set f.pin to xyz", "bind f.name to f.pin ; f.pin = \"hunter22\"", "f.pin => \"hunter22\"",
  ])
  func aCorrectionThatIsMaskedIsNotOffered(typed: String) async {
    await conversation.say("let f = Form(); let b = Book()")
    let said = await conversation.say(typed).lines
    #expect(said.count > 1 && !said.contains { $0.contains("help:") }, "\(said)")
    #expect(!said.joined().contains("hunter22") && !said.joined().contains("xyz"))
  }

  @Test func whatCannotBeSetIsNotProposedToBeSet() async {
    await conversation.say("let b = Book(); b.opn = 5")
    let help = conversation.diagnostics.first?.help?.description ?? ""
    #expect(help.contains("title") && !help.contains("open"), "\(help)")
  }

  @Test func aWordOfTheToolIsOneWhereNothingElseIsMeant() async {
    await conversation.say("let f = Form(); timeline")
    #expect(conversation.diagnostics.first?.replacement == ":timeline")
    await conversation.say("let timelin = 1; timeline")
    #expect(conversation.diagnostics.first?.replacement == "timelin")
    await conversation.say("save")
    #expect(conversation.diagnostics.first?.replacement == "f.save()")
  }

  @Test func whatTwoWordsLeaveIsLeftByItsOwnWord() async {
    conversation.session.add(
      ToolCommand("tour", Message("tours", "导览"), words: ["next", "stop"]) { _ in [] })
    for typed in ["quit tour", "leave tour", "stop tour"] {
      await conversation.say(typed)
      #expect(conversation.diagnostics.first?.replacement == ":tour stop", "\(typed)")
    }
  }

  @Test func aSecretIsNoPartOfWhatIsTold() async {
    await conversation.say("let f = Form()")
    #expect(!(await conversation.say("f.pin(\"hunter2\")").lines.joined().contains("= \"hunter2")))
  }

  @Test func aMemberThatSeveralHaveIsNamedForEach() async {
    await conversation.say("let f = Form(); let g = Form()")
    await conversation.say("watch age")
    #expect(conversation.diagnostics.first?.help?.description == "Did you mean 'f.age' or 'g.age'?")
    await conversation.say("let h = Form(); let i = Form()")
    await conversation.say("watch age")
    #expect(conversation.diagnostics.first?.help?.description.contains("Did you mean") == false)
  }

  @Test func aWordThatFollowsAnotherOneIsToldWithThat() async {
    conversation.session.add(
      ToolCommand("lesson", Message("lessons", "课程"), words: ["next", "stop"]) { _ in [] })
    for typed in ["next", ":next"] {
      await conversation.say(typed)
      #expect(conversation.diagnostics.first?.replacement == ":lesson next")
    }
  }

  @Test(arguments: [
    ("list", "ListViewModel()"), ("book", "let book = Book()"), ("vie", "ListViewModel()"),
    ("let l = list", "let l = ListViewModel()"), ("listview()", "ListViewModel()"),
    ("form", "let form = Form()"),
  ])
  func aPartOfATypeIsThatType(typed: String, meant: String) async {
    conversation.session.add(
      ToolCommand("tour", Message("tours", "导览"), words: ["list", "book"]) { _ in [] })
    await conversation.say(typed)
    #expect(
      conversation.diagnostics.first?.correctedLine(in: SourceText(typed)) == meant,
      "\(conversation.lines)")
  }

  @Test(arguments: [
    ("fom.age", "form.age"), ("fom.save()", "form.save()"), ("fom.email", nil),
    ("fom.email = \"a\"", nil), ("txt.cout", "text.cout"),
  ])
  func aNameIsOfferedIfItHasTheMember(typed: String, offered: String?) async {
    await conversation.say("let form = Form(); let text = \"\"")
    await conversation.say(typed)
    let mistake = conversation.diagnostics.first
    #expect(mistake?.help?.description.hasPrefix("Did you mean") == true, "\(typed)")
    #expect(mistake?.correctedLine(in: SourceText(typed)) == offered)
  }

  @Test(arguments: [
    (":types Form", "Write just :types, or :help Form."), (":types | count", "Write just :types."),
  ])
  func whatStandsBehindAWordAloneIsATopicOrNot(typed: String, help: String) async {
    await conversation.say(typed)
    #expect(conversation.diagnostics.first?.help?.description == help)
  }

  @Test func aQuestionAboutWhatIsNotThereListsNothingElse() async {
    let said = await conversation.say("form.clear?").lines
    #expect(said.first == "error E101: there is no 'form'", "\(said)")
    #expect(await conversation.say(":help form.clear").lines.first == said.first)
    #expect(await conversation.say(":help clear").status == .ok)
  }

  @Test func aPageIsShownAndNotRead() async {
    conversation.session.screenWords.forEach(conversation.session.add)
    await conversation.say(":hide")
    #expect(
      conversation.diagnostics.first?.message.description.contains("nothing that can be shown")
        == true)
    await conversation.say("let f = Form(); let list = ListViewModel()")
    await conversation.say("show list")
    #expect(conversation.diagnostics.first?.replacement == ":show list")
    await conversation.say("show f")
    #expect(conversation.diagnostics.first?.replacement == "f")
    await conversation.say(":hide")
    #expect(
      conversation.diagnostics.first?.message.description == "say which screen: :hide list")
    #expect(await conversation.say(":show list").lines == ["list is shown"])
    #expect(
      await conversation.say(":show list").lines == [
        "list is shown already; :hide list before it appears again"
      ])
  }

  @Test func whatIsBoundAlreadyIsToldSo() async {
    await conversation.say("let f = Form(); let g = Form(); bind f.name -> g.name")
    #expect(await conversation.say("bind f.name -> g.name").lines == ["already bound as #1"])
    #expect(
      await conversation.say("bind f.name <-> g.name").lines.last
        == "these two were bound already: #1 f.name -> g.name; unbind ends one")
    #expect(conversation.session.links.all.count == 2)
  }

  @Test func aCommandThatIsRefusedInTheBackgroundIsNoJob() async {
    await conversation.say("let f = Form(); f.name = \"\"")
    let said = await conversation.say("f.save() &")
    #expect(said.lines.first == "error E301: f.save is not enabled")
    #expect(conversation.session.jobs.all.isEmpty)
    #expect(
      await conversation.say("f.wait() &").lines == ["job #1: f.wait() runs in the background"])
    await conversation.say(":cancel\nwait all")
  }

  @Test(arguments: [
    ("f(", "')' to close the call"), ("f(1, ", "a value"), ("f(1", "')' to close the call"),
    ("[1", "']' to close the array"),
    ("/* a", "'*/'"), ("1 +", "a value"),
  ])
  func whatAnUnfinishedTextWaitsForIsKnown(text: String, awaited: String) {
    #expect(ParsedText(text).awaited?.description == awaited)
    #expect(!ParsedText(text).isComplete)
  }

  @Test func aTypeInBracketsMayTakeSeveralLines() {
    #expect(ParsedText("let a: [\nString\n:\nInt\n] = [:]").isComplete)
    #expect((try? ParsedText("let a: [\nString\n:\nInt\n] = [:]").statements.get())?.count == 1)
  }

  /// The next line is a statement of its own there.
  @Test(arguments: [
    "bind f.phone ->", "bind f.phone", "wait until", "expect f.phone emits", "let x", "f.", "!",
  ])
  func whatTheNextLineCannotFinishIsAMistake(text: String) {
    #expect(ParsedText(text).isComplete && ParsedText(text).awaited == nil)
  }

  @Test(arguments: ["f.open(demo:///books/2)", "let a = http://x", "open demo://x"])
  func anAddressWithoutQuotesSwallowsNothing(text: String) {
    #expect(ParsedText(text).isComplete)
  }

  @Test func codesAreListedInTheirOrder() {
    let codes = Diagnostic.Code.allCases.map(\.rawValue)
    #expect(codes == codes.sorted())
  }
}

/// A view-model with a choice and a command that takes a text.
@MainActor
private final class Book: ViewModel {
  enum Order: String, CaseIterable, Hashable, Sendable { case number, title }

  let title = Property("", label: "title")
  let sort = Property(Order.number, label: "sort")
  let open: Command<String, Void>

  init() { open = Command(label: "open") { _ in } }

  static let schema = ViewModelSchema(
    Book.self, "A book.",
    members: [
      .property("title", { $0.title }), .property("sort", { $0.sort }),
      .command("open", { $0.open }, parameters: [Parameter(type: .string)]) {
        values throws(ViewModelError) in try values.value(0, as: String.self)
      },
    ])
}
