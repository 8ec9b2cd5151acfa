import Foundation
import Models
import Testing

/// The samples of the articles, so that they stay true.
@Suite struct DocumentationTests {
  struct News: Decodable {
    enum Media: String, FallbackCase {
      case article, video, unknown
      static let fallback = Media.unknown
    }

    var identifier: Int
    var title: String
    var replyCount: Int
    @Default<Defaults.EmptyArray<String>> var tags: [String]
    @Lossy var cover: URL?
    var media: Media
    var written: Date

    enum CodingKeys: String, CodingKey {
      case title, tags, cover, media
      case identifier = "id"
      case replyCount = "replycount"
      case written = "intacttime"
    }
  }

  struct Page: Decodable { @Lossy var newslist: [News] }

  static let messy = """
    {"returncode": 0, "result": {"newslist": [
      {"id": 301, "title": "渡船", "replycount": "12", "cover": "", "media": "hologram", "intacttime": "2024-03-05 10:26:26"},
      {"id": "new", "title": "晚点", "replycount": 3, "media": "video", "intacttime": "2024-03-05 10:26:26"}
    ]}}
    """

  @Test func fromAMessyAPIToACleanModel() throws {
    var options = DecodingOptions()
    options.dates = [.iso8601, .dateTime]
    options.convertsScalars = true
    let data = Data(Self.messy.utf8)
    let page = try ModelDecoder(options).decodeReporting(Page.self, from: data, at: "/result")
    #expect(page.value.newslist.map(\.title) == ["渡船"])
    #expect(page.value.newslist[0].replyCount == 12)
    #expect(page.value.newslist[0].media == .unknown)
    #expect(
      page.problems.map(\.description) == [
        #"2:44 /result/newslist/0/replycount: expected an integer, found the string "12". Correct the value: it was converted. (converted)"#,
        #"2:59 /result/newslist/0/cover: expected a URL, found the string "". Write a whole URL, or leave the key out. (replaced)"#,
        #"2:72 /result/newslist/0/media: expected a value that Media knows, found the string "hologram". Add the value to the enum. (replaced)"#,
        #"3:10 /result/newslist/1/id: expected an integer, found the string "new". Correct the value, or the property's type. (dropped)"#,
      ])
  }

  @Test func problemsAreComparedByPlace() {
    let broken =
      #"{"id": "a", "replycount": 1, "media": "video", "intacttime": "2024-03-05T10:26:26Z"}"#
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode(News.self, from: broken)
    }
    #expect(error?.problems.map(\.pointer) == ["/title", "/id"])
  }

  @Test func overviewSamples() throws {
    struct RememberedLogin: Codable { var phone: String }
    let login = try ModelDecoder().decode(RememberedLogin.self, from: #"{"phone": "18612345678"}"#)
    #expect(login.phone == "18612345678")
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode(RememberedLogin.self, from: #"{"fone": "1"}"#)
    }
    #expect(error?.problems.first?.position?.description == "1:1")
    let value: JSONValue = ["city": "北京", "spots": [1, 2.5, nil, true]]
    #expect(value[at: "/spots/1"]?.double == 2.5)
  }
}
