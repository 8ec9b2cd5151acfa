import Foundation
import Models
import REPLKit
import Testing
import ViewModels

@testable import Workshop

@Suite struct WordingTests {
  static let now = Date(timeIntervalSince1970: 1_772_706_386)  // 2026-03-05T10:26:26Z

  @Test func datesTakeAnOffsetAndNoLocale() {
    #expect(Formatting.day(Self.now) == "2026-03-05")
    #expect(Formatting.dateTime(Self.now, utcOffset: 8 * 3600) == "2026-03-05 18:26:26")
    #expect(Formatting.day(Self.now, utcOffset: 14 * 3600) == "2026-03-06")
    let before = Date(timeIntervalSince1970: -1)
    #expect(Formatting.dateTime(before, utcOffset: 8 * 3600) == "1970-01-01 07:59:59")
  }

  @Test(arguments: [Int.max, Int.min, 0, 8 * 3600]) func anyDateIsShown(_ offset: Int) {
    for seconds in [0, -1e300, 1e300, Double.infinity, .nan] {
      let date = Date(timeIntervalSince1970: seconds)
      #expect(Formatting.dateTime(date, utcOffset: offset).count == 19)
      #expect(Formatting.day(date, utcOffset: offset).count == 10)
    }
  }

  @Test(arguments: [
    ("48.5", "￥48.50"), ("0", "￥0.00"), ("0.005", "￥0.01"), ("-3.2", "-￥3.20"),
    ("1234567.894", "￥1234567.89"),
  ])
  func pricesHaveTwoDecimals(_ amount: String, text: String) throws {
    #expect(Formatting.price(try #require(Decimal(string: amount))) == text)
  }

  @Test func aStartingPriceHasAQuietWord() {
    let price = Formatting.startingPrice(48.5, in: .chinese)
    #expect(price.plain == "￥48.50起")
    #expect(price.runs.map(\.role) == [.strong, .quiet])
  }

  @Test(arguments: [
    ("18612345678", "186****5678"), ("12345678", "123****8"), ("1234567", "****"), ("", "****"),
  ])
  func phonesAreMasked(_ phone: String, text: String) {
    #expect(Formatting.maskedPhone(phone) == text)
  }

  @Test(arguments: [(45, "45秒"), (65, "1分5秒"), (7205, "2时0分5秒"), (0, "0秒"), (-5, "0秒")])
  func durations(_ seconds: Int, text: String) {
    #expect(Formatting.duration(seconds: seconds) == text)
  }

  @Test(arguments: [
    (0, "刚刚"), (600, "刚刚"), (601, "10分钟前"), (3599, "59分钟前"), (3600, "1小时前"), (86399, "23小时前"),
    (86400, "1天前"), (7 * 86400 - 1, "6天前"), (7 * 86400, "2-26"), (100 * 86400, "2025-11-25"),
    (-600, "刚刚"),
    (-86400, "3-6"),
  ])
  func relativeTimes(_ ago: Int, text: String) {
    #expect(Formatting.relative(Self.now.addingTimeInterval(-Double(ago)), to: Self.now) == text)
  }

  @Test(arguments: [
    ("2024/3/5 10:26:26", "2024-3-5"), ("", ""), ("soon", "soon"),
    ("2024/13/5 10:26:26", "2024/13/5 10:26:26"),
    ("2024-3-5", "2024-3-5"),
  ])
  func malformedStampsAreShownAsTheyAreAndDoNotCrash(_ stamp: String, day: String) {
    #expect(Formatting.day(ofStamp: stamp) == day)
  }

  @Test(arguments: [
    ("0", "零元整"), ("10", "壹拾元整"), ("1204.56", "壹仟贰佰零肆元伍角陆分"), ("0.5", "伍角整"), ("0.05", "伍分"),
    ("1.05", "壹元零伍分"), ("10000", "壹万元整"), ("10001", "壹万零壹元整"), ("100000000", "壹亿元整"),
    ("100000001", "壹亿零壹元整"), ("100010000", "壹亿零壹万元整"), ("1001000", "壹佰万壹仟元整"), ("-3", "负叁元整"),
    ("9999999999999999.99", "玖仟玖佰玖拾玖万玖仟玖佰玖拾玖亿玖仟玖佰玖拾玖万玖仟玖佰玖拾玖元玖角玖分"),
    ("9300000000000000", "玖仟叁佰万亿元整"),
    ("9223372036854775.805", "玖仟贰佰贰拾叁万叁仟柒佰贰拾亿叁仟陆佰捌拾伍万肆仟柒佰柒拾伍元捌角壹分"),
    ("1000000000000", "壹万亿元整"), ("1200000000000", "壹万贰仟亿元整"),
  ])
  func moneyInWords(_ amount: String, words: String) throws {
    #expect(Formatting.moneyWords(try #require(Decimal(string: amount))) == words)
  }

  @Test(arguments: [
    ("https://img.example/park.jpg", "park.jpg", true),
    ("https://img.example", "https://img.example", true),
    ("https://img.example/", "https://img.example/", true),
    ("star", "star", false), ("", nil, false), ("  ", nil, false),
  ])
  func imagesHaveANameAndThoseOfAServerAnAddress(
    _ text: String, name: String?, isRemote: Bool
  ) {
    let image = ImageReference(text)
    #expect(image.name == name && image.address == (isRemote ? text : ""))
  }

  @MainActor
  @Test(arguments: [
    "net.upload(\"/upload\", file: \"/nosuch\")", "net.get(\"/nosuch\")",
    "store.use(\"\")",
  ])
  func anErrorOfALayerIsASentence(statement: String) async {
    let line = await said(statement).first ?? ""
    #expect(line.hasPrefix("error E302: "), "\(line)")
    #expect(line.contains(/failed: ['"A-Z]/) && !line.contains("Error Domain"), "\(line)")
  }

  @Test func moneyWithoutAWordHasNone() {
    #expect(Formatting.moneyWords(Decimal(sign: .plus, exponent: 16, significand: 1)) == nil)
  }

  // L37: the failures of a service in words for people.
  @Test(arguments: [
    ("The operation couldn’t be completed: 未能读取数据，因为它的格式不正确。", "数据有误，请稍后再试"),
    ("Request failed: internal server error (500)", "系统异常"),
    ("Service (pay) has no available provider.", "系统异常"),
    ("The card is blocked (17)。", "The card is blocked"), ("请求失败（错误码 3）。", "请求失败"),
    ("没有网络 [POST http://127.0.0.1:8080/orders]。", "没有网络"), ("a (b (c) d) e", "a e"),
    ("a) b (c", "a) b (c"), ("(only) this", "this"), ("(404) 。", ""),
  ])
  func friendlyTextsStandForTechnicalOnes(text: String, shown: String) {
    #expect(CheckoutWords(.chinese).wording(text, .failure) == shown)
  }

  // L37: a success without its full stop.
  @Test(arguments: [
    ("Saved。", "Saved"), (" Saved. . ", "Saved"), ("Saved．。.", "Saved"), ("v1.2", "v1.2"),
    (".hidden", ".hidden"), ("Saved (twice).", "Saved (twice)"), (" . ", ""),
  ])
  func theEndOfASuccessIsTrimmed(text: String, shown: String) {
    #expect(CheckoutWords(.english).wording(text, .success) == shown)
  }
}
