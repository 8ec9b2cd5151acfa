import Bindings
import Foundation
import Testing
import ViewModels

@testable import REPLKit

@MainActor
@ViewModel
private final class Diary {
  var day: Date?
}

@MainActor
@Suite(.ownGraph) struct WrittenDateTests {
  private let diary = Diary()

  private func write(_ value: DynamicValue) throws -> Double? {
    try #require(Diary.schema["day"]).set(value, in: diary)
    return diary.day?.timeIntervalSinceReferenceDate
  }

  @Test func aDateIsWrittenAsISO8601HasIt() throws {
    #expect(try write("2026-01-02") == 789_004_800)
    #expect(try write("2026-01-02T10:00:00Z") == 789_040_800)
    #expect(try write("2026-01-02T10:00:00+08:00") == 789_012_000)
    #expect(try write("2026-01-02T10:00:00.5Z") == 789_040_800.5)
    #expect(try write(nil) == nil)
  }

  @Test(arguments: [
    "2026-02-30", "2026-1-2", "2026-01-02T25:00:00Z", "2026-01-02T10:61:00Z",
    "2026-01-02T10:00:00+99:99", "2026-01-02T10:00:00+24:00", "2026-01-02T10:00:00-08:60",
    "0000-00-00", "2026-01-02T10:00:00", "2026-01-02T10:00:00Zx", "tomorrow", "",
  ])
  func whatIsNoDateIsRefusedWithHowToWriteOne(_ text: String) throws {
    let error = #expect(throws: ViewModelError.self) { try write(.string(text)) }
    #expect(error?.code == .typeMismatch)
    #expect(error?.message.contains("\"2026-01-02\"") == true)
    #expect(diary.day == nil)
  }

  @Test func whatIsReadIsTheSameDateAgain() throws {
    let date = Date(timeIntervalSinceReferenceDate: 789_040_800.123_456_7)
    diary.day = date
    let value = try #require(Diary.schema["day"]).value(in: diary)
    diary.day = nil
    _ = try write(value)
    #expect(diary.day == date)
  }
}
