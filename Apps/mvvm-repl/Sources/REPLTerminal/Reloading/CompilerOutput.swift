import DisplayWidth
import Foundation

/// The messages of a compiler, as a build printed them.
struct CompilerOutput {
  /// A mistake at a place in a file.
  struct Mistake: Hashable {
    let file: String
    let line: Int
    /// Counts bytes, from 1.
    let column: Int
    let message: String
  }

  /// The mistakes in the order in which they were told, each once: modules repeat each other.
  private(set) var mistakes: [Mistake] = []
  /// The complaints of the package manager and the linker, without a place.
  private(set) var complaints: [String] = []
  private var seen: Set<Mistake> = []

  init(_ text: String) {
    // Some compilers colour what they print into a pipe, too.
    let plain = text.replacing(/\u{1B}\[[0-9;]*[A-Za-z]/, with: "")
    for line in plain.split(whereSeparator: \.isNewline) {
      if let match = line.firstMatch(of: /^(\/.+?):(\d+):(\d+): error: (.+)$/),
        let number = Int(match.2), let column = Int(match.3), number > 0, column > 0
      {
        let mistake = Mistake(
          file: String(match.1), line: number, column: column, message: String(match.4))
        if seen.insert(mistake).inserted { mistakes.append(mistake) }
      } else if let match = line.firstMatch(of: /^(?:.*: )?error: (.+)$/) {
        let complaint = String(match.1)
        // The last line of a build that has failed says no more than that.
        if !complaints.contains(complaint), complaint != "fatalError" {
          complaints.append(complaint)
        }
      }
    }
  }

  /// The number of mistakes that are shown.
  private static let most = 10

  /// The text for a person: each mistake with its line and a caret, files within `root` without it.
  func text(in root: URL) -> String {
    var lines = mistakes.prefix(Self.most).flatMap { $0.lines(in: root) }
    // Behind mistakes with places the rest only says that there were some.
    if mistakes.isEmpty { lines += complaints.prefix(Self.most).map { "error: \($0)" } }
    let more = (mistakes.isEmpty ? complaints.count : mistakes.count) - Self.most
    if more > 0 { lines.append("… +\(more)") }
    return lines.joined(separator: "\n")
  }
}

extension CompilerOutput.Mistake {
  fileprivate func lines(in root: URL) -> [String] {
    let path = file.hasPrefix(root.path + "/") ? String(file.dropFirst(root.path.count + 1)) : file
    let number = "\(line)"
    let margin = String(repeating: " ", count: number.count)
    let head = ["error: \(message)", "\(margin) --> \(path):\(line):\(column)"]
    guard let text = try? String(contentsOfFile: file, encoding: .utf8),
      let code = text.sourceLines.dropFirst(line - 1).first?.replacing("\t", with: " "),
      // A line that nobody wrote, of a macro say, may be longer than anybody reads.
      code.utf8.count < 400
    else { return head }
    let before = String(decoding: code.utf8.prefix(column - 1), as: UTF8.self)
    let indent = String(repeating: " ", count: before.displayWidth)
    return head + ["  \(number) | \(code)", "  \(margin) | \(indent)^"]
  }
}
