import ViewModels

// Messages of lessons.

extension Message {
  static var lessons: Self { Self("Lessons", "课程") }
  static func lessonBegins(_ number: Int, _ title: String) -> Self {
    Self("Lesson \(number): \(title)", "第 \(number) 课：\(title)")
  }
  static func step(_ number: Int, of count: Int, _ title: String) -> Self {
    Self("Step \(number) of \(count): \(title)", "第 \(number)/\(count) 步：\(title)")
  }
  static var typedForYou: Self { Self("Typed for you", "已替你输入") }
  static var waysThroughStep: Self {
    Self(
      "(:hint helps, :check says what is missing, :task repeats this, :reset starts over)",
      "（:hint 给提示，:check 说还缺什么，:task 再看一遍任务，:reset 重新开始）")
  }
  static func stepDone(_ number: Int, of count: Int) -> Self {
    Self("✓ Step \(number) of \(count) is done.", "✓ 第 \(number)/\(count) 步完成。")
  }
  static func lessonDone(_ number: Int, _ title: String) -> Self {
    Self("✓ Lesson \(number) is done: \(title)", "✓ 第 \(number) 课完成：\(title)")
  }
  /// The end of a lesson with skipped steps, which are numbered from 1.
  static func lessonEnds(_ number: Int, _ title: String, _ open: [Int]) -> Self {
    guard let first = open.first else { return lessonDone(number, title) }
    let steps = open.map { "\($0)" }
    return Self(
      "The end of lesson \(number): \(title). Still to be done: \(steps). (:lesson \(number).\(first))",
      "第 \(number) 课到此为止：\(title)。还没做的步骤：\(steps)。（:lesson \(number).\(first)）")
  }
  /// The end of a lesson in few words, for a narrow window.
  static func lessonEnds(_ number: Int, _ open: [Int]) -> Self {
    guard let first = open.first else {
      return Self("✓ Lesson \(number) is done.", "✓ 第 \(number) 课完成。")
    }
    return Self(
      "Lesson \(number): \(open.count, "step") left (:lesson \(number).\(first))",
      "第 \(number) 课还有 \(open.count) 步没做（:lesson \(number).\(first)）")
  }
  static func nextLesson(_ number: Int, _ title: String) -> Self {
    Self("Next: :lesson \(number)  \(title)", "下一课：:lesson \(number)  \(title)")
  }
  static var lastLesson: Self {
    Self("That was the last lesson. :lesson lists them all.", "这是最后一课。:lesson 列出全部。")
  }
  static var allLessonsDone: Self {
    Self("All lessons are done. :lesson lists them all.", "所有课程都已完成。:lesson 列出全部。")
  }
  static func lessonPlace(_ number: Int, step: Int, of count: Int, _ title: String) -> Self {
    Self(
      "Lesson \(number), step \(step) of \(count): \(title)",
      "第 \(number) 课，第 \(step)/\(count) 步：\(title)")
  }
  static func lessonPlace(_ number: Int, step: Int, of count: Int) -> Self {
    Self("Lesson \(number), step \(step) of \(count)", "第 \(number) 课，第 \(step)/\(count) 步")
  }
  static func stepsBefore(_ count: Int) -> Self {
    count == 1
      ? Self("Step 1 has been done for you, using its solution.", "第 1 步已按解法做好。")
      : Self(
        "Steps 1 to \(count) have been done for you, using their solutions.", "前 \(count) 步已按解法做好。")
  }
  static func stepsAgain(_ count: Int) -> Self {
    count == 1
      ? Self(
        "You did step 1 before; it has been repeated, using its solution.", "第 1 步以前做过，现按解法重做。")
      : Self(
        "You did steps 1 to \(count) before; they have been repeated, using their solutions.",
        "前 \(count) 步以前做过，现按解法重做。")
  }
  static var stepIsLost: Self {
    Self(
      "This step can no longer be finished from here; :reset starts it again.",
      "从现在的状态已无法完成这一步；:reset 重新开始这一步。")
  }
  static func stepHasNotBegun(_ number: Int) -> Self {
    Self("step \(number) could not start", "第 \(number) 步没能开始")
  }
  static func noStep(_ number: String, of count: Int) -> Self {
    Self("there is no step '\(number)'; the last is \(count)", "没有第“\(number)”步；一共 \(count) 步")
  }
  static func stepIsStillToBeDone(_ number: Int) -> Self {
    Self("step \(number) is still to be done", "第 \(number) 步还没有做")
  }
  static func stepWantsName(_ name: String) -> Self {
    Self(
      "Nothing is called '\(name)' yet; the step needs that name: let \(name) = …",
      "还没有名字“\(name)”；这一步需要它：let \(name) = …")
  }
  static var notAnswered: Self {
    Self("There is no answer yet: write let answer = …", "还没有回答：写 let answer = …")
  }
  static func answerIsOfType(_ type: ValueType, wanted: ValueType) -> Self {
    Self(
      "it is \(kind(of: type)), but the step asks for \(kind(of: wanted)).",
      "它是\(kind(of: type))；这里需要\(kind(of: wanted))。")
  }
  /// The name of a type for beginners.
  private static func kind(of type: ValueType) -> Self {
    switch type {
    case .string: Self("text", "字符串")
    case .int: Self("a whole number", "整数")
    case .double: Self("a number", "数字")
    case .bool: Self("true or false", "真假值（true 或 false）")
    case .array: Self("a list", "列表")
    default: Self("of type \(type)", "类型为 \(type) 的值")
    }
  }
  static func teardownFails(_ problem: Message) -> Self {
    Self("The lesson's teardown failed: \(problem)", "课程收尾时出错：\(problem)")
  }
  static var backAtDesk: Self {
    Self("Back in your own workspace. :lesson next continues.", "回到你自己的工作区。:lesson next 继续。")
  }
  static var deskKept: Self {
    Self("Your workspace is kept; :lesson stop brings it back.", "你的工作区已保留；:lesson stop 恢复。")
  }
  static func hint(_ number: Int, of count: Int) -> Self {
    Self("Hint \(number) of \(count)", "提示 \(number)/\(count)")
  }
  static var noHint: Self {
    Self("There are no more hints; :solution shows one way.", "没有更多提示了；:solution 给出一种解法。")
  }
  static func wantsNextLesson(_ step: Int) -> Self {
    Self(
      "Step \(step) is not done. Type :lesson next again to leave this lesson for the next one.",
      "第 \(step) 步还没有完成。再输入一次 :lesson next，就离开这一课，开始下一课。")
  }
  static var wantsSolution: Self {
    Self("Type :solution again to see how the whole step is done.", "再输入一次 :solution，就显示整步的解法。")
  }
  static var oneWay: Self { Self("One way", "一种解法") }
  static var anotherWay: Self { Self("Another way", "另一种解法") }
  static var progressForgotten: Self {
    Self(
      "All progress has been forgotten. :lesson 1 starts from the beginning.",
      "进度已全部清除。:lesson 1 从头开始。")
  }
  static var progressForgottenForNow: Self {
    Self(
      "Progress is forgotten until the next start; what was saved before is still there.",
      "进度只在本次运行中清除；以前保存的仍然保留。")
  }
  static func lessonBroken(_ problem: Message) -> Self {
    Self("The lesson itself has a mistake here: \(problem)", "这一课本身有错：\(problem)")
  }
  static var noLessonGoesOn: Self { Self("no lesson is in progress", "现在没有在上课") }
  static var seeLessons: Self { Self("Type :lesson to see them.", "输入 :lesson 查看全部。") }
  static var lessonIsOver: Self { Self("the lesson is over", "这一课已经结束") }
  static var nothingIsChecked: Self {
    Self(
      "(The lesson is over: nothing is checked until you type :lesson next, or :lesson stop.)",
      "（这一课已经结束，不再检查；输入 :lesson next 或 :lesson stop 继续。）")
  }
  static var nextOrStop: Self {
    Self("Type :lesson next, or :lesson stop.", "输入 :lesson next 或 :lesson stop。")
  }
  static func noLesson(_ name: String) -> Self {
    Self("there is no lesson '\(name)'", "没有课程“\(name)”")
  }
  static func lessonsUpTo(_ count: Int) -> Self {
    Self("There are \(count, "lesson"); :lesson lists them.", "共有 \(count) 课；:lesson 列出全部。")
  }
  static var whatBeginsAgain: Self {
    Self("only the step, the lesson or everything can be reset", "可以重新开始的是这一步、这一课或全部")
  }
  static var writeReset: Self {
    Self("Write :reset, :reset lesson or :reset all.", "写 :reset、:reset lesson 或 :reset all。")
  }
  static func asksAboutOne(_ word: String) -> Self {
    Self("\(word) takes one argument", "\(word) 只有一个参数")
  }
}

