import Bindings
import Testing
import ViewModels

@testable import REPLKit

/// What a learner sees of a lesson.
@MainActor
@Suite(.ownGraph) struct LessonTests {
  private let conversation = Conversation()
  private let progress = PassingProgress()

  private static let names = """
    # Names
    A person has a name.
    ```mvvm setup
    let form = Form()
    watch form.isAdult
    ```
    ## Change it
    - [ ] the name is Bob: `form.name == "bob"`
    - [ ] it has changed once: `changes(form.name) == 1`
    > A first hint.

    > A second one.
    ```mvvm solution
    form.name = "bob"
    ```
    ## Ages
    - [ ] a child: `!form.isAdult`
    - [ ] seen by nobody: `!isWatched(form.isAdult)`
    > One.
    ```mvvm solution
    unwatch all
    form.age = 3
    ```
    """

  private static let commands = """
    # Commands
    ## Run them
    ```mvvm setup
    let form = Form()
    ```
    - [ ] saved: `runs(form.save) == 1`
    - [ ] failed: `fails(form.fail) == 1`
    - [ ] cancelled: `cancels(form.wait) == 1`
    > Three.
    ```mvvm solution
    form.save()
    try? form.fail()
    form.wait() &
    :cancel
    wait all
    ```
    """

  private func offer(_ texts: [String] = [names, commands]) throws {
    conversation.session.offer(try Course(lessons: texts), progress: progress)
  }

  /// What is said to the last of some lines.
  @discardableResult
  private func said(_ lines: String...) async -> [String] {
    var said: [String] = []
    for line in lines { said = await conversation.say(line).lines }
    return said
  }

  @Test func lessonsAreListedWithWhatIsDone() async throws {
    try offer()
    #expect(await said(":lesson") == ["Lessons", "  :lesson 1  Names", "  :lesson 2  Commands"])
    await said(":lesson 1", "form.name = \"bob\"")
    #expect(await said(":lesson").contains("  :lesson 1  Names  1/2"))
    await said("unwatch all", "form.age = 3")
    #expect(await said(":lesson").contains("  :lesson 1  Names  ✓"))
  }

  @Test func completionShowsTheTitlesOfLessons() throws {
    let documents = [
      ("01-names.md", "\n<!-- A comment. -->\n" + Self.names), ("02-run.md", Self.commands),
      ("02-run.zh.md", "\r\n" + Self.commands.replacing("# Commands", with: "# 命令")),
    ]
    for course in [Course(unread: documents), try Course(documents)] {
      conversation.session.offer(course)
      for (language, second) in [(HelpLanguage.english, "Commands"), (.chinese, "命令")] {
        conversation.session.language = language
        let symbols = conversation.session.symbols
        let offered = Completer.complete(":lesson ", cursor: 8, symbols: symbols).candidates
        #expect(offered.map(\.text) == ["next", "stop", "01-names", "02-run"])
        #expect(offered.map(\.detail) == ["", "", "Names", second])
      }
    }
  }

