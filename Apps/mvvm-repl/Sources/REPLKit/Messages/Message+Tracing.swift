// Messages about causes, the graph, trials, and undone steps.

extension Message {
  static var onlyNamedExplained: Self {
    Self("only what has a name can be explained", "只能解释有名字的值")
  }
  static func sayWhichMember(_ path: String) -> Self {
    Self("say which member of \(path)", "请写明是 \(path) 的哪个成员")
  }
  static var noReasonToGive: Self {
    Self("this never changes, so there is nothing to explain", "它永远不变，没有原因可说")
  }
  static func noChange(_ number: Int) -> Self {
    Self("this has no change #\(number) in the log", "日志里没有它的第 #\(number) 次变化")
  }
  static func whyNames(_ text: String) -> Self {
    Self("why \(text) and :log name the numbers.", "why \(text) 和 :log 里有编号。")
  }
  static func canRun(_ path: String) -> Self {
    Self("\(path) can run: all its conditions are true", "\(path) 可以执行：条件全部成立")
  }
  static func cannotRun(_ path: String) -> Self { Self("\(path) cannot run", "\(path) 不能执行") }
  static func hasNoNode(_ word: String) -> Self {
    Self("'\(word)' has no node in the graph", "“\(word)”在图中没有节点")
  }
  static func nameMemberOfGraph(_ formats: String) -> Self {
    Self("Name a member: :graph form.isValid \(formats)", "写出成员：:graph form.isValid \(formats)")
  }
  static var nothingChangedYet: Self { Self("Nothing has changed yet.", "还没有任何改变。") }
  static var changeOlderThanLog: Self {
    Self("The last change is older than the log.", "上一次改变早于日志的开头。")
  }
  static func noNumberOfRecords(_ text: String) -> Self {
    Self(
      "'\(text)' is neither a number of records nor a level", "“\(text)”既不是记录的条数，也不是级别")
  }
  static func noRecords(_ level: LogLevel) -> Self {
    Self("no records of the level \(level.rawValue)", "没有 \(level.rawValue) 级别的记录")
  }
}

// MARK: - Trials

extension Message {
  static var nothingWouldChange: Self { Self("Nothing would change.", "什么都不会改变。") }
  static var wouldChange: Self { Self("Would change", "会改变") }
  static var gone: Self { Self("gone", "没有了") }
  static var notThere: Self { Self("not there", "原来没有") }
  static var observersNotTried: Self {
    Self(
      "Not shown: what else reacts to the change, such as a list that then loads other rows.",
      "没有列出：观察者随后所做的，例如更新列表的行。")
  }
  static func wouldReallyRun(_ path: String) -> Self {
    Self(
      "whatif does not run what is inside an expression: \(path)() would really run",
      "whatif 不执行表达式里面的命令：\(path)() 会真的执行")
  }
  static var nameResultFirst: Self {
    Self(
      "Give its result a name first, or try it alone.", "先给它的结果起个名字，或单独试它。")
  }
  static func wouldBeRefused(_ path: String) -> Self {
    Self("\(path) would be refused", "\(path) 会被拒绝")
  }
  static func wouldRun(_ path: String) -> Self { Self("\(path)() would run", "\(path)() 会执行") }
  static func wouldReturn(_ path: String, _ value: String) -> Self {
    Self("\(path)() would run and return \(value)", "\(path)() 会执行并返回 \(value)")
  }
  static func wouldFail(_ path: String, _ error: Message) -> Self {
    Self("\(path)() would fail: \(error)", "\(path)() 会失败：\(error)")
  }
  static func dependsOnAnswer(_ path: String) -> Self {
    Self(
      "\(path)() would run; what comes of it depends on an answer from outside",
      "\(path)() 会执行；结果取决于外部的响应")
  }
  static func wouldGoOn(_ path: String) -> Self {
    Self("\(path)() would keep running; the dry run was cancelled", "\(path)() 会继续执行；试运行已取消")
  }
  static var notMadeHere: Self {
    Self("it was not created here, so it cannot be copied and tried", "它不是在这里创建的，无法在副本上试运行")
  }
  static var reachNotKnown: Self {
    Self("its effects outside the program are unknown, so it is not tried", "不知道它对程序外部的影响，所以不试运行")
  }
  static func copyIsElsewhere(_ name: String, _ path: String) -> Self {
    Self(
      "cannot be tried: a copy of \(name) cannot be brought to \(path)",
      "无法试运行：无法让 \(name) 的副本处于 \(path) 的位置")
  }
  static func notDone(_ what: Message) -> Self { Self("not done: \(what)", "没有执行：\(what)") }
  static func otherInCopy(_ paths: String) -> Self {
    Self("different in the copy: \(paths)", "副本里不同的：\(paths)")
  }
  static func copyNotCreated(_ name: String, _ error: Message) -> Self {
    Self("a copy of \(name) could not be created: \(error)", "无法创建 \(name) 的副本：\(error)")
  }
  static func wasNotAsked(_ question: Message) -> Self {
    Self(
      "the dry run did not ask \(question); it took the question as dismissed",
      "试运行没有问 \(question)，把它当作已取消")
  }
  static var whatIfWantsAction: Self {
    Self("an assignment or a command is expected here", "这里需要赋值或命令")
  }
  static var onlyPlacesTried: Self {
    Self("only members and variables can be tried", "whatif 只能用于成员和变量")
  }
}

