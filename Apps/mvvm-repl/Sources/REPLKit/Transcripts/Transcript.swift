/// A document with conversations in it: a README, a page of documentation, a lesson, a test.
///
/// Every fenced block whose first line starts with `❯ ` is a conversation. Lines behind a `❯ ` are
/// typed, also on the lines that follow when it is not finished on one; the other lines are what the
/// session says. `…` stands for any text within a line, and alone on its line for any lines, as `...` does; a
/// mistake has to be written down all the same.
///
/// ```swift
/// let transcript = Transcript(try String(contentsOf: url, encoding: .utf8))
/// let report = await TranscriptRunner { emit in
///   Session(catalog: catalog, emit: emit)
/// }.run(transcript)
/// ```
public struct Transcript: Sendable {
  /// One thing that is typed, and what is said to it.
  public struct Step: Sendable, Hashable {
    /// The number of the line on which it is typed, counted from 1.
    public let line: Int
    /// The entry that is typed.
    public let input: String
    /// The lines that are said, with wildcards.
    public let expected: [String]
    /// The lines of the document on which that stands, counted from 0.
    let place: Range<Int>
  }

  /// The steps of all conversations, in order.
  public let steps: [Step]
  let lines: [Substring]

  static let prompt = "❯ "

  /// A line that was said as it can stand in a conversation: where it begins as one that is typed, `…` stands for that.
  static func answer(_ line: String) -> String {
    line.hasPrefix(prompt) ? "…" + line.dropFirst(prompt.count) : line
  }

  /// Finds the conversations of a document.
  public init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var steps: [Step] = []
    var index = 0
    while index < lines.count {
      guard let fence = Self.fence(lines[index]) else {
        index += 1
        continue
      }
      let end =
        lines[(index + 1)...].firstIndex { Self.closes($0, fence) } ?? lines.endIndex
      steps += Self.steps(in: lines[(index + 1)..<end])
      index = end + 1
    }
    self.steps = steps
  }

  /// The sign of a line that opens a block: at least three backticks or tildes (CommonMark 4.5).
  static func fence(_ line: Substring) -> Substring? {
    guard let sign = line.first, sign == "`" || sign == "~" else { return nil }
    let fence = line.prefix { $0 == sign }
    return fence.count >= 3 ? fence : nil
  }

  static func closes(_ line: Substring, _ fence: Substring) -> Bool {
    let sign = line.prefix { $0 == fence.first }
    return sign.count >= fence.count && line.dropFirst(sign.count).allSatisfy(\.isWhitespace)
  }

  private static func steps(in block: ArraySlice<Substring>) -> [Step] {
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
          place: index..<expected.endIndex))
      index = end
    }
    return steps
  }

  /// The document with other answers; of those that are `nil` the old ones stay.
  func updated(with answers: [[String]?]) -> String {
    var lines = lines
    for (step, answer) in zip(steps, answers).reversed() {
      if let answer { lines.replaceSubrange(step.place, with: answer.map { Self.answer($0)[...] }) }
    }
    return lines.joined(separator: "\n")
  }
}

extension Transcript.Step {
  /// Whether what was said is what was expected.
  func matches(_ said: [String]) -> Bool { Self.matches(expected[...], said[...]) }

  /// - Complexity: O(*n* · *m*): each wildcard gives way to the next one.
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

  /// Glob matching without recursion: on a mismatch the last wildcard takes one more.
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
