// Messages of talks.

extension Message {
  static var talks: Self { Self("Talks", "演讲") }
  static var noTalks: Self {
    Self(
      "There are no talks here; :present FILE.md gives one of yours.",
      "这里没有演讲；:present 文件.md 开始你自己的。")
  }
  static func sizeOfTalk(steps: Int, minutes: Int?) -> Self {
    guard let minutes else { return Self("\(steps, "step")", "\(steps) 步") }
    return Self("\(steps, "step"), \(minutes) min", "\(steps) 步，\(minutes) 分钟")
  }
  static func talkBegins(_ title: String) -> Self { Self("Talk: \(title)", "演讲：\(title)") }
  static var keysOfTalk: Self {
    Self(
      "(any key types, Enter runs, Tab goes to the next step, Esc leaves the script)",
      "（按任意键输入，Enter 执行，Tab 到下一步，Esc 离开讲稿）")
  }
  static var talkEnds: Self {
    Self(
      "The end of the talk. :present stop brings your own workspace back.",
      "演讲结束。:present stop 恢复你自己的工作区。")
  }
  static var talkIsLeft: Self { Self("Back in your own workspace.", "回到你自己的工作区。") }
  static var noTalkGoesOn: Self { Self("no talk is in progress", "现在没有演讲") }
  static var talkGoesOn: Self { Self("a talk is in progress", "演讲正在进行") }
  static var lessonGoesOn: Self { Self("a lesson is in progress", "正在上课") }
  static var talkIsOnScript: Self { Self("you are already on script", "现在就在讲稿中") }
  static func noTalk(_ name: String) -> Self {
    Self(
      "there is no talk '\(name)'; to give one from a file, write its name with .md",
      "没有演讲“\(name)”；要讲文件里的演讲，请写出带 .md 的文件名")
  }
  static func isNoTalk(_ reason: String) -> Self {
    Self("the file is not a talk: \(reason)", "这个文件不是演讲：\(reason)")
  }
  static func talkResumesAtEnd(ofStep step: Int) -> Self {
    Self(
      "Back at the end of step \(step). Everything before it was run again.",
      "回到第 \(step) 步的结尾。之前的语句已重新执行。")
  }
  static func talkResumes(_ step: Int, statement: Int) -> Self {
    Self(
      "Back in step \(step); statement \(statement) comes next. Everything before it was run again.",
      "回到第 \(step) 步，接下来是第 \(statement) 条语句。之前的语句已重新执行。")
  }
  static func talkWentAnotherWay(_ statements: [String]) -> Self {
    Self("This went differently this time: \(statements)", "这些语句与上次的结果不同：\(statements)")
  }
  static func talkStopped(_ step: Int, _ statement: String) -> Self {
    Self(
      "the talk stops in step \(step), where this did not go as planned: \(statement)",
      "演讲停在第 \(step) 步，这条语句的结果与计划不同：\(statement)")
  }
  static func timeOfTalk(_ minutes: Int, of planned: Int?) -> Self {
    guard let planned else { return Self("\(minutes) min", "\(minutes) 分钟") }
    return Self("\(minutes) min of \(planned)", "\(minutes)/\(planned) 分钟")
  }
  static func placeOfTalk(_ id: String, _ step: Int, of count: Int) -> Self {
    Self("Talk \(id), step \(step) of \(count)", "演讲 \(id)，第 \(step)/\(count) 步")
  }
  static var wayBackIntoTalk: Self {
    Self("off script: :resume, :present stop", "已离开讲稿：:resume、:present stop")
  }
  static func talkIsOver(_ id: String) -> Self { Self("Talk \(id), the end", "演讲 \(id)，结束") }
}

// MARK: - Mistakes of authors

extension Message {
  static var minutesAreNumber: Self {
    Self(
      "minutes are a whole number below a step's heading: <!-- minutes: 2 -->",
      "分钟数是步骤标题下的整数：<!-- minutes: 2 -->")
  }
  static var statementsBelongToStep: Self {
    Self(
      "statements belong to a step; write a line like '## A page without a view' first",
      "语句属于一个步骤；先写“## 没有视图的页面”这样的一行")
  }
  static func unknownBlockOfTalk(_ word: String) -> Self {
    Self(
      "there is no block '\(word)' in a talk; write mvvm, or mvvm fails for statements that should fail",
      "演讲里没有“\(word)”这种代码块；写 mvvm，或为应当失败的语句写 mvvm fails")
  }
  static func nameTalkLike(_ translations: [String]) -> Self {
    Self(
      "name it like login.md, a translation like \(oneOf: translations)",
      "文件名应像 login.md，译文应像 \(oneOf: translations)")
  }
  static func wordIsNoTalk(_ id: String) -> Self {
    Self(
      "no talk can be called '\(id)': :present \(id) means something else. Give the file another name.",
      "演讲不能叫“\(id)”：:present \(id) 另有含义。请给文件换一个名字。")
  }
  static func stepsOfTranslation(_ count: Int, _ original: Int) -> Self {
    Self(
      "it has \(count, "step"), the English talk \(original)",
      "它有 \(count) 步，英文演讲有 \(original) 步")
  }
  static func statementFails(_ step: Int, _ mistake: Message) -> Self {
    Self("step \(step): \(mistake)", "第 \(step) 步：\(mistake)")
  }
  static func statementSucceeds(_ step: Int, _ statement: String) -> Self {
    Self(
      "step \(step), this should fail but does not: \(statement)",
      "第 \(step) 步，这条语句应当失败却没有：\(statement)")
  }
  static var cheatSheet: Self { Self("Cheat sheet", "速查表") }
  static var hintsAndSolutions: Self { Self("Hints and solutions", "提示与解法") }
}
