import REPLKit

extension Demo {
  /// The workshop's demos: the five systems that it grew from, and signals.
  static let workshop = [
    Demo(
      "app", "four tabs: a table, photos, signals and orders, with pages about each row",
      "四个标签页：表格、照片、信号和订单，每行有详情页",
      opening: ["let app = DemoApp()", ":screen app"],
      first: [
        .init("app.visible.more()", "the next ten posts", "后十篇帖子"),
        .init("app.visible.select(at: 0)", "a page about the first", "第一篇的详情页"),
        .init("app.open(\"/orders\")", "another tab, by its URL", "用 URL 打开另一个标签页"),
      ]),
    Demo(
      "travel", "a menu; sights and hotels in one kind of row, both or none",
      "菜单；景点和酒店共用一种行，两者齐全才显示",
      opening: ["let app = TravelApp()", ":screen app"],
      first: [
        .init("app.visible.select(at: 0)", "sights and hotels", "景点和酒店"),
        .init("app.visible.city = 2", "sights there show their part of the city", "当地的景点显示城区"),
        .init(":network offline", "no request comes through", "请求都发不出去"),
        .init("app.visible.refresh()", "a failure: an alert, and no rows", "失败：弹出提示框，列表清空"),
      ]),
    Demo(
      "books", "a tap reported in five ways, a request, the cache and the store",
      "一次点按的五种通知方式，以及请求、缓存和存储",
      opening: ["let app = BookApp()", ":screen app"],
      first: [
        .init("app.visible.tap(\"Dune\")", "the delegate is told", "通知委托"),
        .init("app.visible.way = .region", "now the region is told", "改为通知区域"),
        .init("app.select(1)", "the next tab: a request", "下一个标签页：请求"),
      ]),
    Demo(
      "cars", "a car that takes two seconds to load, and its life cycle", "加载需两秒的汽车及其生命周期",
      opening: [":clock manual", "let car = CarPage()", ":screen car &"],
      first: [
        .init("watch car.state", "each step of its life", "生命周期的每一步"),
        .init("advance 2s", "the car is there", "汽车加载完成"),
        .init(":hide car", "out of sight: it unloads", "离开页面：卸载"),
      ]),
    Demo(
      "news", "car news page by page, with pictures, offline too", "逐页加载的汽车新闻，带图片，可断网",
      opening: ["let news = CarNews()", ":screen news"],
      first: [
        .init("news.more()", "the next thirty, after the cursor", "游标之后的三十篇"),
        .init(":network offline", "no request comes through", "请求都发不出去"),
        .init("news.footer", "how much has loaded", "加载到了哪里"),
      ]),
    Demo(
      "signals", "hot and cold signals and their operators, as marbles", "冷热信号与运算符，画成弹珠图",
      opening: [":clock manual", "let lab = SignalLab()", ":screen lab"],
      first: [
        .init("lab.tap()", "a hot signal sends", "热信号发出一个值"),
        .init("advance 2s", "the count that it started continues", "由它开始的计数继续"),
        .init(":marbles lab.taps lab.latest", "both on one line of time", "画在同一时间线上"),
      ]),
  ]
}
