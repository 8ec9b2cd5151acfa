/// Reads a lesson's Markdown, line by line.
struct LessonDocument {
  private let file: String
  private let lines: [Substring]
  private var index = 0
  private var lesson: Lesson
  /// The line of the step's heading, for what the whole step lacks.
  private var stepLine = 0

  init(_ text: String, file: String, id: String) {
    self.file = file
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    lesson = Lesson(id: id, title: "", text: [], setup: "", steps: [], teardown: "")
  }

  mutating func read() throws(LessonError) -> Lesson {
    while index < lines.count {
      let line = lines[index]
      if let fence = Transcript.fence(line) {
        try block(fence)
      } else if line.hasPrefix("## ") {
        try endStep()
        stepLine = index + 1
        lesson.steps.append(
          Lesson.Step(
            title: String(line.dropFirst(3)).trimmed, text: [], setup: "", checks: [], hints: [],
            solutions: []))
      } else if line.hasPrefix("# "), lesson.title.isEmpty {
        lesson.title = String(line.dropFirst(2)).trimmed
      } else if let item = Self.taskItem(line) {
        try check(item)
      } else if line.hasPrefix("<!--"), line.hasSuffix("-->") {
        try comment(String(line.dropFirst(4).dropLast(3)).trimmed)
      } else if line.hasPrefix(">"), !lesson.steps.isEmpty {
        hint()
      } else {
        add(line)
      }
      index += 1
    }
    try endStep()
    guard !lesson.title.isEmpty else {
      throw error(.noTitle, .lessonHasNoTitle)
    }
    guard !lesson.steps.isEmpty else {
      throw error(.noStep, .lessonHasNoStep)
    }
    lesson.text = lesson.text.withoutBlankEnds
    for index in lesson.steps.indices {
      lesson.steps[index].text = lesson.steps[index].text.withoutBlankEnds
    }
    return lesson
  }

  private var lastStep: Int { lesson.steps.count - 1 }

  private mutating func add(_ line: Substring) {
    // Blank lines of Markdown separate paragraphs; several in a row mean no more than one.
    let isBlank = line.allSatisfy(\.isWhitespace)
    let before = lesson.steps.last?.text ?? lesson.text
    if isBlank, before.last?.isEmpty != false { return }
    let text = isBlank ? "" : String(line)
    if lesson.steps.isEmpty {
      lesson.text.append(text)
    } else {
      lesson.steps[lastStep].text.append(text)
    }
  }

  /// Takes `minutes: 5`, `needs: 03-derived` and `uses: watch, why`; every other comment is the author's own.
  private mutating func comment(_ text: String) throws(LessonError) {
    let parts = text.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
    guard parts.count == 2, let kind = LessonRemark(rawValue: parts[0]) else { return }
    guard lesson.steps.isEmpty else { throw error(.block, .remarkBelongsToLesson(parts[0])) }
    switch kind {
    case .minutes:
      guard let minutes = Int(parts[1]), (1...Talk.mostMinutes).contains(minutes) else {
        throw error(.minutes, .minutesOfLesson)
      }
      lesson.minutes = minutes
    case .needs: lesson.needs += Self.words(in: parts[1])
    case .uses:
      lesson.uses += Self.words(in: parts[1]).map {
        $0.hasPrefix(":") ? String($0.dropFirst()) : $0
      }
    }
  }

  /// What a comment before the first step can tell.
  private enum LessonRemark: String { case minutes, needs, uses }

  private static func words(in text: String) -> [String] {
    text.split { $0 == "," || $0.isWhitespace }.map(String.init)
  }

  /// The text of an item of a task list, ticked or not; GitHub's Markdown has both signs.
  private static func taskItem(_ line: Substring) -> Substring? {
    ["- [ ] ", "* [ ] ", "- [x] ", "* [x] "].contains { line.hasPrefix($0) }
      ? line.dropFirst(6) : nil
  }

  private mutating func check(_ item: Substring) throws(LessonError) {
    guard !lesson.steps.isEmpty else {
      throw error(.block, .checkBelongsToStep)
    }
    let parts = item.split(separator: "`", omittingEmptySubsequences: false)
    // text ` code ` text ` condition `
    guard parts.count >= 3, parts.count % 2 == 1, parts[parts.count - 1].allSatisfy(\.isWhitespace)
    else {
      throw error(.condition, .checkEndsWithCondition)
    }
    let condition = String(parts[parts.count - 2]).trimmed
    do { _ = try Parser.condition(condition) } catch {
      throw self.error(.condition, .isNoCondition(condition, error.message))
    }
    var text = parts.dropLast(2).joined(separator: "`").trimmed
    while let last = text.last, ":：".contains(last) { text.removeLast() }
    lesson.steps[lastStep].checks.append(
      Lesson.Check(text: text.isEmpty ? "`\(condition)`" : text, condition: condition))
  }

  /// Takes the lines of a quotation together.
  private mutating func hint() {
    var parts: [String] = []
    while index < lines.count, lines[index].hasPrefix(">") {
      parts.append(String(lines[index].dropFirst()).trimmed)
      index += 1
    }
    index -= 1
    lesson.steps[lastStep].hints.append(parts.joined(separator: "\n"))
  }

  private mutating func block(_ fence: Substring) throws(LessonError) {
    let start = index
    let info = String(lines[start].dropFirst(fence.count)).trimmed
    guard let end = lines[(start + 1)...].firstIndex(where: { Transcript.closes($0, fence) })
    else { throw error(.block, .blockIsOpen("\(fence)")) }
    let content = lines[(start + 1)..<end]
    let text = content.joined(separator: "\n")
    index = end
    switch info {
    case "mvvm setup" where lesson.steps.isEmpty: lesson.setup += text + "\n"
    case "mvvm setup": lesson.steps[lastStep].setup += text + "\n"
    case "mvvm teardown": lesson.teardown += text + "\n"
    case "mvvm solution" where !lesson.steps.isEmpty:
      lesson.steps[lastStep].solutions.append(text + "\n")
    case "mvvm refused" where !lesson.steps.isEmpty:
      lesson.steps[lastStep].refused.append(text + "\n")
    case "mvvm solution", "mvvm refused":
      index = start
      throw error(.block, .solutionBelongsToStep)
    case "mvvm demo":
      if lesson.steps.isEmpty {
        lesson.demos.append(text)
      } else {
        lesson.steps[lastStep].demos.append(text)
      }
      for line in content { add("    " + line) }
    case let word where word.hasPrefix("mvvm "):
      index = start
      throw error(.block, .unknownBlock(word))
    default: for line in content { add("    " + line) }
    }
  }

  private func endStep() throws(LessonError) {
    guard let step = lesson.steps.last else { return }
    if step.checks.isEmpty {
      throw error(.noCheck, .stepHasNoCheck, line: stepLine)
    }
    if step.solutions.allSatisfy({ $0.trimmed.isEmpty }) {
      throw error(.noSolution, .stepHasNoSolution, line: stepLine)
    }
  }

  private func error(_ code: LessonError.Code, _ message: Message, line: Int? = nil) -> LessonError
  {
    LessonError(code, message, file: file, line: line ?? min(index, lines.count - 1) + 1)
  }
}

extension Array<String> {
  /// The lines without blank ones at the beginning and the end.
  var withoutBlankEnds: [String] {
    let start = firstIndex { !$0.isEmpty } ?? endIndex
    let end = lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? start
    return Array(self[start..<end])
  }
}
