import Foundation
import Models
import Testing
@testable import Workshop

/// The demo models read our own sample documents, whole and broken.
@Suite struct SampleDocumentTests {
  private func data(_ name: String) throws -> Data {
    Data(try #require(SampleDocuments.text(name), "no document \(name)").utf8)
  }

  private func decode<Model: Decodable>(_ type: Model.Type, _ name: String) throws -> Decoded<Model>
  {
    try ModelDecoder().decodeReporting(type, from: try data(name))
  }

  private func problems<Model: Decodable>(_ type: Model.Type, _ name: String) throws -> [String] {
    do {
      let decoded = try decode(type, name)
      return decoded.problems.map { "\($0.effect.rawValue) \($0.kind.rawValue) \($0.pointer)" }
    } catch let error as ModelError {
      return error.problems.map { "\($0.kind.rawValue) \($0.pointer)" }
    }
  }

  @Test func theTravelListHasItsOddCases() throws {
    let scenics = try decode(TravelData<Scenic>.self, "scenics.json").value.data
    #expect(scenics.map(\.campaignTag) == ["Save 15", "", ""])
    #expect(scenics.map(\.cityID) == [1, 2, 3])
    let hotels = try decode(TravelData<Hotel>.self, "hotels.json")
    #expect(hotels.value.data.map(\.poiAttrTagList) == [["family"], [], []])
    #expect(hotels.value.data.map { $0.frontImageURL == nil } == [false, true, false])
    #expect(hotels.problems.map(\.pointer) == ["/data/1/frontImg"])
    #expect(
      try problems(TravelData<Scenic>.self, "scenics-broken.json")
        == [
          "wrongType /data/0/lowestPrice", "null /data/1/cityId", "invalidValue /data/1/frontImg",
          "missing /data/2/name",
        ])
    #expect(try problems(TravelData<Scenic>.self, "scenics-without-data.json") == ["missing /data"])
  }

  @Test func keysAreRenamed() throws {
    let posts = try decode([Post].self, "posts.json").value
    #expect(posts.map(\.id) == [1, 2, 3] && posts[2].userID == 2)
    #expect(try problems([Post].self, "posts-broken.json") == ["wrongType /1/id", "missing /2/id"])
    #expect(
      try decode([Photo].self, "photos.json").value.first?.thumbnailURL
        == "https://img.example/51/150")
    #expect(
      try decode(DailyPaper.self, "stories.json").value.stories.map(\.identifier) == [9001, 9002])
    let text = String(decoding: try ModelEncoder().encode(posts[0]), as: UTF8.self)
    #expect(
      text == #"{"body":"Two wicks, one hinge.","id":1,"title":"Lantern repair notes","userId":1}"#)
  }

  @Test func ordersWithAnUnknownWordStillCount() throws {
    let waybills = try decode([Waybill].self, "waybills.json")
    #expect(waybills.value.map(\.status) == [.toCollect, .toDeliver, .toDeliver, .unknown])
    #expect(waybills.value.map(\.cancelCode) == [0, 0, 3, 0])
    #expect(waybills.problems.map(\.pointer) == ["/3/waybillStatus"])
  }

  @Test func booksAndTruncatedStories() throws {
    #expect(try decode(BookSearch.self, "books.json").value.books.count == 3)
    #expect(try problems(BookSearch.self, "books-broken.json").count == 3)
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode(DailyPaper.self, from: try data("stories-truncated.json"))
    }
    #expect(error?.code == .malformed)
  }

  @Test func threePagesOfNewsEndAndABrokenOneIsReported() throws {
    let pages = try ["news.json", "news-2.json", "news-3.json"].map {
      try decode(CarHome.self, $0).value.result
    }
    #expect(pages.map(\.isloadmore) == [true, true, false])
    #expect(pages.flatMap(\.newslist).count == pages[0].rowcount)
    let first = try #require(pages[0].newslist.first)
    #expect(
      first.day == "2024-3-4" && first.replycount == 12
        && first.image.name == "301.jpg")
    #expect(pages[1].newslist[1].day == "some day soon")
    #expect(try decode(CarHome.self, "news-failed.json").value.returncode == 500)
    let broken = try decode(CarHome.self, "news-broken.json")
    #expect(broken.value.result.newslist.map(\.identifier) == [301, 304])
    #expect(
      try problems(CarHome.self, "news-broken.json")
        == [
          "dropped wrongType /result/newslist/1/id", "dropped missing /result/newslist/2/lasttime",
        ])
  }

  @Test func everyDocumentHasAName() {
    #expect(SampleDocuments.names.count == 17)
    #expect(SampleDocuments.text("no such document") == nil)
  }
}
