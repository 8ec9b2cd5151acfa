import Foundation
import Models
import NetworkingSimulation
import NetworkingTestSupport
import Testing

@testable import Networking

/// The three forms of a date in HTTP (RFC 9110, 5.6.7), and what cookies make of them (RFC 6265, 5.1.1).
@Suite struct HTTPDateTests {
  @Test func everyFormOfEveryMomentIsRead() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    for _ in 0..<500 {
      let date = Date(
        timeIntervalSince1970: Double(Int.random(in: 0...3_155_759_999, using: &random)))
      let text = try ModelEncoder().text(date).dropFirst().prefix(19)
      let parts = text.split { !$0.isNumber }.map(String.init)
      let (year, month, day) = (parts[0], months[(Int(parts[1]) ?? 1) - 1], parts[2])
      let time = text.suffix(8)
      #expect(HTTPDate.parse("Sun, \(day) \(month) \(year) \(time) GMT") == date)
      #expect(HTTPDate.parse("Sun \(month) \(day) \(time) \(year)") == date)
      let shortDay = day.hasPrefix("0") ? String(day.dropFirst()) : day
      #expect(HTTPDate.parse("Sun \(month)  \(shortDay) \(time) \(year)") == date)
      #expect(HTTPDate.parse("Sun, \(day)-\(month)-\(year) \(time) GMT") == date)
      #expect(HTTPDate.parse("\(day) \(month.uppercased()) \(year) \(time)") == date)
      // Two digits are the years from 1970 to 2069.
      #expect(HTTPDate.parse("Sunday, \(day)-\(month)-\(year.suffix(2)) \(time) GMT") == date)
    }
  }

  @Test(arguments: [
    "", "0", "-1", "Sun, 31 Feb 2026 08:49:37 GMT", "Sun, 06 Nov 1994", "06 Nov 08:49:37",
    "08:49:37",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49 GMT",
    "Sun, 06 Nov 1994 08:49:60 GMT", "Sun, 06 Nov 1600 08:49:37 GMT",
    "Sun, 06 Foo 1994 08:49:37 GMT",
    "Sun, 06 Nov 19940 08:49:37 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT",
    "Sun, 00 Nov 1994 08:49:37 GMT",
    "1994-11-06T08:49:37Z",
  ])
  func whatIsNoDateIsNone(text: String) {
    #expect(HTTPDate.parse(text) == nil)
  }
}