// MARK: - Mistakes of authors

extension Message {
  static var lessonHasNoTitle: Self {
    Self("there is no title; begin with a line like '# Derived state'", "没有标题；以“# 派生状态”这样的一行开头")
  }
  static var lessonHasNoStep: Self {
    Self(
      "there is no step; begin one with a line like '## Make it valid'", "没有步骤；用“## 让它有效”这样的一行开始一步")
  }
  static var checkBelongsToStep: Self {
    Self(
      "a check belongs to a step; write a line like '## Make it valid' first",
      "检查属于一个步骤；先写“## 让它有效”这样的一行")
  }
  static var checkEndsWithCondition: Self {
    Self(
      "a check ends with its condition: '- [ ] it is valid: `form.isValid`'",
      "检查必须以条件结尾：“- [ ] 它有效：`form.isValid`”")
  }
  static func isNoCondition(_ text: String, _ reason: Message) -> Self {
    Self("'\(text)' is not a condition: \(reason)", "“\(text)”不是条件：\(reason)")
  }
  static func blockIsOpen(_ fence: String) -> Self {
    Self("the block is not closed; end it with \(fence)", "代码块没有结束；用 \(fence) 结束它")
  }
  static var solutionBelongsToStep: Self {
    Self(
      "a solution belongs to a step; write a line like '## Make it valid' first",
      "解法属于一个步骤；先写“## 让它有效”这样的一行")
  }
  static func unknownBlock(_ word: String) -> Self {
    Self(
      "there is no block '\(word)'; write setup, solution, refused, demo or teardown after mvvm",
      "没有“\(word)”这种代码块；mvvm 后面写 setup、solution、refused、demo 或 teardown")
  }
  static var stepHasNoCheck: Self {
    Self(
      "the step has no check; add one like '- [ ] it is valid: `form.isValid`'",
      "这一步没有检查；加上“- [ ] 它有效：`form.isValid`”这样的一行")
  }
  static var stepHasNoSolution: Self {
    Self(
      "the step has no solution; add a block that begins with ```mvvm solution",
      "这一步没有解法；加上以 ```mvvm solution 开头的代码块")
  }
  static func nameLessonLike(_ translations: [String]) -> Self {
    Self(
      "name it like 03-derived.md, a translation like \(oneOf: translations)",
      "文件名应像 03-derived.md，译文应像 \(oneOf: translations)")
  }
  static func documentTwice(_ id: String) -> Self {
    Self("two documents are called '\(id)'", "有两个文件都叫“\(id)”")
  }
  static func noDocumentToTranslate(_ id: String) -> Self {
    Self("there is no \(id).md", "没有 \(id).md")
  }
  static var wholeLesson: Self { Self("the lesson itself", "整课") }
  static func stepOfLesson(_ number: Int) -> Self { Self("step \(number)", "第 \(number) 步") }
  static func translationAsksForElse(_ id: String, _ place: Message) -> Self {
    Self(
      "\(place): setup, teardown, conditions, solutions or steps differ from \(id).md; copy them",
      "\(place)：准备、收尾、条件、解法或步骤与 \(id).md 不同；请照抄")
  }
  static func doesNotBegin(_ mistake: Message) -> Self {
    Self("it does not start: \(mistake)", "无法开始：\(mistake)")
  }
  static func stepDoesNotBegin(_ step: Int, _ mistake: Message) -> Self {
    Self("step \(step) does not start: \(mistake)", "第 \(step) 步无法开始：\(mistake)")
  }
  static func doesNotEnd(_ mistake: Message) -> Self {
    Self("its teardown: \(mistake)", "收尾：\(mistake)")
  }
  static func refusedIsAccepted(_ step: Int, _ statements: String) -> Self {
    Self(
      "step \(step) accepts what it should refuse: \(statements)",
      "第 \(step) 步应当拒绝的做法却通过了：\(statements)")
  }
  static func demoIsFalse(_ difference: String) -> Self {
    Self("a demo does not match:\n\(difference)", "演示与实际不符：\n\(difference)")
  }
  static func stepAsksForNothing(_ step: Int) -> Self {
    Self(
      "step \(step) asks for nothing: all its checks are met from the start",
      "第 \(step) 步没有要求：一开始就全部成立")
  }
  static func checkIsMetAlready(_ step: Int, _ check: String) -> Self {
    Self(
      "step \(step), a check is met before anything is done: \(check)",
      "第 \(step) 步还没做任何事，就有一项检查成立：\(check)")
  }
  static func stepHasNoHint(_ step: Int) -> Self {
    Self("step \(step) has no hint", "第 \(step) 步没有提示")
  }
  /// An error with its line.
  static func mistake(_ mistake: Diagnostic, in source: SourceText) -> Self {
    guard let span = mistake.span else { return mistake.message }
    let line = String(source.line(at: span.start).text)
    return Self("\(mistake.message) (\(line))", "\(mistake.message)（\(line)）")
  }
  static func solutionFails(_ step: Int, _ mistake: Message) -> Self {
    Self("step \(step), the solution: \(mistake)", "第 \(step) 步的解法：\(mistake)")
  }
  static func solutionLeavesOpen(_ step: Int, _ check: String, _ reason: String) -> Self {
    Self(
      "step \(step), the solution does not meet: \(check). \(reason)",
      "第 \(step) 步的解法没有做到：\(check)。\(reason)")
  }
  static func minutes(_ count: Int) -> Self { Self("\(count) min", "\(count) 分钟") }
  /// A remark behind a title.
  static func inBrackets(_ remark: Message) -> Self { Self("  (\(remark))", "（\(remark)）") }
  static func lessonBuildsOn(_ lessons: [Int]) -> Self {
    let words = lessons.map { ":lesson \($0)" }
    return Self(
      "(This builds on \(word: words.count == 1 ? "a lesson" : "lessons") that you have not done yet: \(words).)",
      "（本课以你还没做过的课程为基础：\(words)。）")
  }
  static func lessonNeedsUnknown(_ id: String) -> Self {
    Self("it needs '\(id)', but there is no such lesson before it", "它需要“\(id)”，但之前没有这一课")
  }
  static func lessonUsesUnknown(_ word: String) -> Self {
    Self(
      "it uses '\(word)', which is neither a verb nor a word with a colon",
      "它使用“\(word)”，但没有这个动词，也没有这个带冒号的词")
  }
  static func remarkBelongsToLesson(_ word: String) -> Self {
    Self(
      "'\(word)' is about the whole lesson: write it before the first step",
      "“\(word)”说明整课：请写在第一步之前")
  }
  static var minutesOfLesson: Self {
    Self(
      "write <!-- minutes: 5 -->, a whole number from 1 to 1440",
      "请写 <!-- minutes: 5 -->，从 1 到 1440 的整数")
  }
  static func courseReadAgain(_ title: String) -> Self {
    Self("Read again: \(title). :reset restarts the step.", "已重新读取：\(title)。:reset 重新开始这一步。")
  }
  static var lessonsReadAgain: Self { Self("The lessons were read again.", "已重新读取课程。") }
  static var talksReadAgain: Self { Self("The talks were read again.", "已重新读取演讲。") }
  static var lessonIsGone: Self {
    Self(
      "The lesson is not there any more; you are back in your own workspace.", "这一课已经不在；你回到了自己的工作区。"
    )
  }
}

