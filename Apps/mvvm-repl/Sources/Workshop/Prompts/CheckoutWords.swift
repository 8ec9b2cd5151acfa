import ViewModels

/// The texts of the checkout, in one of its languages.
struct CheckoutWords {
  private let language: PageLanguage

  init(_ language: PageLanguage) { self.language = language }

  var title: String { language.text("Checkout", "结算") }
  var cities: [String] {
    [("Shanghai", "上海"), ("Beijing", "北京"), ("Guangzhou", "广州")].map { language.text($0, $1) }
  }
  var days: [String] { [("today", "今天"), ("tomorrow", "明天")].map { language.text($0, $1) } }
  var chooseDelivery: String { language.text("Delivery", "配送") }
  var submitting: String { language.text("Sending the order", "正在提交订单") }
  var cleared: String { language.text("The basket is empty.", "购物车已清空。") }
  var undo: String { language.text("Undo", "撤销") }

  var networkIsOff: Question<Bool> {
    Question(
      language.text("Network is off", "网络异常"),
      message: language.text("Orders cannot be sent now.", "现在无法提交订单。"),
      actions: [
        .cancel(language.text("Cancel", "取消")),
        .normal(language.text("Set up the network", "设置网络"), true),
      ])
  }

  func question(_ order: Order) -> Question<Bool> {
    let goods = order.goods.joined(separator: language.text(", ", "、"))
    return Question(
      language.text("Send the order?", "确认提交订单？"),
      message: language.text(
        "\(goods) to \(order.city), \(order.day)", "\(goods)，\(order.day)送到\(order.city)"),
      actions: [
        .cancel(language.text("Not yet", "再看看")), .normal(language.text("Send", "提交"), true),
      ])
  }

  func ordered(_ number: Int) -> String {
    language.text("Order \(number) is on its way.", "订单 \(number) 已提交。")
  }

  /// Returns a message as it is shown: without its final full stop, and for a failure only the part for people.
  func wording(_ text: String, _ kind: Toast.Kind) -> String {
    guard kind == .failure else { return MessageCleaner([.trimming])(text) }
    let outOfOrder = language.text("The service is out of order", "系统异常")
    return MessageCleaner([
      // What Foundation says in Chinese of an answer that cannot be decoded.
      .replacing("未能读取数据", with: language.text("The answer could not be read", "数据有误，请稍后再试")),
      .replacing("internal server error", with: outOfOrder),
      .replacing(language.text("status 5", "状态码 5"), with: outOfOrder),
      .replacing("has no available provider", with: outOfOrder),
      .removingParentheses, .trimming,
    ])(text)
  }
}
