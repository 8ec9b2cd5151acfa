import DisplayWidth
import LineEditor
import REPLKit
import Testing

@testable import REPLTerminal

/// What of an entry's answers is printed at once in a window of ten rows.
@MainActor
@Suite struct LongAnswersTests {
  private final class Printed {
    var lines: [String] = []
  }

  private let printed = Printed()
  private let answers: LongAnswers

  init() {
    let printed = printed
    answers = LongAnswers {
      Terminal.Size(columns: 40, rows: 10)
    } panel: {
      2
    } cells: {
      CellWidth()
    } print: {
      printed.lines += $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func say(_ count: Int, _ word: String, as record: Record) {
    answers.take((0..<count).map { "\(word) \($0)" }.joined(separator: "\n"), of: record)
  }

  @Test func aBlankEntryKeepsTheRest() {
    answers.begin()
    say(20, "value", as: .output(""))
    let waiting = answers.end()
    answers.begin(isBlank: true)
    #expect(answers.end() == waiting && waiting != nil)
    answers.begin()
    #expect(answers.more())
    #expect(printed.lines.last?.hasPrefix("value ") == true)
    answers.begin()
    answers.begin()
    #expect(!answers.more())
  }

  /// The task of the next step was among the lines that `:more` showed.
  @Test(arguments: 1...9)
  func noTaskIsHiddenBehindAnAnswer(rows: Int) {
    answers.begin()
    say(rows, "value", as: .output(""))
    answers.take("✓ Step 1 is done", of: .check("", isMet: true))
    say(3, "task", as: .text(title: nil, lines: []))
    let all = Set(printed.lines)
    #expect(all.isSuperset(of: ["✓ Step 1 is done", "task 0", "task 1", "task 2"]))
    // Where a value is cut, a row shows it, because something stands below.
    #expect(printed.lines.contains("…") == (rows > 6))
    // Only the value may have gone on.
    #expect(answers.end() == (rows > 6 ? rows - 5 : nil))
  }

  /// The introduction of a lesson scrolls up, and so does what is typed for the learner.
  @Test(arguments: 1...9)
  func theTaskOfAStepHasTheWindowForItself(rows: Int) {
    answers.begin()
    say(rows, "intro", as: .text(title: nil, lines: []))
    say(4, "task", as: .text(title: Message("Step 1", "第 1 步", key: "step"), lines: []))
    answers.take("▸ a check", of: .check("", isMet: false))
    let intro = (0..<rows).map { "intro \($0)" }
    #expect(printed.lines == intro + ["task 0", "task 1", "task 2", "task 3", "▸ a check"])
    #expect(answers.end() == nil)
    // A task that is longer than the window goes on with :more.
    answers.begin()
    printed.lines = []
    say(6, "next", as: .text(title: Message("Step 2", "第 2 步", key: "step"), lines: []))
    answers.take("▸ a check", of: .check("", isMet: false))
    #expect(printed.lines == (0..<5).map { "next \($0)" } && answers.end() == 2)
  }

  /// A window of ten rows shows five lines of an answer.
  @Test(arguments: [
    (["T", "  a", "  b", "  c", "  d", "      dd", "  e"], 4),
    (["T", "  a", "  b", "  c", "      cc", "      cc", "  e"], 3),
    (["T", "  a", "  b", "  c", "  d", "  e", "  f"], 5),
    (["T", " Inputs", "  a", "  b", " Outputs", "  c", "  d"], 4),
    (["T", "", "  a", "  b", "  c", "  d", "  e"], 5),
    (["a", " b", " c", " d", " e", " f", " g"], 5),
  ])
  func noRowIsCutInTwo(lines: [String], shown: Int) {
    answers.begin()
    answers.take(lines.joined(separator: "\n"), of: .output(""))
    #expect(printed.lines == Array(lines.prefix(shown)))
    #expect(answers.end() == lines.count - shown)
    answers.begin()
    #expect(answers.more() && answers.end() == nil)
    #expect(printed.lines == lines)
  }

  @Test func onlyTheNextEntryShowsTheRestOfAnAnswer() {
    answers.begin()
    say(9, "value", as: .output(""))
    #expect(answers.end() == 4)
    answers.begin()
    answers.take("5", of: .output(""))
    #expect(printed.lines.last == "5" && answers.end() == nil)
    answers.begin()
    #expect(!answers.more())
  }

  @Test func aNoteBelowACutAnswerShowsWhereItIsCut() {
    answers.begin()
    say(9, "value", as: .output(""))
    answers.take("a note", of: .note(.nothingMore))
    answers.take("another", of: .note(.nothingMore))
    #expect(printed.lines.suffix(4) == ["value 4", "…", "a note", "another"])
    #expect(answers.end() == 4 && answers.isMarked)
    answers.begin()
    say(9, "value", as: .output(""))
    #expect(answers.end() == 4 && !answers.isMarked)
  }

  /// The newest entries of a history are its last ones.
  @Test func aHistoryShowsItsEndFirst() {
    answers.begin()
    answers.beginAtEnd()
    let lines = ["History"] + (1...9).map { "  \($0)  entry" } + ["     of two rows"]
    answers.take(lines.joined(separator: "\n"), of: .page(title: .history, rows: []))
    #expect(printed.lines == ["…"] + lines.suffix(4))
    #expect(answers.end() == 7)
    printed.lines = []
    answers.begin()
    #expect(answers.more() && answers.end() == 3)
    #expect(printed.lines == ["…", "  3  entry", "  4  entry", "  5  entry", "  6  entry"])
    printed.lines = []
    answers.begin()
    #expect(answers.more() && answers.end() == nil)
    #expect(printed.lines == ["History", "  1  entry", "  2  entry"])
    // The next answer begins with its beginning again.
    printed.lines = []
    answers.begin()
    say(9, "value", as: .output(""))
    #expect(printed.lines.first == "value 0")
  }

  @Test func aShortHistoryIsWhole() {
    answers.begin()
    answers.beginAtEnd()
    answers.take("History\n  1  a\n  2  b", of: .page(title: .history, rows: []))
    #expect(printed.lines == ["History", "  1  a", "  2  b"] && answers.end() == nil)
  }
}
