import Foundation

/// What the workshop's server serves: made up, the same in every run, with the odd cases that
/// lessons need (missing and empty fields, a broken address, a malformed date).
enum SampleData {
  struct Post: Encodable {
    var userId: Int
    var id: Int
    var title: String
    var body: String
  }

  struct Photo: Encodable {
    var albumId: Int
    var id: Int
    var title: String
    var url: String
    var thumbnailUrl: String
  }

  struct Scenic: Encodable {
    var campaignTag: String?
    var lowestPrice: Double
    var lng: Double
    var lat: Double
    var cityId: Int
    var cityName: String
    var areaName: String
    var frontImg: String
    var solds: Int
    var name: String
  }

  struct Hotel: Encodable {
    var poiAttrTagList: [String]
    var scoreIntro: String
    var avgScore: Double
    var lowestPrice: Double
    var lng: Double
    var lat: Double
    var poiLastOrderTime: String
    var poiSaleAndSpanTag: String
    var posdescr: String
    var name: String
    var frontImg: String
  }

  struct Book: Encodable {
    var publisher: String
    var title: String
    var summary: String
  }

  struct Story: Encodable {
    var id: Int
    var title: String
  }

  struct News: Encodable {
    var id: Int
    var coverimages: [String] = []
    var smallpic: String
    var dbid = 0
    var replycount: Int
    var intacttime: String
    var lasttime: String
    var time: String
    var mediatype = 1
    var title: String
    var type = "试驾"
    var updatetime: String
    var jumppage = 1
    var indexdetail = ""
    var pagecount = 3
    var newstype = 0
  }

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
      userId: (id - 1) / 10 + 1, id: id, title: title(id),
      body: "Two wicks, one hinge, and \(id) reasons to look again.")
  }

  static let photos = (1...50).map { id in
    Photo(
      albumId: (id - 1) / 10 + 1, id: id, title: title(id * 3),
      url: "https://img.example/\(id)/600", thumbnailUrl: "https://img.example/\(id)/150")
  }

  static let scenics = [
    Scenic(
      campaignTag: "Save 15", lowestPrice: 48.5, lng: 10.1, lat: 50.2, cityId: 1,
      cityName: "Norburg", areaName: "Old Quay", frontImg: "https://img.example/park.jpg",
      solds: 1200, name: "Glasshouse Park"),
    Scenic(
      campaignTag: "", lowestPrice: 0, lng: 121.47, lat: 31.23, cityId: 2, cityName: "上海",
      areaName: "外滩", frontImg: "not an address", solds: 0, name: "江边步道"),
    Scenic(
      campaignTag: nil, lowestPrice: 120, lng: 11.9, lat: 51.1, cityId: 3, cityName: "Seeheim",
      areaName: "North Mole", frontImg: "https://img.example/mole.jpg", solds: 87,
      name: "Lighthouse Walk"),
  ]

  static let hotels = [
    Hotel(
      poiAttrTagList: ["family"], scoreIntro: "good: 4.1", avgScore: 4.1, lowestPrice: 180,
      lng: 10.2, lat: 50.3, poiLastOrderTime: "booked 9 min ago", poiSaleAndSpanTag: "500+ stays",
      posdescr: "near the ferry", name: "Ropewalk Inn", frontImg: "https://img.example/inn.jpg"),
    Hotel(
      poiAttrTagList: [], scoreIntro: "", avgScore: 0, lowestPrice: 95.5, lng: 121.5, lat: 31.2,
      poiLastOrderTime: "", poiSaleAndSpanTag: "", posdescr: "渡口对面", name: "渡口旅馆",
      frontImg: ""),
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
    Story(id: 9001 + number, title: number == 0 ? "Why the ferry was late" : title(number * 7))
  }

  /// Three pages of thirty, the newest first, one a day; the article 45 has a date that is none.
  static let news = (0..<75).map { number in
    let date = Date(timeIntervalSince1970: 1_709_634_386 - Double(number) * 86_400)
    let parts = Calendar.workshop.dateComponents(
      [.year, .month, .day, .hour, .minute, .second], from: date)
    func digits(_ value: Int?) -> String { (value ?? 0) < 10 ? "0\(value ?? 0)" : "\(value ?? 0)" }
    let day = "\(digits(parts.year))-\(digits(parts.month))-\(digits(parts.day))"
    let clock = "\(digits(parts.hour)):\(digits(parts.minute)):\(digits(parts.second))"
    let compact = (day + clock).filter(\.isNumber)
    return News(
      id: 301 + number, smallpic: "https://img.example/s/\(301 + number).jpg",
      replycount: (number * 37) % 500,
      intacttime: number == 45
        ? "yesterday" : "\(parts.year ?? 0)/\(parts.month ?? 0)/\(parts.day ?? 0) \(clock)",
      lasttime: compact + "\(301 + number)", time: day, title: "Small van, \(title(number))",
      updatetime: compact)
  }
}

extension Calendar {
  /// The calendar of the sample dates, the same on every machine.
  fileprivate static let workshop: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
