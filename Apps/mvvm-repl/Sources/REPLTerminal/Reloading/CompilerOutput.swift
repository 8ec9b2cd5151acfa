import DisplayWidth
import Foundation

/// The messages of a compiler, parsed from the output of a build.
struct CompilerOutput {
  /// A mistake at a place in a file.
  struct Mistake: Hashable {
    let file: String
    let line: Int
    /// The column, counted in bytes from 1.
    let column: Int
    let message: String
  }

  /// The mistakes in the order of the output, without duplicates, because modules repeat each other.
  private(set) var mistakes: [Mistake] = []
  /// The complaints of the package manager and the linker, without a place.
  private(set) var complaints: [String] = []
  private var seen: Set<Mistake> = []

  init(_ text: String) {
    // Some compilers print colours into a pipe, too.
    let plain = text.replacing(/\u{1B}\[[0-9;]*[A-Za-z]/, with: "")
    // For a mistake in the expansion of a macro, the place is in a later line.
    var written: String?
    for line in plain.split(whereSeparator: \.isNewline) {
      if let match = line.firstMatch(of: /^macro expansion .+?:\d+:\d+: error: (.+)$/) {
        written = String(match.1)
      } else if let message = written,
        let match = line.firstMatch(
          of: /^`- (\/.+?):(\d+):(\d+): note: expanded code originates here/)
      {
        add(message, in: match.1, match.2, match.3)
        written = nil
      } else if let match = line.firstMatch(of: /^(\/.+?):(\d+):(\d+): error: (.+)$/),
        add(match.4, in: match.1, match.2, match.3)
      {
        continue
      } else if let match = line.firstMatch(of: /^(?:.*: )?error: (.+)$/) {
        let complaint = String(match.1)
        // A failed build ends with this line, which says nothing more.
        if !complaints.contains(complaint), complaint != "fatalError" {
          complaints.append(complaint)
        }
      }
    }
  }

  /// Adds a mistake if it is new; returns false when it has no place.
  @discardableResult
  private mutating func add(
    _ message: some StringProtocol, in file: Substring, _ line: Substring, _ column: Substring
  ) -> Bool {
    guard let line = Int(line), let column = Int(column), line > 0, column > 0 else { return false }
    let mistake = Mistake(
      file: String(file), line: line, column: column, message: String(message))
    if seen.insert(mistake).inserted { mistakes.append(mistake) }
    return true
  }

  /// The number of mistakes to show.
  private static let most = 10

  /// The text for a person: each mistake with its line and a caret; paths are relative to `root`.
  func text(in root: URL) -> String {
    var lines = mistakes.prefix(Self.most).flatMap { $0.lines(in: root) }
    // After mistakes with places, the complaints only repeat that there were some.
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
      // A generated line, such as one of a macro, may be too long to read.
      code.utf8.count < 400
    else { return head }
    let before = String(decoding: code.utf8.prefix(column - 1), as: UTF8.self)
    let indent = String(repeating: " ", count: before.displayWidth)
    return head + ["  \(number) | \(code)", "  \(margin) | \(indent)^"]
  }
}
