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

  /// The task of the next step was among the lines that `:more` showed.
  @Test(arguments: 1...9)
  func noTaskIsHiddenBehindAnAnswer(rows: Int) {
    answers.begin("let form = LoginForm()")
    say(rows, "value", as: .output(""))
    answers.take("✓ Step 1 is done", of: .check("", isMet: true))
    say(3, "task", as: .text(title: nil, lines: []))
    let all = Set(printed.lines)
    #expect(all.isSuperset(of: ["✓ Step 1 is done", "task 0", "task 1", "task 2"]))
    // Only the value may have gone on.
    #expect(answers.end() == (rows > 6 ? rows - 5 : nil))
  }
}
