// The reasons why something could not be restored in another session.

extension Message {
  static func typeIsGone(_ type: String) -> Self {
    Self("there is no \(type) any more", "已经没有 \(type)")
  }
  static func cannotBeMadeAgain(_ reason: Message) -> Self {
    Self("it cannot be made as before: \(reason)", "不能照原样创建：\(reason)")
  }
  static var argumentHasOtherType: Self {
    Self("an argument has another type now", "参数的类型变了")
  }
  static var notMadeAtPrompt: Self {
    Self("it was not made at the prompt", "它不是在提示符处创建的")
  }
  static var memberIsGone: Self { Self("it is not there any more", "已经不存在") }
  static func memberIsGoneWith(_ value: String) -> Self {
    let value = value.clipped(to: 60)
    return Self("it is not there any more; it was \(value)", "已经不存在；原来是 \(value)")
  }
  static func valueDoesNotFit(_ reason: Message) -> Self {
    Self("its value does not fit any more: \(reason)", "原来的值不再适合：\(reason)")
  }
  static var setByItself: Self {
    Self(
      "only its view-model sets it, and it is another value now", "只有视图模型设置它，现在是别的值")
  }
  static var notRunAgain: Self {
    Self("it was running, and is not run again", "它当时正在执行，不会再次执行")
  }
  static var hasNoName: Self { Self("it has no name", "它没有名字") }
  static var stepIsGone: Self { Self("there is no such step any more", "已经没有这一步") }
}
