import Foundation
import Models

/// The data that the workshop's server serves besides the sample documents: invented, the same in every run, with a
/// special case that lessons need (a malformed date).
enum SampleData {
  private static let things = [
    "Lantern", "Harbour", "Ferry", "Bridge", "Kite", "Orchard", "Tide table", "Signal box", "灯塔",
    "渡口",
  ]
  private static let matters = [
    "repair notes", "at dusk", "in the fog", "for beginners", "revisited", "by numbers", "的故事",
    "on a Sunday", "without tears", "and its neighbours",
  ]

  private static func title(_ number: Int) -> String {
    "\(things[number % things.count]) \(matters[(number / things.count + number) % matters.count])"
  }

  static let posts = (1...100).map { id in
    Post(
      userID: (id - 1) / 10 + 1, id: id, title: title(id),
      body: "Two wicks, one hinge, and \(id + 1) reasons to look again.")
  }

  static let photos = (1...50).map { id in
    Photo(
      albumID: (id - 1) / 10 + 1, id: id, title: title(id * 3),
      url: "https://img.example/\(id)/600", thumbnailURL: "https://img.example/\(id)/150")
  }

  static let waybills = [
    Waybill(id: 801, status: .toCollect), Waybill(id: 802, status: .toCollect),
    Waybill(id: 803, status: .toDeliver), Waybill(id: 804, status: .toCollect, cancelCode: 3),
    Waybill(id: 805, status: .toDeliver), Waybill(id: 806, status: .delivered),
  ]

  static let books = [
    Book(
      publisher: "Harbour Press", title: "First Steps in Binding",
      summary: "Signals, explained with ferries."),
    Book(publisher: "港口出版社", title: "绑定基础", summary: "从输入框到输出文字。"),
    Book(publisher: "港口出版社", title: "网络基础", summary: "请求、缓存与失败。"),
    Book(
      publisher: "Quay & Sons", title: "A Field Guide to View-Models",
      summary: "Twelve kinds and how to tell them apart."),
    Book(
      publisher: "Quay & Sons", title: "Lists That Move",
      summary: "Insert, delete, move, and nothing flickers."),
  ]

  static let stories = (0..<20).map { number in
    Story(
      identifier: 9001 + number, title: number == 0 ? "Why the ferry was late" : title(number * 7))
  }

  /// Three pages of up to thirty, the newest first, one a day; the article with index 45 has an invalid date.
  static let news = (0..<75).map { number in
    let date = Date(timeIntervalSince1970: 1_709_634_386 - Double(number) * 86_400)
    let time = Formatting.dateTime(date)
    let (day, clock) = (String(time.prefix(10)), time.suffix(8))
    let compact = time.filter(\.isNumber)
    let parts = day.split(separator: "-").compactMap { Int($0).map(String.init) }
    return CarHome.Result.NewsItem(
      identifier: 301 + number, coverimages: [],
      smallpic: "https://img.example/s/\(301 + number).jpg", dbid: 0,
      replycount: (number * 37) % 500,
      intacttime: number == 45
        ? "yesterday" : "\(parts.joined(separator: "/")) \(clock)",
      lasttime: compact + "\(301 + number)", time: day, mediatype: 1,
      title: "Small van, \(title(number))", type: "试驾", updatetime: compact, jumppage: 1,
      indexdetail: "", pagecount: 3, newstype: 0)
  }
}
