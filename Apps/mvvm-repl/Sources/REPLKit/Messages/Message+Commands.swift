// Messages about commands: whether they can run, how they end, and those in the background.

extension Message {
  static func isNotEnabled(_ path: String) -> Self {
    Self("\(path) is not enabled", "\(path) 现在不可用")
  }
  static func isTrue(_ condition: String) -> Self {
    Self("\(condition) is true", "\(condition) 为 true")
  }
  static func isFalse(_ condition: String) -> Self {
    Self("\(condition) is false", "\(condition) 为 false")
  }
  static var isExecuting: Self { Self("it is executing", "它正在执行") }
  static func reasons(_ reasons: [Message]) -> Self { Self("\(reasons)", "\(reasons)") }
  static func failed(_ path: String, _ error: Message) -> Self {
    Self("\(path) failed: \(error)", "\(path) 失败：\(error)")
  }
  static func failed(_ path: String) -> Self { Self("\(path) failed", "\(path) 失败了") }
  static func wasCancelled(_ path: String) -> Self {
    Self("\(path) was cancelled", "\(path) 被取消了")
  }
  static func ofJob(_ number: Int, _ error: Message) -> Self {
    Self("job #\(number): \(error)", "后台命令 #\(number)：\(error)")
  }
  static func couldNotBeCreated(_ name: String, _ error: Message) -> Self {
    Self("\(name) could not be created: \(error)", "\(name) 无法创建：\(error)")
  }
  static var cannotBeCalled: Self { Self("this cannot be called", "这个不能调用") }
  static var argumentsDoNotFit: Self { Self("the arguments do not fit", "参数不符合要求") }
  static var noCommandsHere: Self {
    Self("commands cannot run here: this is computed again and again", "这里会反复计算，不能执行命令")
  }
  static var addParenthesesToExecute: Self {
    Self("Add parentheses to execute it:", "后面加括号就执行它：")
  }
  static var executeFirst: Self {
    Self("Execute it first and use its result.", "先执行，再用它的结果。")
  }
  static var computationCancelled: Self {
    Self("the computation was cancelled", "计算被取消了")
  }
  static func restDidNotRun(_ count: Int) -> Self {
    Self(
      "\(count, "statement") after it did not run.",
      "后面还有 \(count) 条语句没有执行。")
  }
  static var noneRan: Self {
    Self("None of what was entered ran.", "这次输入的语句都没有执行。")
  }
  static var restCancelled: Self { Self("the rest was cancelled", "其余的已取消") }
}

// MARK: - What waits for something that cannot come

extension Message {
  static func waitsForClock(_ path: String) -> Self {
    Self(
      "\(path)() waits for the manual clock. Press Ctrl-C, run it with &, and then advance.",
      "\(path)() 在等手动时钟。请按 Ctrl-C，用 & 在后台执行，再 advance。")
  }
  static func asks(_ path: String, _ question: Message, inFrontOf prompts: String) -> Self {
    Self(
      "\(path)() asks \(question). Press Ctrl-C, run it with &, and answer through \(prompts).",
      "\(path)() 在问 \(question)。请按 Ctrl-C，用 & 在后台执行，再通过 \(prompts) 回答。")
  }
  static func asks(_ who: String, _ question: Message, answer prompts: String) -> Self {
    Self(
      "\(who) asks \(question). Answer through \(prompts).",
      "\(who) 在问 \(question)。请通过 \(prompts) 回答。")
  }
  static func clockStandsStill(_ path: String) -> Self {
    Self(
      "\(path) waits for the manual clock, which does not move meanwhile", "\(path) 在等手动时钟，而它此时不走")
  }
  static func nobodyAnswers(_ path: String) -> Self {
    Self("\(path) waits for an answer that nobody can give meanwhile", "\(path) 在等回答，而此时没有人能回答")
  }
  static var runThenAdvance: Self {
    Self(
      "Run it with & after it, then advance 1s; or :clock real.",
      "在后面加 &，再 advance 1s；或用 :clock real。")
  }
  static func runThenAnswer(_ prompts: String) -> Self {
    Self("Run it with & after it, then answer through \(prompts).", "在后面加 &，再通过 \(prompts) 回答。")
  }
  static func answerThenWait(_ prompts: String) -> Self {
    Self(
      "Answer through \(prompts) first; or set a limit, such as within 5s.",
      "先通过 \(prompts) 回答；或者等到某个时限，如 within 5s。")
  }
  /// A question in its own words.
  static func aQuestion(_ words: String) -> Self { Self("\"\(words)\"", "“\(words)”") }
  /// A question that has no words.
  static func aPrompt(_ kind: String) -> Self {
    Self("something (\(kind))", "问题（\(kind)）")
  }
}

// MARK: - In the background

extension Message {
  static var onlyCommandsInBackground: Self {
    Self("only a command can run in the background", "只有命令可以在后台执行")
  }
  static var nothingInBackground: Self {
    Self(
      "Nothing runs in the background. Try form.signIn() &.", "后台没有命令。试试 form.signIn() &。")
  }
  static func goesOn(_ what: Message, for time: String) -> Self {
    Self("\(what), for \(time); :cancel ends it", "\(what)，已经 \(time)；:cancel 结束")
  }
  static func forTime(_ time: String) -> Self { Self("for \(time)", "已执行 \(time)") }
  static var inBackground: Self { Self("In the background", "后台") }
  static var noJobToCancel: Self { Self("there is no job to cancel", "没有可以取消的后台命令") }
  static var hasNotEnded: Self { Self("it has not ended", "还没有结束") }
  static func hasNotEnded(within time: String) -> Self {
    Self("it has not ended within \(time)", "\(time) 内没有结束")
  }
  static var seeJobs: Self { Self("Type :jobs to see what runs.", "输入 :jobs 查看正在执行的命令。") }
  static func jobsFailed(_ numbers: [String]) -> Self {
    numbers.count == 1
      ? Self("job \(numbers) has failed", "后台命令 \(numbers) 失败了")
      : Self("jobs \(numbers) have failed", "后台命令 \(numbers) 失败了")
  }
}
