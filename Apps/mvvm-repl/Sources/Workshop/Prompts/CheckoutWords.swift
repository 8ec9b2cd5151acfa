import ViewModels

/// What the checkout says, in one of its languages.
struct CheckoutWords {
  let title: String
  let cities: [String]
  let days: [String]
  let chooseDelivery: String
  let submitting: String
  let cleared: String
  let undo: String
  let networkIsOff: Question<Bool>
  private let cleaner: MessageCleaner
  private let isRight: String
  private let send: String
  private let notYet: String
  private let to: @Sendable (Order) -> String
  private let number: @Sendable (Int) -> String

  func question(_ order: Order) -> Question<Bool> {
    Question(isRight, message: to(order), actions: [.cancel(notYet), .normal(send, true)])
  }

  func ordered(_ number: Int) -> String { self.number(number) }

  /// A message as it is shown: without the full stop at its end, and of a failure only what is for people.
  func wording(_ text: String, _ kind: Toast.Kind) -> String {
    kind == .failure ? cleaner(text) : MessageCleaner([.trimming])(text)
  }
}

extension CheckoutWords {
  init(_ language: PageLanguage) {
    switch language {
    case .english: self = .english
    case .chinese: self = .chinese
    }
  }

  private static let english = CheckoutWords(
    title: "Checkout", cities: ["Shanghai", "Beijing", "Guangzhou"], days: ["today", "tomorrow"],
    chooseDelivery: "Delivery", submitting: "Sending the order", cleared: "The basket is empty.",
    undo: "Undo",
    networkIsOff: Question(
      "Network is off", message: "Orders cannot be sent now.",
      actions: [.cancel("Cancel"), .normal("Set up the network", true)]),
    cleaner: MessageCleaner([.removingParentheses, .trimming]), isRight: "Send the order?",
    send: "Send", notYet: "Not yet",
    to: { "\($0.goods.joined(separator: ", ")) to \($0.city), \($0.day)" },
    number: { "Order \($0) is on its way." })

  private static let chinese = CheckoutWords(
    title: "结算", cities: ["上海", "北京", "广州"], days: ["今天", "明天"], chooseDelivery: "配送",
    submitting: "正在提交订单", cleared: "购物车已清空。", undo: "撤销",
    networkIsOff: Question(
      "网络异常", message: "现在无法提交订单。", actions: [.cancel("取消"), .normal("设置网络", true)]),
    cleaner: MessageCleaner([
      .removingParentheses, .trimming, .replacing("offline", with: "网络不可用"),
      .replacing("status 5", with: "系统异常"),
    ]),
    isRight: "确认提交订单？", send: "提交", notYet: "再看看",
    to: { "\($0.goods.joined(separator: "、"))，\($0.day)送到\($0.city)" },
    number: { "订单 \($0) 已提交。" })
}
