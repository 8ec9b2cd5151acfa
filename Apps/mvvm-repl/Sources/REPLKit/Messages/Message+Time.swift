// Messages about the clock, waiting and expectations.

extension Message {
  static var clockRunsByItself: Self { Self("the clock is running", "时钟正在走动") }
  static func stopClock(_ time: String) -> Self {
    Self(
      "Stop it with :clock manual, or write wait \(time).", "用 :clock manual 让它停下，或写 wait \(time)。")
  }
  static var clockModes: Self { Self("the clock can be real or manual", "时钟只有 real 和 manual") }
  static var clockIsReal: Self { Self("The clock is real.", "时钟自行走动（real）。") }
  static var clockIsManual: Self { Self("The clock is manual.", "时钟由你推进（manual）。") }
  static var waitCancelled: Self { Self("the wait was cancelled", "等待被取消了") }
  static func notTrueWithin(_ time: String) -> Self {
    Self("this did not become true within \(time)", "\(time) 内没有成立")
  }
  static func wasNeverShown(_ page: String) -> Self {
    Self(
      "\(page) was never shown, so nothing has loaded it; :show \(page) does",
      "\(page) 还没有显示过，所以没有加载；:show \(page) 会加载")
  }
  static var isNotSo: Self { Self("this is not true", "条件不成立") }
  static var compareIt: Self {
    Self("Compare it: form.phone == \"186\".", "比较一下：form.phone == \"186\"。")
  }
  static func sides(_ left: String, _ right: String) -> Self {
    Self("The left side is \(left), the right side \(right).", "左边是 \(left)，右边是 \(right)。")
  }
  static func bothSides(_ value: String) -> Self {
    Self("Both sides are \(value).", "两边都是 \(value)。")
  }
  static var noEventsToTell: Self {
    Self(
      "only members of view-models and variables have events that can be compared",
      "只有视图模型的成员和变量才有可以比较的事件")
  }
  static var eventsAreSecret: Self {
    Self("the values of a secret are not told, not even its earlier ones", "机密值不会显示，以前的值也不会")
  }
  static func compareNow(_ statement: String) -> Self {
    Self("Its present value can be compared: \(statement)", "可以比较它现在的值：\(statement)")
  }
  static var noEvents: Self {
    Self("only members of view-models and variables have events", "只有视图模型的成员和变量才有事件")
  }
  static func notEmittedWithin(_ time: String) -> Self {
    Self("these values were not emitted within \(time)", "\(time) 内没有发出这些值")
  }
  static var objectsAreText: Self {
    Self(
      "objects cannot be compared here: the log keeps only their texts", "这里不能比较对象：日志只保存它们的文字")
  }
  static func compareParts(_ path: String) -> Self {
    Self(
      "Name a part of it: let part = { \(path) … }, watch part, and compare what part emits.",
      "给其中一部分起名：let part = { \(path) … }，watch part，再比较 part 发出的值。")
  }
  static func compareResult(_ call: String) -> Self {
    Self(
      "Name the result, let result = \(call), and compare a part of it.",
      "给结果起名：let result = \(call)，再比较其中一部分。")
  }
  static var othersEmitted: Self { Self("other values were emitted", "发出的值不同") }
  static func hasEmitted(_ values: String) -> Self {
    Self("It has emitted [\(values)].", "它发出了 [\(values)]。")
  }
  static func hasEmittedSince(_ values: String) -> Self {
    Self(
      "It has emitted [\(values)] since the last expect that was met.",
      "从上次 expect 成立之后，它发出了 [\(values)]。")
  }
  static func watchToSee(_ emitted: Self, _ path: String) -> Self {
    Self(
      "\(emitted) Nobody watches it, so it is computed only when it is read, and values in between are not seen; watch \(path) first.",
      "\(emitted) 没有人观察它，只在读取时才计算，所以看不到中间的值；请先 watch \(path)。")
  }
  static var marblesBegin: Self { Self("Marbles begin now.", "弹珠图从现在开始。") }
  static func nothingHappened(_ names: [String]) -> Self {
    Self("Nothing has happened to \(names).", "\(names) 还没有任何变化。")
  }
  static var marblesAreText: Self {
    Self("marbles are a string, such as \"a-b\"", "弹珠图是字符串，如 \"a-b\"")
  }
  static var otherMarbles: Self { Self("the marbles differ", "弹珠图不一致") }
  static func theMarbles(_ picture: String) -> Self {
    Self("They are \"\(picture)\".", "画出的是 \"\(picture)\"。")
  }
  /// The remark that events after the last column of a picture are left out.
  static func marblesAreCut(at columns: Int) -> Self {
    Self(
      "what comes after column \(columns) is left out", "第 \(columns) 列之后的内容没有画出")
  }
  static func writeLongerStep(_ step: String) -> Self {
    Self(
      "Write a longer step, every \(step), or begin again with :marbles clear.",
      "写一个更长的间隔，如 every \(step)，或用 :marbles clear 重新开始。")
  }
  static var writeMarbles: Self {
    Self(
      "Write :marbles form.phone form.output every 100ms, or :marbles clear.",
      "写成 :marbles form.phone form.output every 100ms，或 :marbles clear。")
  }
}
