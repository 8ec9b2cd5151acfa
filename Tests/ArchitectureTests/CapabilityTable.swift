import Foundation

/// The tables of the article "What is here", row by row.
struct CapabilityTable {
  /// The state of a row.
  enum State: String, CaseIterable {
    case works, part, missing
    case notHere = "not here"
  }

  /// A row: its code, and its cells.
  struct Row {
    var code: String
    var capability: String
    var types: [String]
    var tests: [String]
    /// The lines to type; empty where there are none.
    var lines: [String]
    /// What stands in the place of lines.
    var reason: String

    var state: State {
      State.allCases.first { capability.contains("**\($0.rawValue):**") } ?? .works
    }
  }

  private static let folder = Repository.root.appending(
    path: "Packages/ViewModels/Sources/ViewModels/ViewModels.docc")

  /// The article that the pages of rows belong to.
  static func article() throws -> String {
    try String(contentsOf: folder.appending(path: "Capabilities.md"), encoding: .utf8)
  }

  static func rows() throws -> [Row] {
    try ["CapabilitiesL", "CapabilitiesDSVC"].flatMap { name in
      let text = try String(contentsOf: folder.appending(path: "\(name).md"), encoding: .utf8)
      return text.split(separator: "\n").compactMap(row)
    }
  }

  private static func row(_ line: Substring) -> Row? {
    let bar = "\u{0}"
    let cells = line.replacing("\\|", with: bar).split(
      separator: "|", omittingEmptySubsequences: false
    )
    .map { $0.replacing(bar, with: "|").trimmingCharacters(in: .whitespaces) }
    guard cells.count == 7, cells[1].wholeMatch(of: /[LDSVC]\d\d[a-z]?/) != nil else { return nil }
    return Row(
      code: cells[1], capability: cells[2], types: code(in: cells[3]), tests: code(in: cells[4]),
      lines: cells[5].hasPrefix("–") ? [] : code(in: cells[5]), reason: cells[5])
  }

  /// The code spans of a text.
  private static func code(in text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
