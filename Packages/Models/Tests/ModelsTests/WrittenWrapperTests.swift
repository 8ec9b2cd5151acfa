import Foundation
import Models
import Testing

/// A wrapper writes what its value would be written as.
@Suite struct WrittenWrapperTests {
  private enum Epoch: DefaultSource {
    static var value: Date { Date(timeIntervalSince1970: 0) }
  }

  private enum Home: DefaultSource {
    static var value: URL { URL(filePath: "/") }
  }

  private enum NoBytes: DefaultSource {
    static var value: Data { Data() }
  }

  private enum Nothing: DefaultSource {
    static var value: Decimal { 0 }
  }

  private enum NoLinks: DefaultSource {
    static var value: [String: Data] { [:] }
  }

  private enum NoDate: DefaultSource {
    static var value: Date? { nil }
  }

  private struct Plain: Codable, Equatable {
    var date: Date
    var url: URL
    var data: Data
    var decimal: Decimal
    var links: [String: Data]
    var maybe: Date?
    var price: Decimal
    var free: Decimal?
    var dates: [Date]
    var parts: [String: Data]
    var page: URL?
    var set: Set<URL>
  }

  private struct Wrapped: Codable, Equatable {
    @Default<Epoch> var date: Date
    @Default<Home> var url: URL
    @Default<NoBytes> var data: Data
    @Default<Nothing> var decimal: Decimal
    @Default<NoLinks> var links: [String: Data]
    @Default<NoDate> var maybe: Date?
    var price: Decimal
    var free: Decimal?
    @Lossy var dates: [Date]
    @Lossy var parts: [String: Data]
    @Lossy var page: URL?
    @Lossy var set: Set<URL>
  }

  @Test(arguments: [ModelEncoder.Keys.asWritten, .snakeCase])
  func aWrapperIsWrittenAsItsValueAndReadAgain(_ keys: ModelEncoder.Keys) throws {
    let date = Date(timeIntervalSince1970: 1_772_706_386)
    let url = try #require(URL(string: "https://example.org/a?b=c"))
    let price = try #require(Decimal(string: "12345678901234567890.123456"))
    let plain = Plain(
      date: date, url: url, data: Data([1, 2]), decimal: price, links: ["aB_c": Data([3])],
      maybe: date, price: price, free: price, dates: [date], parts: ["aB_c": Data([4])],
      page: url, set: [url])
    let text = try ModelEncoder(keys: keys).text(plain)
    for options in [DecodingOptions(), .own] {
      let wrapped = try ModelDecoder(options).decode(Wrapped.self, from: text)
      #expect(try ModelEncoder(keys: keys).text(wrapped) == text)
      #expect(try ModelDecoder(options).decode(Wrapped.self, from: text) == wrapped)
      #expect(wrapped.price == price && wrapped.free == price)
    }
  }

  @Test func aSetLeavesOutItsBrokenElements() throws {
    struct Page: Codable {
      @Lossy var tags: Set<Int>
    }
    let text = #"{"tags":[1,"x",2]}"#
    for options in [DecodingOptions(), .lossy] {
      let page = try ModelDecoder(options).decodeReporting(Page.self, from: Data(text.utf8))
      #expect(page.value.tags == [1, 2])
      #expect(page.problems.map(\.effect) == [.dropped])
    }
    let loose = try ModelDecoder(.lossy).decodeReporting(
      Set<Int>.self, from: Data(#"[1,null,2]"#.utf8))
    #expect(loose.value == [1, 2] && loose.problemCount == 1)
  }
}
