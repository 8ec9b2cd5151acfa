struct TalkDocument {
  private var reader: DocumentReader
  private var talk: Talk

  init(_ text: String, file: String) {
    reader = DocumentReader(text, file: file)
    let name = DocumentName(file)
    talk = Talk(id: name?.id ?? file, language: name?.language ?? .english)
  }

  mutating func read() throws(LessonError) -> Talk {
    while let part = try reader.part() {
      switch part {
      case .title(let title): talk.title = title
      case .step(let title):
        talk.steps.append(Talk.Step(title: title, notes: [], statements: []))
      case .comment(let text): try comment(text)
      case .block(let info, let content): try block(info, content)
      case .line(let line): note { $0.add(line: line) }
      }
    }
    talk.notes = talk.notes.withoutBlankEnds.paragraphs
    for index in talk.steps.indices {
      talk.steps[index].notes = talk.steps[index].notes.withoutBlankEnds.paragraphs
    }
    return talk
  }

  private var lastStep: Int { talk.steps.count - 1 }

  /// Changes the notes of the current step, or the notes before the first step.
  private mutating func note(_ change: (inout [String]) -> Void) {
    if talk.steps.isEmpty { change(&talk.notes) } else { change(&talk.steps[lastStep].notes) }
  }

  /// Parses `minutes: 2`; ignores all other comments.
  private mutating func comment(_ text: String) throws(LessonError) {
    guard text.hasPrefix("minutes") else { return }
    let number = text.dropFirst("minutes".count).drop { $0 == ":" || $0.isWhitespace }
    guard let minutes = DocumentReader.minutes(String(number)), !talk.steps.isEmpty else {
      throw reader.error(.minutes, .minutesAreNumber)
    }
    talk.steps[lastStep].minutes = minutes
  }

  private mutating func block(
    _ info: String, _ content: ArraySlice<Substring>
  ) throws(LessonError) {
    switch info {
    case "mvvm", "mvvm fails":
      guard !talk.steps.isEmpty else { throw reader.error(.block, .statementsBelongToStep) }
      talk.steps[lastStep].statements += Self.statements(of: content, fails: info != "mvvm")
    case let word where word.hasPrefix("mvvm "):
      throw reader.error(.block, .unknownBlockOfTalk(word))
    default: note { $0.add(block: content) }
    }
  }

  /// Returns the statements of a block: one per line, or more lines until the statement is complete.
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
}
