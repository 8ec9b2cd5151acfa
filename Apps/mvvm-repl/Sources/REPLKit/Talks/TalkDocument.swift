/// Reads a talk's Markdown, line by line.
struct TalkDocument {
  private let file: String
  private let lines: [Substring]
  private var index = 0
  private var talk: Talk

  init(_ text: String, file: String, id: String) {
    self.file = file
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    talk = Talk(id: id)
  }

  mutating func read() throws(LessonError) -> Talk {
    while index < lines.count {
      let line = lines[index]
      if let fence = Transcript.fence(line) {
        try block(fence)
      } else if line.hasPrefix("## ") {
        let title = String(line.dropFirst(3)).trimmed
        talk.steps.append(Talk.Step(title: title, notes: [], statements: []))
      } else if line.hasPrefix("# "), talk.title.isEmpty {
        talk.title = String(line.dropFirst(2)).trimmed
      } else if line.hasPrefix("<!--"), line.hasSuffix("-->") {
        try comment(String(line.dropFirst(4).dropLast(3)).trimmed)
      } else {
        add(line)
      }
      index += 1
    }
    guard !talk.title.isEmpty else { throw error(.noTitle, .lessonHasNoTitle) }
    guard !talk.steps.isEmpty else { throw error(.noStep, .lessonHasNoStep) }
    talk.notes = talk.notes.withoutBlankEnds
    for index in talk.steps.indices {
      talk.steps[index].notes = talk.steps[index].notes.withoutBlankEnds
    }
    return talk
  }

  private var lastStep: Int { talk.steps.count - 1 }

  private mutating func add(_ line: Substring) {
    // Blank lines of Markdown separate paragraphs; several in a row mean no more than one.
    let isBlank = line.allSatisfy(\.isWhitespace)
    let before = talk.steps.isEmpty ? talk.notes.last : talk.steps[lastStep].notes.last
    if isBlank, before?.isEmpty != false { return }
    let text = isBlank ? "" : String(line)
    if talk.steps.isEmpty {
      talk.notes.append(text)
    } else {
      talk.steps[lastStep].notes.append(text)
    }
  }

  /// Takes `minutes: 2`; every other comment is the author's own.
  private mutating func comment(_ text: String) throws(LessonError) {
    guard text.hasPrefix("minutes") else { return }
    let number = text.dropFirst("minutes".count).drop { $0 == ":" || $0.isWhitespace }
    guard let minutes = Int(number), (1...Talk.mostMinutes).contains(minutes), !talk.steps.isEmpty
    else { throw error(.minutes, .minutesAreNumber) }
    talk.steps[lastStep].minutes = minutes
  }

  private mutating func block(_ fence: Substring) throws(LessonError) {
    let start = index
    let info = String(lines[start].dropFirst(fence.count)).trimmed
    guard let end = lines[(start + 1)...].firstIndex(where: { Transcript.closes($0, fence) })
    else { throw error(.block, .blockIsOpen("\(fence)")) }
    let content = lines[(start + 1)..<end]
    switch info {
    case "mvvm", "mvvm fails":
      guard !talk.steps.isEmpty else { throw error(.block, .statementsBelongToStep) }
      talk.steps[lastStep].statements += Self.statements(of: content, fails: info != "mvvm")
    case let word where word.hasPrefix("mvvm "):
      throw error(.block, .unknownBlockOfTalk(word))
    default: for line in content { add("    " + line) }
    }
    index = end
  }

  /// The statements of a block: one on each line, and one that is not finished there goes on with the next.
  private static func statements(
    of lines: ArraySlice<Substring>, fails: Bool
  ) -> [Talk.Statement] {
    var statements: [Talk.Statement] = []
    var begun = ""
    for line in lines {
      begun += (begun.isEmpty ? "" : "\n") + line
      guard !begun.allSatisfy(\.isWhitespace) else {
        begun = ""
        continue
      }
      guard ParsedText(begun).isComplete else { continue }
      statements.append(Talk.Statement(text: begun.trimmed, fails: fails))
      begun = ""
    }
    if !begun.isEmpty { statements.append(Talk.Statement(text: begun.trimmed, fails: fails)) }
    return statements
  }

  private func error(_ code: LessonError.Code, _ message: Message) -> LessonError {
    LessonError(code, message, file: file, line: min(index, lines.count - 1) + 1)
  }
}
