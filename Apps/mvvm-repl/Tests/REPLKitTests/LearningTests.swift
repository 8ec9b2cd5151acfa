import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// A view-model that has others, among them its own owner.
@MainActor
private final class Branch: ViewModel {
  let title: Property<String>
  let leaves = Property<[Branch]>([], label: "leaves")
  let owner = Property<Branch?>(nil, label: "owner")
  let grow: Command<Void, Void>
  let strip: Command<Void, Void>

  init(_ title: String = "root") {
    self.title = Property(title, label: "title")
    let (leaves, me) = (leaves, Me())
    grow = Command(label: "grow") {
      let leaf = Branch("leaf")
      leaf.owner.value = me.branch
      leaves.value += [leaf]
    }
    strip = Command(label: "strip") { leaves.value = [] }
    me.branch = self
  }

  /// The branch itself, for its commands.
  @MainActor
  private final class Me { weak var branch: Branch? }

  static let schema = ViewModelSchema(
    Branch.self, "A branch.",
    members: [
      .property("title", { $0.title }, "What it is called."),
      .property("leaves", { $0.leaves }, "What grows on it."),
      .property("owner", { $0.owner }, "What it grows on."),
      .command("grow", { $0.grow }, "Grows a leaf."),
      .command("strip", { $0.strip }, "Loses all leaves."),
    ])
}

/// A view-model of two others, whose types have one name.
@MainActor
private final class Meal: ViewModel {
  @MainActor
  enum Soup {
    final class Dish: ViewModel {
      let sourness = Property(1, label: "sourness")
      static let schema = ViewModelSchema(
        Dish.self, "A soup.", members: [.property("sourness", { $0.sourness }, "How sour.")])
    }
  }

  @MainActor
  enum Dessert {
    final class Dish: ViewModel {
      let sweetness = Property(1, label: "sweetness")
      static let schema = ViewModelSchema(
        Dish.self, "A dessert.", members: [.property("sweetness", { $0.sweetness }, "How sweet.")])
    }
  }

  let first = Property<Soup.Dish?>(Soup.Dish(), label: "first")
  let last = Property<Dessert.Dish?>(Dessert.Dish(), label: "last")

  static let schema = ViewModelSchema(
    Meal.self, "A meal.",
    members: [
      .property("first", { $0.first }, "What comes first."),
      .property("last", { $0.last }, "What comes last."),
    ])
}

@MainActor
@Suite(.ownGraph) struct LearningTests {
  private let conversation = Conversation { catalog, _ in catalog.add(Branch.self) { Branch() } }

  @Test func whatAnotherNameReachesIsUndoneUnderThatName() async {
    await conversation.say("let a = Form(); let b = a; b.age = 5; let a = Form()")
    await conversation.say("b.age = 6")
    #expect(await conversation.say(":timeline").lines.last?.contains("(b.age)") == true)
    #expect(await conversation.say("undo; b.age").lines == ["undone: b.age = 6", "5"])
    #expect(await conversation.say("undo; b.age").lines == ["undone: b.age = 5", "30"])
  }

  @Test func whatNoNameReachesAnyMoreIsNotUndone() async {
    await conversation.say("let a = Form(); a.age = 5; let a = Form()")
    #expect(
      await conversation.say("undo").lines.contains {
        $0.hasPrefix("not undone: a.age; 'a' was something else then")
      })
    #expect(await conversation.say("a.age").lines == ["30"])
  }

  @Test func aVariableThatIsGivenAgainIsForgotten() async {
    await conversation.say("var n = 1; n = 2; var n = 7")
    #expect(
      await conversation.say("undo").lines.contains { $0.hasPrefix("not undone: n; ") })
    #expect(await conversation.say("n").lines == ["7"])
    #expect(await conversation.say("n = 8; undo; n").lines == ["undone: n = 8", "7"])
  }

  @Test func noOtherNameIsVisitedWhenAValueIsGivenAgain() async {
    await conversation.say("let tree = Branch(); let n = 1; let n = 2")
    let walks = conversation.session.chronicle.timeline.walks
    await conversation.say("let n = 3; var n = 4")
    #expect(conversation.session.chronicle.timeline.walks == walks)
  }

  @Test func whatIsAddedToAListIsKnownFromThenOn() async {
    await conversation.say("let tree = Branch(); tree.grow(); tree.grow()")
    await conversation.say("tree.leaves[1].title = \"a\"")
    #expect(
      await conversation.say("undo; tree.leaves[1].title").lines
        == ["undone: tree.leaves[1].title = \"a\"", "\"leaf\""])
  }

  @Test func eachViewModelIsReachedOnceByAShortestPath() async {
    await conversation.say("let tree = Branch(); tree.grow(); tree.grow(); tree.leaves[0].grow()")
    let reach = conversation.session.scope.reach()
    #expect(
      reach.steps.map { reach.path(of: $0) } == [
        "tree", "tree.leaves[0]", "tree.leaves[1]", "tree.leaves[0].leaves[0]",
      ])
  }

  @Test func rowsThatAreGoneAreForgotten() async {
    await conversation.say("let tree = Branch()")
    for _ in 0..<40 {
      await conversation.say("tree.grow(); tree.grow(); tree.grow(); tree.grow(); tree.strip()")
    }
    #expect(conversation.session.chronicle.timeline.met.count < 80)
  }

  @Test func aTrialTellsWhatChangesInOwnersAndLeavesOnce() async {
    await conversation.say("let tree = Branch(); tree.grow(); tree.grow()")
    let said = await conversation.say("whatif tree.leaves[0].title = \"b\"").lines
    #expect(said.filter { $0.contains("\"b\"") }.count == 1)
  }

  @Test func eachRowIsLookedAtAFewTimesHoweverManyThereAre() async {
    let rows = Conversation { catalog, _ in catalog.add(ListViewModel.self) { ListViewModel() } }
    await rows.say("let list = ListViewModel(); list.addSection(\"s\")")
    for row in 0..<200 { await rows.say("list.add(\"\(row)\", section: 0)") }
    for row in 0..<100 { await rows.say("list.insert(\"\(row)\", at: \(row), section: 0)") }
    #expect(rows.session.chronicle.timeline.looks < 300 * 8)
  }

  /// Which is the type's alone, however it is called.
  @Test func membersOfEachTypeAreKnown() async {
    let meal = Conversation { catalog, _ in catalog.add(Meal.self) { Meal() } }
    await meal.say("let meal = Meal()")
    #expect(meal.session.scope.knownNames.isSuperset(of: ["sweetness", "sourness"]))
  }

  @Test func aRowIsKnownWhereverItHasCome() async {
    let rows = Conversation { catalog, _ in catalog.add(ListViewModel.self) { ListViewModel() } }
    await rows.say("let list = ListViewModel(); list.addSection(\"s\"); list.addSection(\"t\")")
    await rows.say("list.add(\"a\", section: 0)")
    await rows.say("list.add(\"c\", section: 0)")
    await rows.say("list.insert(\"b\", at: 1, section: 0)")
    await rows.say("let row = list.cells[1]; let row = list.cells[2]")
    await rows.say("list.move(from: 0, to: 0, section: 0, toSection: 1)")
    for (row, old) in [(0, "b"), (1, "c"), (2, "a")] {
      await rows.say("list.cells[\(row)].text = \"new\"")
      #expect(await rows.say("undo; list.cells[\(row)].text").lines.last == "\"\(old)\"")
    }
  }
}
