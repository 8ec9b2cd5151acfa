/// Parses the Markdown of a lesson, line by line.
struct LessonDocument {
  private var reader: DocumentReader
  private var lesson: Lesson
  /// The line of the step's heading, for errors about the whole step.
  private var stepLine = 0

  init(_ text: String, file: String, id: String) {
    reader = DocumentReader(text, file: file)
    lesson = Lesson(id: id, title: "", text: [], setup: "", steps: [], teardown: "")
  }

  mutating func read() throws(LessonError) -> Lesson {
    while let part = try reader.part() {
      switch part {
      case .title(let title): lesson.title = title
      case .step(let title):
        try endStep()
        stepLine = reader.line
        lesson.steps.append(
          Lesson.Step(title: title, text: [], setup: "", checks: [], hints: [], solutions: []))
      case .comment(let text): try comment(text)
      case .block(let info, let content): try block(info, content)
      case .line(let line):
        if let item = Self.taskItem(line) {
          try check(item)
        } else if line.hasPrefix(">"), !lesson.steps.isEmpty {
          lesson.steps[lastStep].hints.append(reader.quotation(line))
        } else {
          text { $0.add(line: line) }
        }
      }
    }
    try endStep()
    lesson.text = lesson.text.withoutBlankEnds
    for index in lesson.steps.indices {
      lesson.steps[index].text = lesson.steps[index].text.withoutBlankEnds
    }
    return lesson
  }

  private var lastStep: Int { lesson.steps.count - 1 }

  /// Changes the text of the current step, or the text before the first step.
  private mutating func text(_ change: (inout [String]) -> Void) {
    if lesson.steps.isEmpty { change(&lesson.text) } else { change(&lesson.steps[lastStep].text) }
  }

  /// Parses `minutes: 5`, `needs: 03-derived` and `uses: watch, why`; ignores all other comments.
  private mutating func comment(_ text: String) throws(LessonError) {
    let parts = text.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
    guard parts.count == 2, let kind = LessonRemark(rawValue: parts[0]) else { return }
    guard lesson.steps.isEmpty else { throw reader.error(.block, .remarkBelongsToLesson(parts[0])) }
    switch kind {
    case .minutes:
      guard let minutes = DocumentReader.minutes(parts[1]) else {
        throw reader.error(.minutes, .minutesOfLesson)
      }
      lesson.minutes = minutes
    case .needs: lesson.needs += Self.words(in: parts[1])
    case .uses:
      lesson.uses += Self.words(in: parts[1]).map {
        $0.hasPrefix(":") ? String($0.dropFirst()) : $0
      }
    }
  }

  /// The kinds of remarks in comments before the first step.
  private enum LessonRemark: String { case minutes, needs, uses }

  private static func words(in text: String) -> [String] {
    text.split { $0 == "," || $0.isWhitespace }.map(String.init)
  }

  /// Returns the text of a task list item, ticked or not, behind either list marker of GitHub's Markdown.
  private static func taskItem(_ line: Substring) -> Substring? {
    ["- [ ] ", "* [ ] ", "- [x] ", "* [x] "].contains { line.hasPrefix($0) }
      ? line.dropFirst(6) : nil
  }

  private mutating func check(_ item: Substring) throws(LessonError) {
    guard !lesson.steps.isEmpty else {
      throw reader.error(.block, .checkBelongsToStep)
    }
    let parts = item.split(separator: "`", omittingEmptySubsequences: false)
    // text ` code ` text ` condition `
    guard parts.count >= 3, parts.count % 2 == 1, parts[parts.count - 1].allSatisfy(\.isWhitespace)
    else {
      throw reader.error(.condition, .checkEndsWithCondition)
    }
    let condition = String(parts[parts.count - 2]).trimmed
    do { _ = try Parser.condition(condition) } catch {
      throw reader.error(.condition, .isNoCondition(condition, error.message))
    }
    var text = parts.dropLast(2).joined(separator: "`").trimmed
    while let last = text.last, ":：".contains(last) { text.removeLast() }
    lesson.steps[lastStep].checks.append(
      Lesson.Check(text: text.isEmpty ? "`\(condition)`" : text, condition: condition))
  }

  private mutating func block(
    _ info: String, _ content: ArraySlice<Substring>
  ) throws(LessonError) {
    let text = content.joined(separator: "\n")
    switch info {
    case "mvvm setup" where lesson.steps.isEmpty: lesson.setup += text + "\n"
    case "mvvm setup": lesson.steps[lastStep].setup += text + "\n"
    case "mvvm teardown": lesson.teardown += text + "\n"
    case "mvvm solution" where !lesson.steps.isEmpty:
      lesson.steps[lastStep].solutions.append(text + "\n")
    case "mvvm refused" where !lesson.steps.isEmpty:
      lesson.steps[lastStep].refused.append(text + "\n")
    case "mvvm solution", "mvvm refused":
      throw reader.error(.block, .solutionBelongsToStep)
    case "mvvm demo":
      if lesson.steps.isEmpty {
        lesson.demos.append(text)
      } else {
        lesson.steps[lastStep].demos.append(text)
      }
      self.text { $0.add(block: content) }
    case let word where word.hasPrefix("mvvm "):
      throw reader.error(.block, .unknownBlock(word))
    default: self.text { $0.add(block: content) }
    }
  }

  private func endStep() throws(LessonError) {
    guard let step = lesson.steps.last else { return }
    if step.checks.isEmpty {
      throw reader.error(.noCheck, .stepHasNoCheck, line: stepLine)
    }
    if step.solutions.allSatisfy({ $0.trimmed.isEmpty }) {
      throw reader.error(.noSolution, .stepHasNoSolution, line: stepLine)
    }
  }
}
