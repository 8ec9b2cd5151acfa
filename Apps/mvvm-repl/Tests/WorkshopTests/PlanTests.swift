import Foundation
import REPLKit
import Testing
@testable import Workshop

/// The plan of ninety minutes agrees with the lessons and talks that it is made of.
@MainActor
@Suite struct PlanTests {
  private struct Row: Equatable {
    let start: Int
    let minutes: Int
    /// The word at its beginning, such as `:lesson 5`; empty without one.
    let word: String
  }

  private func plan(_ name: String) throws -> [Row] {
    try String(contentsOf: source("REPLKit/REPLKit.docc/\(name)"), encoding: .utf8)
      .matches(of: /(?m)^\| (\d+):(\d\d) \| (\d+) \| (`(:[a-z]+ [a-z0-9]+)`)?/).map { match in
        Row(
          start: (Int(match.1) ?? 0) * 60 + (Int(match.2) ?? 0), minutes: Int(match.3) ?? 0,
          word: match.5.map(String.init) ?? "")
      }
  }

  @Test func itTakesNinetyMinutesWithoutAGap() throws {
    var time = 0
    for row in try plan("NinetyMinutes.md") {
      #expect(row.start == time)
      time += row.minutes
    }
    #expect(time == 90)
  }

  @Test func lessonsAndTalksTakeTheMinutesThatTheySay() throws {
    let (course, talks) = (Course.workshop(), TalkList.workshop())
    var count = 0
    for row in try plan("NinetyMinutes.md") where !row.word.isEmpty {
      let parts = row.word.split(separator: " ")
      let minutes =
        parts[0] == ":present"
        ? talks.talk(String(parts[1]), in: .english)?.minutes
        : course.lessons[(Int(parts[1]) ?? 0) - 1].minutes
      #expect(minutes == row.minutes, "\(row.word)")
      count += 1
    }
    #expect(count >= 9)
  }

  @Test func bothLanguagesHaveTheSamePlan() throws {
    #expect(try plan("NinetyMinutes.md") == plan("NinetyMinutesInChinese.md"))
  }

  @Test func everyLessonSaysItsMinutes() throws {
    for lesson in Course.workshop().lessons { #expect(lesson.minutes != nil, "\(lesson.id)") }
  }
}
