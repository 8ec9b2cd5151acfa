/// A document with conversations in it: a README, a page of documentation, a lesson, a test.
///
/// Every fenced block whose first line starts with `❯ ` is a conversation, also an indented block, as in a list. The
/// text behind `❯ ` is typed, with the lines that follow until the entry is complete. The other lines are the expected
/// answer. `…` matches any text within a line; `…` or `...` alone on a line matches any lines. An error must be written
/// down even where a wildcard matches it. If a line of an answer itself begins with `❯ `, `… ` replaces that.
///
/// ```swift
/// let transcript = Transcript(try String(contentsOf: url, encoding: .utf8))
/// let report = await TranscriptRunner { emit in
///   Session(catalog: catalog, emit: emit)
/// }.run(transcript)
/// ```
public struct Transcript: Sendable {
  /// An entry that is typed, and the expected answer.
  public struct Step: Sendable, Hashable {
    /// The number of the line with the entry, counted from 1.
    public let line: Int
    /// The entry that is typed.
    public let input: String
    /// The lines of the expected answer, with wildcards.
    public let expected: [String]
    /// The lines of the document with the expected answer, counted from 0.
    let place: Range<Int>
    /// The white space before each of these lines, for example in a list.
    let indentation: String
  }

  /// The steps of all conversations, in order.
  public let steps: [Step]
  private let lines: [Substring]
  /// The line breaks, which stay unchanged; empty for the last line.
  private let ends: [String]
  /// The lines with the fences of each block, counted from 0; the second is missing if the block is not closed.
  private let fences: [(opening: Int, closing: Int?)]

  static let prompt = "❯ "

  /// Parses the conversations of a document.
  public init(_ text: String) {
    let isEnd = { (character: Character) in character == "\n" || character == "\r\n" }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: isEnd)
    (self.lines, ends) = (lines, text.filter(isEnd).map(String.init) + [""])
    var steps: [Step] = []
    var fences: [(opening: Int, closing: Int?)] = []
    var index = 0
    while index < lines.count {
      let indentation = lines[index].indentation
      guard let fence = Self.fence(lines[index].dropFirst(indentation.count)) else {
        index += 1
        continue
      }
      let closing = lines[(index + 1)...].firstIndex {
        Self.closes($0.indented(lessBy: indentation), fence)
      }
      let end = closing ?? lines.endIndex
      var block = lines[(index + 1)..<end]
      for line in block.indices { block[line] = block[line].indented(lessBy: indentation) }
      steps += Self.steps(in: block, indentedBy: String(indentation))
      fences.append((index, closing))
      index = end + 1
    }
    (self.steps, self.fences) = (steps, fences)
  }

  /// Returns a fence that nothing in a text closes, because it is longer than any in the text.
  static func fence(around text: String) -> String {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return fence
  }

  /// Returns an answer as it is written down, so that no line of it looks like an entry.
  static func written(_ answer: [String]) -> [String] {
    answer.map { $0.hasPrefix(prompt) ? "… " + $0.dropFirst(prompt.count) : $0 }
  }

  /// Returns the fence of a line that opens a block: at least three backticks or tildes (CommonMark 4.5).
  static func fence(_ line: Substring) -> Substring? {
    guard let sign = line.first, sign == "`" || sign == "~" else { return nil }
    let fence = line.prefix { $0 == sign }
    // If another backtick follows the backticks, the line is inline code.
    let isWord = sign == "`" && line.dropFirst(fence.count).contains(sign)
    return fence.count >= 3 && !isWord ? fence : nil
  }

  static func closes(_ line: Substring, _ fence: Substring) -> Bool {
    let sign = line.prefix { $0 == fence.first }
    return sign.count >= fence.count && line.dropFirst(sign.count).allSatisfy(\.isWhitespace)
  }

  private static func steps(
    in block: ArraySlice<Substring>, indentedBy indentation: String
  ) -> [Step] {
    guard block.first?.hasPrefix(prompt) == true else { return [] }
    var steps: [Step] = []
    var index = block.startIndex
    while index < block.endIndex {
      let line = index
      var input = String(block[index].dropFirst(prompt.count))
      index += 1
      while index < block.endIndex, !block[index].hasPrefix(prompt),
        !ParsedText(input).isComplete
      {
        input += "\n" + block[index]
        index += 1
      }
      let end = block[index...].firstIndex { $0.hasPrefix(prompt) } ?? block.endIndex
      var expected = block[index..<end]
      while expected.last?.allSatisfy(\.isWhitespace) == true { expected = expected.dropLast() }
      steps.append(
        Step(
          line: line + 1, input: input, expected: expected.map(String.init),
          place: index..<expected.endIndex, indentation: indentation))
      index = end
    }
    return steps
  }

  /// Returns the document with new answers; `nil` keeps the old answer.
  func updated(with answers: [[String]?]) -> String {
    var lines = zip(lines, ends).map { (text: String($0), end: $1) }
    for fence in fences { lengthen(fence, in: &lines, for: answers) }
    let end = ends.first { !$0.isEmpty } ?? "\n"
    for (step, answer) in zip(steps, answers).reversed() {
      guard let answer else { continue }
      // An entry on the last line of the document has no line break yet.
      let isLast = step.place.upperBound == lines.count
      let before = step.place.lowerBound - 1
      if !answer.isEmpty, lines[before].end.isEmpty { lines[before].end = end }
      lines.replaceSubrange(
        step.place,
        with: Self.written(answer).map { line in
          (text: line.isEmpty ? "" : step.indentation + line, end: end)
        })
      if isLast { lines[lines.count - 1].end = "" }
    }
    return lines.map { $0.text + $0.end }.joined()
  }

  /// Lengthens the fences of a block if a line of its answers would close it.
  private func lengthen(
    _ fence: (opening: Int, closing: Int?), in lines: inout [(text: String, end: String)],
    for answers: [[String]?]
  ) {
    let opening = self.lines[fence.opening]
    guard let sign = Self.fence(opening.dropFirst(opening.indentation.count)) else { return }
    let closing = fence.closing ?? lines.count
    let within = zip(steps, answers).filter { (fence.opening..<closing).contains($0.0.line - 1) }
    let longest = within.flatMap { $0.1 ?? [] }.filter { Self.closes($0[...], sign) }
      .map { $0.prefix { $0 == sign.first }.count }.max()
    guard let longest else { return }
    let longer = String(repeating: String(sign.prefix(1)), count: longest + 1)
    for index in [fence.opening, fence.closing].compactMap(\.self) {
      let indentation = lines[index].text[...].indentation
      let rest = lines[index].text.dropFirst(indentation.count).drop { $0 == sign.first }
      lines[index].text = indentation + longer + rest
    }
  }
}

