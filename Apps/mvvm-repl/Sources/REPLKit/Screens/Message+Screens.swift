// The texts on a screen, and the messages about screens.

extension Message {
  static var back: Self { Self("Back", "返回") }
  static var loadingNow: Self { Self("Loading", "正在加载") }
  static var submittingNow: Self { Self("Sending", "正在提交") }
  static var loadingFailed: Self { Self("Loading failed.", "加载失败。") }
  static var tryAgain: Self { Self("Try again", "重试") }
  static var loadMore: Self { Self("More", "更多") }
  static var thatIsAll: Self { Self("That is all.", "没有更多了。") }
  static func outputsLeftOut(_ count: Int) -> Self {
    Self("\(count, "more line")", "还有 \(count) 行")
  }
  static func linesLeftOut(above: Int, below: Int) -> Self {
    switch (above, below) {
    case (0, _): Self("\(below, "more line") below", "下方还有 \(below) 行")
    case (_, 0): Self("\(above, "more line") above", "上方还有 \(above) 行")
    default:
      Self(
        "\(above, "more line") above, \(below) below", "上方还有 \(above) 行，下方还有 \(below) 行")
    }
  }
  static var wholeNumberWanted: Self { Self("a whole number is expected", "需要一个整数") }
  static var numberWanted: Self { Self("a number is expected", "需要一个数") }
  static var valueWanted: Self { Self("a value is expected", "需要一个值") }
  static var numberTooLarge: Self {
    Self("whole numbers go from \(Int.min) to \(Int.max)", "整数的范围是 \(Int.min) 到 \(Int.max)")
  }
  static var decimalTooLarge: Self {
    Self("numbers go up to 1.8e308", "数最大为 1.8e308")
  }
  /// The hint for a person who edits the field of that label while a question or a page covers the field.
  static func goesOn(in label: String) -> Self {
    Self(
      "you are typing in \(label); Enter ends that, then you can answer",
      "你正在“\(label)”中输入；按 Enter 结束后即可回答")
  }
  static var belongsToNoField: Self {
    Self(
      "what you are typing belongs to no field here; Enter continues", "你输入的内容不属于这里的任何字段；按 Enter 继续"
    )
  }
  static func screenIsGone(_ path: String) -> Self {
    Self(
      "\(path) leads to no view-model any more, so its screen is empty",
      "\(path) 不再指向视图模型，它的界面为空")
  }
  static func screenIsOff(_ path: String) -> Self {
    Self("the screen of \(path) is off", "\(path) 的界面已关闭")
  }
  static var noLongerOnScreen: Self {
    Self("that is no longer on the screen", "它已不在界面上")
  }
  static var noScreen: Self {
    Self("nothing is on the screen; :screen app draws app", "界面上没有内容；:screen app 会画出 app")
  }
  /// Asks for the name of a screen; `name` is an example that can be shown, if there is any.
  static func whichScreen(_ word: String, _ name: String?) -> Self {
    guard let name else {
      return Self(
        "say which screen; nothing that can be shown has a name yet", "请写明是哪个页面；还没有可以显示的页面")
    }
    return Self("say which screen: \(word) \(name)", "请写明是哪个页面：\(word) \(name)")
  }
  static func hasNoLifeCycle(_ path: String) -> Self {
    Self(
      "\(path) has no life cycle; write the name of a page or a list",
      "\(path) 没有生命周期；请写页面或列表的名字")
  }
  static func cannotBeDrawn(_ path: String) -> Self {
    Self("\(path) is not a view-model, so it has no screen", "\(path) 不是视图模型，没有界面")
  }
}