  @Test func aStepIsDoneWhenAllOfItIsTrue() async throws {
    try offer()
    let begun = await said(":lesson 1")
    #expect(begun.first { !$0.isEmpty } == "Lesson 1: Names")
    #expect(begun.contains("◉ form.isAdult  true"))
    #expect(begun.contains("▸ the name is Bob"))
    #expect(await said("form.name = \"eve\"") == ["✓ it has changed once"])
    #expect(
      await said("form.name = \"bob\"") == [
        "✓ the name is Bob", "▸ it has changed once",
        "This step can no longer be finished from here; :reset starts it again.",
      ])
    #expect(
      await said(":reset").filter { $0.hasPrefix("▸") }
        == ["▸ the name is Bob", "▸ it has changed once"])
    let done = await said("form.name = \"bob\"")
    #expect(
      done.prefix(3) == ["✓ the name is Bob", "✓ it has changed once", "✓ Step 1 of 2 is done."])
    #expect(done.suffix(2) == ["▸ a child", "▸ seen by nobody"])
    #expect(conversation.session.nextLesson == nil)
    await said("unwatch all")
    #expect(
      await said("form.age = 3") == [
        "✓ a child", "✓ Step 2 of 2 is done.", "✓ Lesson 1 is done: Names",
        "Next: :lesson 2  Commands",
      ])
    #expect(conversation.session.nextLesson == ":lesson 2")
    #expect(await said(":check").joined().contains("the lesson is over"))
  }

  @Test func whatRunsInTheBackgroundIsSeenWhenItEnds() async throws {
    try offer()
    await said(":lesson 02-lesson", "form.save()", "form.fail()", "form.wait() &")
    #expect(progress.done.isEmpty)
    await said(":cancel")
    let ended = await said("wait all")
    #expect(progress.done.count == 1)
    #expect(ended.contains("✓ cancelled"))
    #expect(ended.last == "That was the last lesson. :lesson lists them all.")
  }

  @Test func hintsComeOneByOneAndTheSolutionAsks() async throws {
    try offer()
    await said(":lesson 1")
    #expect(await said(":hint") == ["", "Hint 1 of 2", "A first hint."])
    #expect(await said(":hint") == ["", "Hint 2 of 2", "A second one."])
    #expect(await said(":hint") == ["There are no more hints; :solution shows one way."])
    #expect(await said(":solution").count == 1)
    #expect(await said(":solution") == ["", "One way", "    form.name = \"bob\""])
    #expect(progress.done.isEmpty)
  }

  @Test func checkExplainsTheFirstThingThatIsMissing() async throws {
    try offer()
    await said(":lesson 1")
    #expect(
      await said(":check") == [
        "▸ the name is Bob", "▸ it has changed once",
        "`form.name == \"bob\"`: The left side is \"ann\", the right side \"bob\".",
      ])
    await said("let form = 3")
    #expect(await said(":check").last?.hasPrefix("`form.name == \"bob\"`: ") == true)
  }

  @Test func aQuestionIsNotAnsweredByItsCheck() async throws {
    try offer([
      "# Q\n## One\n- [ ] the answer: `answer == 42`\n> No.\n```mvvm solution\nlet answer = 42\n```"
    ])
    await said(":lesson 1")
    #expect(await said(":check").last == "There is no answer yet: write let answer = …")
    #expect(await said("let answer = 41") == ["▸ the answer", "`answer`: 41"])
    #expect(await said("1 + 1") == ["2"])
    #expect(await said(":check") == ["▸ the answer", "`answer`: 41"])
    #expect(await said("let answer = 40") == ["▸ the answer", "`answer`: 40"])
  }

  @Test func watchesThatLieAsideAreSilent() async throws {
    try offer()
    await conversation.say("let form = Form(); watch form.age; watch form.name as table")
    let begun = await said(":lesson 1")
    #expect(begun.contains("Your workspace is kept; :lesson stop brings it back."))
    #expect(
      !begun.joined().contains("there is no 'form'") && !begun.joined().contains("◉ form.age"))
    #expect(!(await said("form.age = 3").joined().contains("◉ form.age")))
    #expect(await said(":lesson stop") == ["Back in your own workspace. :lesson next continues."])
    #expect(await said("form.age = 4").first?.hasPrefix("◉ form.age  4") == true)
  }

  @Test func bindingsThatLieAsideAreSilentAndGoOnBehindTheLesson() async throws {
    try offer()
    await conversation.say("let mine = Form(); var length = 0; bind mine.name -> length via count")
    #expect(!(await said(":lesson 1").joined().contains("there is no 'mine'")))
    await said("let page = Form()", "var letters = 0", "bind page.name -> letters via count")
    #expect(!(await said(":lesson 2").joined().contains("there is no 'page'")))
    #expect(await said(":lesson stop") == ["Back in your own workspace. :lesson next continues."])
    #expect(await said("mine.name = \"four\"", "length") == ["4"])
  }

  @Test func bindingsThatLieAsideFollowNoNamesOfALesson() async throws {
    try offer()
    await conversation.say(
      """
      let form = Form(); let other = Form(); var length = 0; var word = "w"
      bind form.name -> length via count; bind form.age <-> other.age; bind word -> other.name
      other.name = "mine"
      """)
    await said(":lesson 1")
    let lesson = await said(
      "let other = Form()", "var length = 7", "var word = \"theirs\"", "form.name = \"lesson\"",
      "length; other.name; other.age")
    #expect(lesson.suffix(3) == ["7", "\"ann\"", "30"], "\(lesson)")
    #expect(await said(":lesson stop") == ["Back in your own workspace. :lesson next continues."])
    // Nothing of it has changed, what was set by hand included.
    #expect(await said("length; other.name; word") == ["3", "\"mine\"", "\"w\""])
    #expect(await said("form.name = \"four\"; form.age = 5", "length; other.age") == ["4", "5"])
  }

  @Test func aLessonHasADeskOfItsOwn() async throws {
    try offer()
    await said("let mine = Form()", "watch mine.name", "mine.age = 4")
    await said(":lesson 1")
    #expect(await said("mine").joined().contains("there is no 'mine'"))
    await said(":lesson stop")
    #expect(await said("form").joined().contains("there is no 'form'"))
    #expect(await said("mine.name = \"x\"") == ["◉ mine.name  \"x\"  ⟵ \"ann\""])
    await said("undo", "undo")
    #expect(await said("mine.age") == ["30"])
    #expect(await said("whatif mine.clear()").first == "mine.clear() would run")
    #expect(await said(":hint").joined().contains("no lesson is in progress"))
    #expect(await said(":lesson stop").joined().contains("no lesson is in progress"))
  }

  @Test func aDeskComesBackWithAllThatIsKnownOfItsNames() async throws {
    try offer()
    await said("let f = Form()", "let double = { f.age * 2 }", ":lesson 1", "let double = \"x\"")
    await said(":lesson stop")
    #expect(await said(":graph double text").joined().contains("let double = { f.age * 2 }"))
    let double = conversation.session.symbols.variables.first { $0.text == "double" }
    #expect(double?.detail == "Int")
    await said("f.age = 4")
    #expect(await said("double") == ["8"])
  }

  @Test func aCheckThatWaitsLeavesTheTextOfAStatementAlone() async throws {
    let (door, session) = (LockedDoor(), conversation.session)
    session.define("door", door)
    let check = "- [ ] open: `door[\"k\"] == 2`"
    try offer(["# Doors\n## Wait\n\(check)\n> One.\n```mvvm solution\ndoor[\"k\"] = 2\n```"])
    await said(":lesson 1", "let form = Form()", "form.wait() &")
    door.isOpen = false
    session.cancelJobs()
    await door.meets(1)
    let typing = Task { await session.run(SourceText("door[\"k\"]; watch form.age")) }
    await door.meets(2)
    door.open()
    #expect(await typing.value == .ok)
    #expect(session.watches.all.map(\.path) == ["form.age"])
  }

  @Test func aLessonGoesOnWhereItWasLeft() async throws {
    try offer()
    await said(":lesson 1", "form.name = \"bob\"", ":lesson stop")
    let begun = await said(":lesson next")
    #expect(begun.contains("Step 2 of 2: Ages"))
    #expect(!begun.contains("A person has a name."))
    #expect(await said("form.name") == ["\"bob\""])
    #expect(await said(":reset lesson").contains("Step 1 of 2: Change it"))
    #expect(await said("form.name") == ["\"ann\""])
    await said(":reset all")
    #expect(progress.done.isEmpty)
  }

  @Test func aLessonIsSaidInTheLanguageOfTheHelp() async throws {
    let chinese = Self.commands.replacing("# Commands", with: "# 命令")
    conversation.session.offer(
      try Course([("01-lesson.md", Self.commands), ("01-lesson.zh.md", chinese)]))
    await said(":lang zh")
    #expect(await said(":lesson") == ["课程", "  :lesson 1  命令"])
    #expect(await said(":lesson 1").contains("第 1/1 步：Run them"))
    #expect(await said(":hint") == ["", "提示 1/1", "Three."])
    #expect(await said(":check").last == "`form.save` 还没有成功执行过")
    #expect(await said(":lesson 7").joined().contains("没有课程“7”"))
  }

  @Test func unknownLessonsAreToldWhatThereIs() async throws {
    try offer()
    #expect(await said(":lesson 9").joined().contains("there is no lesson '9'"))
    #expect(await said(":lesson 0").joined().contains("There are 2 lessons; :lesson lists them."))
    #expect(await said(":lesson x").joined().contains("There are 2 lessons; :lesson lists them."))
    #expect(await said(":lesson 02-leson").joined().contains("Did you mean '02-lesson'?"))
    #expect(
      await said(":reset often").joined().contains("Write :reset, :reset lesson or :reset all."))
    #expect(await said(":lesson lesson").contains("Lesson 1: Names"))
  }

  @Test func anotherCourseGivesTheDeskBack() async throws {
    try offer()
    await said("let mine = Form()", ":lesson 1")
    try offer()
    #expect(await said("mine.age") == ["30"])
    #expect(await said(":check").joined().contains("no lesson is in progress"))
  }

  @Test func aHostsWordOfTheSameNameIsRecorded() async {
    conversation.session.add(
      ToolCommand("check", Message("of the host", "主程序的")) { _ in
        [.note(Message(verbatim: "checked"))]
      })
    await said(":check")
    #expect(conversation.session.voice.recorder.steps.map(\.text) == [":check"])
  }

  @Test func aSessionWithoutACourseHasNoWordsForLessons() async {
    #expect(await said(":lesson").joined().contains("there is no ':lesson'"))
  }

  @Test func whatWasTypedBecomesADraftThatCanBeDone() async throws {
    await said(
      "let form = Form()", "form.name = \"bob\"", "form.pin = \"0000\"", "form.age = 3",
      "form.age = 4")
    let draft = await said(":export lesson").joined(separator: "\n")
    #expect(
      draft.contains(
        """
        - [ ] `form.name` has the right value: `form.name == "bob"`
        - [ ] `form.age` has the right value: `form.age == 4`

        """))
    #expect(draft.contains("```mvvm setup\nlet form = Form()\n```"))
    #expect(!draft.contains("0000"))
    #expect(draft.contains("<!-- A secret was typed where \"…\" stands: write one that fits. -->"))
    let course = try Course([("01-draft.md", draft)])
    let examination = CourseExamination { emit in
      var catalog = Catalog()
      catalog.add(Form.self) { Form() }
      return Session(catalog: catalog, emit: emit)
    }
    #expect(await examination.run(course) == [])
  }

  @Test func whatALessonTypesIsRecordedAndItsWordsAreNot() async throws {
    try offer()
    await said(":lesson 1", ":hint", "form.name = \"bob\"")
    let steps = conversation.session.voice.recorder.steps.map(\.text)
    #expect(steps == ["let form = Form()", "watch form.isAdult", "form.name = \"bob\""])
    let answers = conversation.session.voice.recorder.steps.map { $0.lines.first }
    #expect(await said(":replay") == ["replayed 3 statements; the results were the same"])
    #expect(answers.prefix(2) == ["Form", "◉ form.isAdult  true"])
  }
}

/// Lets whoever asks for its element wait until it is opened.
@MainActor
final class LockedDoor: KeyedViewModel {
  var isOpen = true
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private let node = Property<DynamicValue>(1)

  static let schema = ViewModelSchema(LockedDoor.self, "Waits.", members: [])

  func load(_ key: DynamicValue) async {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
  }

  func element(_ key: DynamicValue) -> KeyedElement { KeyedElement(node) { self.node.value = $0 } }

  func meets(_ count: Int) async { while waiting.count < count { await Task.yield() } }

  func open() {
    isOpen = true
    for one in waiting { one.resume() }
  }
}
