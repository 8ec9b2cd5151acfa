import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// What a host may offer: values by key, commands with arguments, children.
@MainActor
final class Shelf: KeyedViewModel {
  private var nodes: [String: Property<DynamicValue>] = [:]
  private(set) var loaded: [DynamicValue] = []
  let front: Form
  let back = Property<Form?>(nil, label: "back")
  let forms = Property<[Form]>([], label: "forms")
  let find: Command<Search, [DynamicValue]>

  struct Search {
    var word: String
    var limit: Int
  }

  init() {
    front = Form()
    find = Command(label: "find") { search in
      (0..<search.limit).map { ["word": .string(search.word), "number": .int($0)] }
    }
  }

  static let schema = ViewModelSchema(
    Shelf.self, "Keeps things.",
    members: [
      .child("front", { $0.front }, "The first form."),
      .property("back", { $0.back }, "Another form, or none."),
      .property("forms", { $0.forms }, "More forms."),
      .command(
        "find", { $0.find }, "Finds things.",
        parameters: [
          Parameter(label: nil, name: "word", type: .string),
          Parameter(label: "limit", name: "limit", type: .int, defaultValue: "2"),
        ]
      ) { values throws(ViewModelError) in
        Search(
          word: try values.value(0, as: String.self),
          limit: try values.value(1, as: Int.self, default: 2))
      },
    ])

  var suggestedKeys: [DynamicValue] { ["k"] }

  func load(_ key: DynamicValue) async throws {
    if key == "broken" { throw Refusal() }
    loaded.append(key)
  }

  func element(_ key: DynamicValue) throws(ViewModelError) -> KeyedElement {
    let node = self.node(try key.decode(as: String.self))
    return KeyedElement(node) { node.value = $0 }
  }

  private func node(_ key: String) -> Property<DynamicValue> {
    if let node = nodes[key] { return node }
    let node = Property<DynamicValue>(.null, label: key)
    nodes[key] = node
    return node
  }
}

@MainActor
@Suite(.ownGraph) struct HostingTests {
  let conversation = Conversation()
  let shelf = Shelf()

  init() { conversation.session.define("shelf", shelf) }