// MARK: - The timeline

extension Message {
  /// The words for undo and redo.
  struct Journey {
    fileprivate let english, chinese: String

    static let undone = Journey(english: "undone", chinese: "撤销")
    static let redone = Journey(english: "redone", chinese: "重做")
    static let restored = Journey(english: "restored", chinese: "恢复")
  }

  static func undone(_ text: String) -> Self { Self("undone: \(text)", "已撤销：\(text)") }
  static func declarationStays(_ name: String) -> Self {
    Self("'\(name)' is still the new one", "“\(name)”仍是新声明的那个")
  }
  static func passedOver(_ statements: [String]) -> Self {
    Self(
      "passed over: the later \(statements.joined(separator: "; ").clipped(to: 120)) changed no value here",
      "略过：后来的 \(statements.joined(separator: "; ").clipped(to: 120)) 没有改变这里的值")
  }
  static func redone(_ text: String) -> Self { Self("redone: \(text)", "已重做：\(text)") }
  static var nothingToUndo: Self { Self("there is nothing to undo", "没有可以撤销的改变") }
  static var nothingToRedo: Self { Self("there is nothing to redo", "没有可以重做的改变") }
  static func nothingMoreToUndo(_ count: Int) -> Self {
    Self("only \(count, "statement") could be undone", "只能撤销 \(count) 条语句")
  }
  static func nothingMoreToRedo(_ count: Int) -> Self {
    Self("only \(count, "statement") could be redone", "只能重做 \(count) 条语句")
  }
  static var whatCanBeUndone: Self {
    Self(
      "Statements that change something can be undone; :timeline lists them.",
      "只有改变了值的语句才能撤销；:timeline 列出它们。")
  }
  static func noStatement(_ text: String) -> Self {
    Self("there is no statement '\(text)' in the timeline", "时间线上没有语句“\(text)”")
  }
  static var numberOfStatement: Self {
    Self("say to which statement of the timeline", "请说明要回到时间线上的哪条语句")
  }
  static func writeGoto(_ number: Int?) -> Self {
    guard let number else { return whatCanBeUndone }
    return Self("Write :goto #\(number), or :goto start.", "写成 :goto #\(number)，或 :goto start。")
  }
  static func nameStoodForElse(_ journey: Journey, _ paths: [String]) -> Self {
    let names = paths.map { String($0.prefix { $0 != "." }) }.unique
    return names.count == 1
      ? Self(
        "not \(word: journey.english): \(paths); '\(names[0])' was something else then",
        "没有\(word: journey.chinese)：\(paths)；“\(names[0])”当时另有所指")
      : Self(
        "not \(word: journey.english): \(paths); these names were something else then",
        "没有\(word: journey.chinese)：\(paths)；这些名字当时另有所指")
  }
  static func screensHaveEnded(_ journey: Journey, _ what: String, _ path: String) -> Self {
    Self(
      "cannot be \(journey.english): \(what); a screen that was in \(path) has ended",
      "无法\(journey.chinese)：\(what)；曾在 \(path) 中的一个页面已经结束")
  }
  static func staysOfViewModel(_ all: [String]) -> Self {
    let paths = all.filter { $0 != Timeline.hidden }
    guard !paths.isEmpty else {
      return Self("what only its view-model knows stays", "只有视图模型知道的内容保持不变")
    }
    return Self("only its view-model sets \(paths); that stays", "\(paths) 只能由视图模型设置，保持不变")
  }
  static func onlyViewModelSets(_ journey: Journey, _ what: String, _ all: [String]) -> Self {
    var paths = all.filter { $0 != Timeline.hidden }
    guard !paths.isEmpty else {
      return Self(
        "cannot be \(word: journey.english): \(what), it has changed what only its view-model knows",
        "不能\(word: journey.chinese)：\(what)，它改变了只有视图模型知道的内容")
    }
    // The list of a page that was left has a dozen such paths.
    if paths.count > 4 { paths = Array(paths.prefix(3)) + ["…"] }
    return Self(
      "cannot be \(word: journey.english): \(what), only its view-model sets \(paths)",
      "不能\(word: journey.chinese)：\(what)，\(paths) 只能由视图模型设置")
  }
  static func goBy(_ statement: String) -> Self {
    Self("\(statement) skips it and goes on; what it set stays.", "\(statement) 会略过它；它设置的内容不变。")
  }
  static var timeline: Self { Self("Timeline", "时间线") }
  static var now: Self { Self("now", "现在") }
  static var meanwhile: Self { Self("meanwhile", "期间") }
  static var nameWanted: Self { Self("a name is expected here", "这里需要一个名字") }
  static func kept(_ count: Int, as name: String) -> Self {
    Self("kept \(count, "value") as '\(name)'", "已把 \(count) 个值存为“\(name)”")
  }
  static func keptInstead(_ count: Int, as name: String) -> Self {
    Self(
      "kept \(count, "value") as '\(name)', in place of the earlier ones",
      "已把 \(count) 个值存为“\(name)”，代替之前的")
  }
  static func nothingChanged(since name: String) -> Self {
    Self("nothing has changed since '\(name)'", "自“\(name)”以来没有任何改变")
  }
  static func restored(_ name: String, _ paths: [String]) -> Self {
    Self("restored '\(name)': \(paths)", "已恢复“\(name)”：\(paths)")
  }
}
