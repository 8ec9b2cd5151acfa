import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A screen goes the same way whether somebody looks at it or not, and its statements whether they are typed or read
/// from a file.
@MainActor
@Suite struct SameScreenTests {
  /// A session with a screen.
  @MainActor
  private final class Desk {
    private(set) var lines: [String] = []
    private(set) var drawn = 0
    private(set) lazy var session: Session = Session(catalog: catalog) { [weak self] record in
      self?.lines += TextRenderer(style: .plain).text(record)
        .replacing(/\d{4}-\d\d-\d\dT[\d:]*Z/, with: "…").split(separator: "\n").map(String.init)
    }
    private let catalog: Catalog

    init(isSeen: Bool) {
      var catalog = Catalog()
      catalog.add(Form.self) { Form() }
      catalog.add(ListViewModel.self)
      catalog.add(Later.self) { Later() }
      self.catalog = catalog
      for word in session.screenWords { session.add(word) }
      session.host.hasPerson = isSeen
      session.host.screens.makers.amend { [weak self] _, _ in self?.drawn += 1 }
      if isSeen { session.host.screens.onChange = { _ in } }
    }

    func say(_ text: String) async {
      await session.run(SourceText(text))
      // A person looks at the answer.
      if session.host.hasPerson { await session.settle() }
    }
  }

  /// What is said to statements as they are typed at a terminal, as lines of a file, as one line, and as lines of
  /// a pipe.
  private func answers(to statements: [String]) async -> [String: [String]] {
    var answers: [String: [String]] = [:]
    for way in ["typed", "file", "line", "pipe"] {
      let desk = Desk(isSeen: way == "typed")
      switch way {
      case "file": await desk.say(statements.joined(separator: "\n"))
      case "line": await desk.say(statements.joined(separator: "; "))
      default: for statement in statements { await desk.say(statement) }
      }
      await desk.session.settle()
      await desk.say(":replay")
      answers[way] = desk.lines
    }
    return answers
  }

  private func expectSame(_ statements: [String], says wanted: String...) async {
    let answers = await answers(to: statements)
    for (way, lines) in answers {
      #expect(lines == answers["typed"], "\(way)")
      for text in wanted { #expect(lines.contains { $0.contains(text) }, "\(way): \(lines)") }
      #expect(lines.last?.hasSuffix("the results were the same") == true, "\(way): \(lines)")
    }
  }

  @Test func aListTurnsItsPages() async {
    let rows = (0..<45).map { "list.add(\"row \($0)\")" }
    await expectSame(
      ["let list = ListViewModel()"] + rows + [
        ":screen list", "list.scroll(to: 41)", "list.lastEvent", "list.remove(at: 44)",
        "list.lastEvent", ":screen off", "list.lastEvent",
      ], says: "didPage 2", "didEndDisplaying")
  }

  @Test func aNameThatIsGivenAgainIsFollowed() async {
    await expectSame(
      [
        "let old = ListViewModel()", "let page = old", ":screen page", "old.isActive",
        "let page = ListViewModel()", "old.isActive", "page.isActive", ":screen off",
        "page.isActive",
      ], says: "false")
    let said = await answers(to: [
      "let old = ListViewModel()", "let page = old", ":screen page", "let page = ListViewModel()",
      "old.isActive",
    ])
    #expect(said["file"]?.dropLast().last == "false")
  }

  @Test func whatFollowsFromOthersIsTheSame() async {
    await expectSame(
      [
        "let form = Form()", "watch form.isAdult", ":screen form", "form.age = 3", "form.age = 40",
        "expect form.isAdult emits [false, true]",
      ])
  }

  @Test func aCommandInTheBackgroundAnswersBeforeTheNextStatement() async {
    await expectSame(
      ["let later = Later()", ":screen later", "later.fetch() &", "1 + 1", "later.count"],
      says: "later.fetch()")
    let said = await answers(to: ["let later = Later()", "later.fetch() &", "1 + 1"])
    #expect(said["file"]?.suffix(2).first == "2")
    #expect(said["file"]?.suffix(3).first?.hasPrefix("✓ job #1") == true, "\(said)")
  }

  /// Counts what makers make: no clock.
  @Test(arguments: [true, false])
  func aScreenIsDrawnOnceABatchWhereItIsSeenAndOtherwiseWhenItIsAskedFor(isSeen: Bool) async {
    let desk = Desk(isSeen: isSeen)
    await desk.say("let form = Form(); var n = 1")
    #expect(desk.drawn == 0)
    await desk.say(":screen form")
    #expect(desk.drawn == 1)
    await desk.say("n = 2; n; form.age")
    #expect(desk.drawn == 1)
    await desk.say("form.age = 3; form.age = 4; form.age = 5")
    #expect(desk.drawn == (isSeen ? 4 : 1))
    _ = desk.session.host.screens.live?.picture
    #expect(desk.drawn == (isSeen ? 4 : 2))
    _ = desk.session.host.screens.live?.picture
    #expect(desk.drawn == (isSeen ? 4 : 2))
    await desk.say(":screen off; form.age = 7")
    #expect(desk.drawn == (isSeen ? 4 : 2))
    await desk.session.close()
  }

  @Test func aListHearsOnceWhatIsInSightHoweverManyScreensShowIt() async throws {
    let desk = Desk(isSeen: true)
    await desk.say("let list = ListViewModel(); :screen list")
    let list = try #require(desk.session.scope["list"]?.viewModel as? ListViewModel)
    var heard: [String] = []
    let hearing = list.events.observe { heard.append("\($0)") }
    let follower = try desk.session.follow("list") {}
    #expect(follower.picture != nil)
    await desk.say("list.add(\"a\")")
    _ = follower.picture
    #expect(heard.count { $0.contains("willDisplay") } == 1, "\(heard)")
    follower.end()
    #expect(!heard.contains { $0.contains("didEndDisplaying") }, "\(heard)")
    await desk.say(":screen off")
    #expect(heard.count { $0.contains("didEndDisplaying") } == 1, "\(heard)")
    hearing.cancel()
    await desk.session.close()
  }
}

/// A command that is over soon, but not at once.
@MainActor
@ViewModel
private final class Later {
  private(set) var count: Int = 0

  @Command func fetch() async {
    for _ in 0..<5 { await Task.yield() }
    count += 1
  }
}
