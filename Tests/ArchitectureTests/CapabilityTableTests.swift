import Foundation
import Testing

/// The tables of capabilities name what is there: types, members, tests, and each row once.
@Suite struct CapabilityTableTests {
  private let rows: [CapabilityTable.Row]

  init() throws { rows = try CapabilityTable.rows() }

  /// The codes of a letter: numbers from 1, and those in between with a letter of their own.
  private func codes(_ letter: String, to last: Int, _ others: [String]) -> [String] {
    let numbered = (1...last).map { letter + ($0 < 10 ? "0" : "") + "\($0)" }
    return numbered + others.map { letter + $0 }
  }

  @Test func everyRowIsThereOnce() {
    let wanted =
      codes("L", to: 80, ["10a", "10b", "14a", "16a", "32a", "33a", "70a"])
      + codes("D", to: 24, []) + codes("S", to: 47, ["23a"]) + codes("V", to: 12, ["08a"])
      + codes("C", to: 18, [])
    #expect(rows.map(\.code).sorted() == wanted.sorted())
  }

  @Test func typesAndTestsExist() throws {
    var (sources, tests) = (SourceNames(), SourceNames())
    for folder in ["Packages", "Apps", "Tests"] {
      for file in try Repository.swiftFiles(below: folder) {
        if file.path.contains("/Sources/") { try sources.add(file) } else { try tests.add(file) }
      }
    }
    for row in rows {
      let unknown =
        row.types.filter { !sources.knows($0) } + row.tests.filter { !tests.knowsTest($0) }
      #expect(unknown.isEmpty, "\(row.code)")
    }
    let inventions = ["Navigator.nothing", "Nothing"].filter { sources.knows($0) }
    let noTests = ["NavigatorTests.nothing", "Nothing.nothing"].filter { tests.knowsTest($0) }
    #expect(inventions.isEmpty && noTests.isEmpty)
  }

  /// What works has a type and a test; what cannot be typed says why.
  @Test func everyRowSaysWhatItHas() {
    for row in rows {
      let isThere = row.state == .works || row.state == .part
      #expect(row.types.isEmpty != isThere && row.tests.isEmpty != isThere, "\(row.code)")
      #expect(!row.lines.isEmpty || row.reason.count > 10, "\(row.code)")
    }
  }

  @Test func theArticleCountsTheRows() throws {
    func count(_ state: CapabilityTable.State) -> Int { rows.count { $0.state == state } }
    let sentence =
      "Of \(rows.count) rows \(count(.works)) work, \(count(.part)) work in part, "
      + "\(count(.missing)) are missing and \(count(.notHere)) are not here."
    #expect(try CapabilityTable.article().contains(sentence), "write: \(sentence)")
  }
}