extension Substring {
  fileprivate var indentation: Substring { prefix { $0 == " " || $0 == "\t" } }

  /// Returns the line without an indentation, or without as much of it as the line has.
  fileprivate func indented(lessBy other: Substring) -> Substring {
    dropFirst(Swift.min(indentation.count, other.count))
  }
}

extension Transcript.Step {
  var isWait: Bool { input.hasPrefix("wait ") }

  func matches(_ said: [String]) -> Bool { Self.matches(expected[...], said[...]) }

  /// - Complexity: O(*n* · *m*): only the last wildcard is tried again.
  private static func matches(
    _ expected: ArraySlice<String>, _ said: ArraySlice<String>
  ) -> Bool {
    wildcardMatch(
      Array(expected), Array(said), isWildcard: { ["…", "..."].contains($0.trimmed) }
    ) { line(matches: $0, $1) }
  }

  private static func line(matches expected: String, _ said: String) -> Bool {
    guard expected.contains("…") else { return expected == said }
    return wildcardMatch(Array(expected), Array(said), isWildcard: { $0 == "…" }) { $0 == $1 }
  }

  /// Matches a glob pattern without recursion: on a mismatch, the last wildcard takes one more element.
  private static func wildcardMatch<Element>(
    _ pattern: [Element], _ text: [Element], isWildcard: (Element) -> Bool,
    _ isMatch: (Element, Element) -> Bool
  ) -> Bool {
    var (p, t) = (0, 0)
    var retry: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, isWildcard(pattern[p]) {
        retry = (p + 1, t)
        p += 1
      } else if p < pattern.count, isMatch(pattern[p], text[t]) {
        p += 1
        t += 1
      } else if let last = retry {
        retry = (last.pattern, last.text + 1)
        (p, t) = (last.pattern, last.text + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy(isWildcard)
  }
}