// MARK: - What a check misses

extension Message {
  /// The result that a condition of a check is not met.
  static func checkIs(_ word: CheckWord, _ subject: String) -> Self? {
    switch word {
    case .isWatched: Self("`\(subject)` is not watched", "`\(subject)` 还没有被观察")
    case .isBound:
      Self("there is no such binding: `\(subject)`", "没有这样的绑定：`\(subject)`")
    case .isDerived: Self("`\(subject)` is not a derived value", "`\(subject)` 还不是派生值")
    case .never: Self("`\(subject)` has been true", "`\(subject)` 曾经成立")
    case .hasFollowed:
      Self("no change has been passed on yet: `\(subject)`", "还没有变化这样传递过：`\(subject)`")
    case .isExpected:
      Self("no `expect` has found this yet: `\(subject)`", "还没有 `expect` 确认过：`\(subject)`")
    case .hasTyped: Self("not typed yet: \(subject)", "还没有输入过：\(subject)")
    case .changes, .runs, .fails, .cancels: nil
    }
  }

  /// The result that a negated condition of a check is not met.
  static func checkIsNot(_ word: CheckWord, _ subject: String) -> Self? {
    switch word {
    case .isWatched: Self("`\(subject)` is still watched", "`\(subject)` 还在被观察")
    case .isBound: Self("there is a binding `\(subject)`", "还有绑定 `\(subject)`")
    case .isDerived: Self("`\(subject)` is a derived value", "`\(subject)` 是派生值")
    case .never:
      Self(
        "`\(subject)` was never true at the end of a statement", "`\(subject)` 从未在语句结束时成立")
    case .hasFollowed: Self("a change has been passed on: `\(subject)`", "有变化这样传递过：`\(subject)`")
    case .isExpected:
      Self("an `expect` has found this: `\(subject)`", "已有 `expect` 确认过：`\(subject)`")
    case .hasTyped: Self("this was typed: \(subject)", "输入过：\(subject)")
    case .changes, .runs, .fails, .cancels: nil
    }
  }

