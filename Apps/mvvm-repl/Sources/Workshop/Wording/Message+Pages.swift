import REPLKit

// The messages of pages of the workshop that refuse something.

extension Message {
  static func noDocument(_ name: String, among samples: [String]) -> Self {
    Self(
      "there is no file '\(name)'; the samples are \(samples)",
      "没有文件“\(name)”；示例有 \(samples)")
  }
  static func documentIsNoText(_ name: String) -> Self {
    Self("'\(name)' cannot be read as UTF-8 text", "无法按 UTF-8 文本读取“\(name)”")
  }
  static func noPhoto(_ id: Int, of count: Int) -> Self {
    Self("no photo \(id); they are numbered 1 to \(count)", "没有照片 \(id)；编号从 1 到 \(count)")
  }
  static func noBook(_ number: Int, of count: Int) -> Self {
    Self("no book \(number); they are numbered 1 to \(count)", "没有图书 \(number)；编号从 1 到 \(count)")
  }
  static func noCity(_ city: String, among cities: [String]) -> Self {
    Self("no city '\(city)'; write one of \(cities)", "没有城市“\(city)”；可选的有 \(cities)")
  }
  static func orderIsUnknown(_ number: Int) -> Self {
    Self("no order \(number) is known; show the orders first", "还没有订单 \(number)；请先显示订单页")
  }
  static func orderWasCancelled(_ number: Int, _ reason: Int) -> Self {
    Self(
      "order \(number) was cancelled (code \(reason))", "订单 \(number) 已取消，原因代码 \(reason)")
  }
  static func noOrder(_ status: Waybill.Status) -> Self {
    let status = status.words
    return Self(
      "there is no order \(status.english) yet; show the page first, as :show does, and wait for its list",
      "还没有\(status.chinese)的订单；请先像 :show 那样显示页面，等列表加载完")
  }
  static func noOrder(_ number: Int, _ status: Waybill.Status, those numbers: [String]) -> Self {
    let status = status.words
    return Self(
      "there is no order \(number) \(status.english); there are \(numbers)",
      "没有\(status.chinese)的订单 \(number)；现有：\(numbers)")
  }
  static var allObserve: Self {
    Self(
      "both observe already; SignalLab() makes a new laboratory",
      "两个观察者都已在观察；SignalLab() 创建新的实验室")
  }
}

extension Waybill.Status {
  /// The next action for an order of this status.
  fileprivate var words: (english: String, chinese: String) {
    switch self {
    case .toCollect: ("to collect", "待取餐")
    case .toDeliver: ("to deliver", "待送达")
    case .delivered: ("that is delivered", "已送达")
    case .unknown: (rawValue, rawValue)
    }
  }
}