  @Test func elementsAreReadSetAndWatchedByKey() async {
    let said = await conversation.say(
      """
      shelf["k"] ?? "none"
      watch shelf["k"]
      shelf["k"] = 3
      shelf["k"] + 1
      """)
    #expect(said.status == .ok)
    #expect(
      said.lines == [
        "\"none\"", "◉ shelf[\"k\"]  nil", "◉ shelf[\"k\"]  3  ⟵ nil", "4",
      ])
    #expect(shelf.loaded.first == "k")
  }

  @Test func derivedValuesFollowElements() async {
    let said = await conversation.say(
      "shelf[\"k\"] = 2; let double = { shelf[\"k\"] * 2 }; shelf[\"k\"] = 5; double")
    #expect(said.lines == ["4", "10"])
  }

  @Test func aKeyThatCannotBeLoadedIsADiagnosticAtItsPlace() async {
    await conversation.say("1 + shelf[\"broken\"]")
    #expect(conversation.diagnostics.first?.code == .failed)
    #expect(conversation.diagnostics.first?.span?.start == 4)
    await conversation.say("shelf[3]")
    #expect(conversation.diagnostics.first?.code == .typeMismatch)
  }

  @Test func argumentsOfCommandsAreChecked() async {
    #expect(
      await conversation.say("shelf.find(\"a\")").lines
        == ["number  word", "──────  ────", "     0  a", "     1  a"])
    #expect(await conversation.say("shelf.find(\"a\", limit: 1)[0].number").lines == ["0"])
    let said = await conversation.say("shelf.find(7)")
    #expect(said.status == .runtimeError)
    #expect(conversation.diagnostics.first?.code == .arguments)
  }

  @Test func childrenAreReachedByPath() async {
    let said = await conversation.say(
      """
      shelf.front.name = "bo"
      shelf.front.name
      watch shelf.front.age
      shelf.front.age += 1
      shelf.back?.name ?? "nobody"
      """)
    #expect(
      said.lines == [
        "\"bo\"", "◉ shelf.front.age  30", "◉ shelf.front.age  31  ⟵ 30", "\"nobody\"",
      ])
    await conversation.say("shelf.back.name")
    #expect(conversation.diagnostics.first?.code == .notAValue)
  }

  @Test func elementsOfListsAreReachedByNumber() async {
    shelf.forms.value = [Form(), Form()]
    let said = await conversation.say(
      "shelf.forms[1].name = \"cy\"; shelf.forms[1].name; shelf.forms.count")
    #expect(said.lines == ["\"cy\"", "2"])
    await conversation.say("shelf.forms[2].name")
    #expect(conversation.diagnostics.first?.message.description.contains("the list has 2") == true)
  }

  @Test func watchesFollowAChildThatIsReplaced() async {
    await conversation.say("watch shelf.back?.name")
    let form = Form()
    form.name.value = "di"
    shelf.back.value = form
    #expect(conversation.lines.last == "◉ shelf.back?.name  \"di\"  ⟵ nil")
  }

  @Test func membersOfChildrenCanBeBound() async {
    await conversation.say("let f = Form(); bind shelf.front.name <-> f.name; f.name = \"ed\"")
    #expect(shelf.front.name.value == "ed")
  }

  @Test func pathsAreCompletedThroughChildrenAndElements() async {
    shelf.forms.value = [Form()]
    let symbols = conversation.session.symbols
    func candidates(_ text: String) -> [String] {
      Completer.complete(text, cursor: text.utf8.count, symbols: symbols).candidates.map(\.text)
    }
    #expect(candidates("shelf.front.na") == ["name"])
    #expect(candidates("watch shelf.forms[0].a") == ["age"])
    #expect(candidates("shelf[") == ["\"k\"]"])
    #expect(candidates("shelf.forms[") == ["0]"])
    #expect(candidates("shelf.fi") == ["find("])
    #expect(candidates("shelf.front.name.up") == ["uppercased()"])
  }

  @Test func secretsOfChildrenStaySecret() async {
    let said = await conversation.say("shelf.front.pin; watch shelf.front.pin")
    #expect(!said.lines.joined().contains("1234"))
    #expect(
      conversation.session.symbols.redacted(ParsedText("shelf.front.pin = \"9\""))
        == "shelf.front.pin = \"…\"")
  }

  @Test func helpFollowsPaths() async {
    #expect(await conversation.say(":help shelf.front.age").lines.first == "shelf.front.age")
    #expect(await conversation.say("shelf.front?").lines.first == "Form — A form for tests.")
    #expect(await conversation.say("shelf.find?").lines.first == "shelf.find")
  }

  @Test func wordsOfTheHostAreTools() async {
    let command = ToolCommand(
      "server", Message("start or stop it", "启动或停止"), words: ["start", "stop"]
    ) { argument in
      if argument == "burn" { throw Refusal() }
      return [.note(Message(verbatim: "server: \(argument)"))]
    }
    conversation.session.add(command)
    #expect(await conversation.say(":server start").lines == ["server: start"])
    await conversation.say(":server burn")
    #expect(
      conversation.diagnostics.first?.message.description.contains("the printer is on fire") == true
    )
    #expect(await conversation.say(":help tool").lines.contains { $0.contains(":server") })
    let symbols = conversation.session.symbols
    #expect(
      Completer.complete(":server st", cursor: 10, symbols: symbols).candidates.map(\.text)
        == ["start", "stop"])
  }

  @Test func whatTheHostWouldLoseIsPartOfTheQuestion() async {
    let isRunning = Property(false)
    conversation.session.addLoss {
      isRunning.peek() ? Message("The server stops.", "服务器会停止。") : nil
    }
    #expect(conversation.session.leavingQuestion == nil)
    isRunning.value = true
    #expect(
      conversation.session.leavingQuestion == "The server stops. Press Ctrl-D again to leave.")
    conversation.session.language = .chinese
    #expect(conversation.session.leavingQuestion?.hasPrefix("服务器会停止。") == true)
  }

  @Test func observedValuesOfTheHostHaveNames() async {
    let count = Property(1, label: "count")
    conversation.session.define("visits", count)
    await conversation.say("watch visits")
    count.value = 2
    #expect(conversation.lines == ["◉ visits  1", "◉ visits  2  ⟵ 1"])
  }

  @Test func theFirstWatchIsOfAnOutputThatIsNoSecret() async {
    let conversation = Conversation { catalog, _ in catalog.add(Strongbox.self) { Strongbox() } }
    conversation.session.define("shelf", Form())
    #expect(conversation.session.firstWatch == nil)
    await conversation.say("let safe = Strongbox()")
    #expect(conversation.session.firstWatch == "watch safe.state")
    await conversation.say("watch safe.isLocked")
    #expect(conversation.session.firstWatch == nil)
    await conversation.say("unwatch all; let a = Form()")
    #expect(conversation.session.firstWatch == "watch a.isAdult")
  }

  /// The last event of a list is a text, too, but it stays empty when the rows change.
  @Test func theFirstWatchOfAListIsTheNumberOfItsRows() async {
    let conversation = Conversation { catalog, _ in
      catalog.add(ListViewModel.self) { ListViewModel() }
    }
    await conversation.say("let list = ListViewModel()")
    #expect(conversation.session.firstWatch == "watch list.count")
  }

  @Test func whatTheHostChangesMeanwhileIsNotTheStatementsDoing() async {
    let hosts = Form()
    conversation.session.define("host", hosts)
    conversation.session.define("napper", Napper { hosts.age.value += 1 })
    await conversation.say("napper.nap()")
    let lines = await conversation.say(":timeline").lines
    #expect(lines.contains { $0.contains("napper.nap()") && $0.contains("(napper.naps)") })
    #expect(!lines.contains { $0.contains("host.age") }, "\(lines)")
  }
}

/// A view-model whose first output is a secret.
@MainActor
private final class Strongbox: ViewModel {
  let number = Property("1234", label: "number")
  let echo: Computed<String>
  let isLocked: Computed<Bool>
  let state: Computed<String>

  init() {
    echo = Computed(label: "echo") { [number] in number.value }
    isLocked = Computed(label: "isLocked") { [number] in !number.value.isEmpty }
    state = Computed(label: "state") { [isLocked] in isLocked.value ? "locked" : "open" }
  }

  static let schema = ViewModelSchema(
    Strongbox.self, "Keeps a number.",
    members: [
      .property("number", { $0.number }, isSecure: true),
      .derived("echo", { $0.echo }, isSecure: true), .derived("isLocked", { $0.isLocked }),
      .derived("state", { $0.state }),
    ])
}

/// A view-model during whose command somebody else does something.
@MainActor
private final class Napper: ViewModel {
  let naps = Property(0, label: "naps")
  let nap: Command<Void, Void>

  init(_ meanwhile: @escaping @MainActor @Sendable () -> Void) {
    nap = Command(label: "nap") { [naps] in
      naps.value += 1
      await Task.detached { await meanwhile() }.value
    }
  }

  static let schema = ViewModelSchema(
    Napper.self, "Sleeps.",
    members: [.property("naps", { $0.naps }, "How often."), .command("nap", { $0.nap })])
}