  /// The result that a value did not occur at the end of a statement, though it may have occurred during one.
  static func hasNotBeen(_ subject: String, _ value: String) -> Self {
    Self(
      "`\(subject)` was never `\(value)` at the end of a statement",
      "`\(subject)` 从未在语句结束时为 `\(value)`")
  }

  private static func checkCountsNothing(_ word: CheckWord, _ subject: String) -> Self? {
    switch word {
    case .changes: Self("`\(subject)` has not changed yet", "`\(subject)` 还没有变化")
    case .runs: Self("`\(subject)` has not run without an error yet", "`\(subject)` 还没有成功执行过")
    case .fails: Self("`\(subject)` has not failed yet", "`\(subject)` 还没有失败过")
    case .cancels: Self("`\(subject)` has not been cancelled yet", "`\(subject)` 还没有被取消过")
    case .never, .isWatched, .isBound, .isDerived, .hasFollowed, .isExpected, .hasTyped: nil
    }
  }

  /// The number of events that a check counts.
  static func checkCounts(_ word: CheckWord, _ subject: String, _ count: Int) -> Self? {
    let times = count == 1 ? "once" : "\(count) times"
    guard count > 0 else { return checkCountsNothing(word, subject) }
    return switch word {
    case .changes: Self("`\(subject)` has changed \(times)", "`\(subject)` 变化了 \(count) 次")
    case .runs:
      Self("`\(subject)` has run without an error \(times)", "`\(subject)` 成功执行了 \(count) 次")
    case .fails: Self("`\(subject)` has failed \(times)", "`\(subject)` 失败了 \(count) 次")
    case .cancels: Self("`\(subject)` was cancelled \(times)", "`\(subject)` 被取消了 \(count) 次")
    case .never, .isWatched, .isBound, .isDerived, .hasFollowed, .isExpected, .hasTyped: nil
    }
  }

  /// The remark that a check only counts events while a condition is true.
  static func countedDuring(_ counted: Self, _ condition: String) -> Self {
    Self("\(counted) while `\(condition)`", "在 `\(condition)` 期间，\(counted)")
  }
}
