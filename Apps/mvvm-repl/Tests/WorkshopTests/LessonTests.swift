import Foundation
import REPLKit
import Testing
@testable import Workshop

/// The lessons of the workshop can be done, in each language.
@MainActor
@Suite struct LessonTests {
  @Test(arguments: HelpLanguage.allCases)
  func everyLessonCanBeDone(language: HelpLanguage) async throws {
    #expect(await problems(of: .workshop(), in: language) == [])
  }

  @Test func theExampleOfTheDocumentationCanBeDone() async throws {
    let course = try Course([(name: "01-derived.md", text: try example(of: "Lessons"))])
    #expect(course.lessons[0].steps[0].checks.count == 2)
    #expect(await problems(of: course) == [])
  }

  @Test func aDraftAsksForInputsAlone() async throws {
    let workshops = Workshops(.manual)
    var said: [String] = []
    let session = await workshops.session { said.append(TextRenderer(style: .plain).text($0)) }
    await session.run(
      SourceText(
        "let posts = PostTable(); posts.fetch(); posts.filter = \"fog\"; posts.sort = .title"))
    await session.run(SourceText("store.put(\"a\", 1); net.get(\"/posts/7\")"))
    said = []
    await session.run(SourceText(":export lesson"))
    await session.close()
    await workshops.close()
    let draft = said.joined(separator: "\n")
    let checks = draft.split(separator: "\n").filter { $0.hasPrefix("- [ ]") }
    #expect(
      checks == [
        "- [ ] `posts.filter` has the right value: `posts.filter == \"fog\"`",
        "- [ ] `posts.sort` has the right value: `posts.sort == .title`",
      ])
    #expect(await problems(of: try Course([("01-draft.md", draft)])) == [])
  }

  private func problems(
    of course: Course, in language: HelpLanguage = .english
  ) async -> [String] {
    let workshops = Workshops(.manual)
    let problems = await CourseExamination(workshops.session).run(course, in: language)
    await workshops.close()
    return problems
  }

  @Test func theHelpAboutLessonsFitsIntoALine() async {
    let workshops = Workshops(.manual)
    var said: [String] = []
    let session = await workshops.session { said.append(TextRenderer(style: .plain).text($0)) }
    session.offer(Course.workshop())
    await session.run(SourceText(":help lesson"))
    await session.close()
    await workshops.close()
    #expect(said.joined().contains("\n  :lesson next|stop|01-values|…|20-writing  the lessons"))
  }

  @Test func everyLessonSpeaksChinese() throws {
    let course = Course.workshop()
    #expect(course.lessons.count == 20)
    for (index, lesson) in course.lessons.enumerated() {
      #expect(course.lesson(index, in: .chinese).title != lesson.title)
    }
  }

  @Test(arguments: HelpLanguage.allCases)
  func noStepIsHigherOrWiderThanASmallWindow(language: HelpLanguage) async throws {
    let desk = await LearnersDesk(language)
    let course = Course.workshop()
    for (index, lesson) in course.lessons.enumerated() {
      for step in lesson.steps.indices {
        var lines = await desk.type(":lesson \(index + 1).\(step + 1)")
        let title = course.lesson(index, in: language).steps[step].title
        // Behind the first step the learner sees what a step says, and not the lesson's first words.
        if step > 0, let start = lines.lastIndex(where: { $0.hasSuffix(title) }) {
          lines.removeFirst(start)
        }
        #expect(lines.count <= 22, "\(lesson.id), step \(step + 1): \(lines.count) rows")
        for line in lines where !line.hasPrefix("◉") {
          #expect(line.columns <= 100, "\(lesson.id), step \(step + 1): \(line)")
        }
        for line in lesson.text + lesson.steps[step].text where !line.contains("`") {
          #expect(line.columns <= 80, "\(lesson.id), step \(step + 1): \(line)")
        }
      }
    }
    await desk.close()
  }

  /// The copy of a view-model's Swift that the course reads where no sources are.
  @Test func theCopyOfTheLoginFormIsItsSource() async throws {
    let workshop = Workshop(data: nil)
    let session = Session(catalog: workshop.catalog) { _ in }
    await workshop.furnish(session)
    let copy = session.host.shippedSources["LoginForm.swift"]
    #expect(
      try copy == String(contentsOf: source("Workshop/Login/LoginForm.swift"), encoding: .utf8))
    await session.close()
    await workshop.close()
  }

  /// What a text asks for, its check asks for: no step is done by the usual way without one of its statements, except
  /// for a look at what time brings.
  @Test func everyStatementOfASolutionIsNeeded() async throws {
    var documents: [(name: String, text: String)] = []
    let course = Course.workshop()
    for lesson in course.lessons {
      let file = source("Workshop/Lessons/\(lesson.id).md")
      var parts = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n## ")
      for (index, step) in lesson.steps.enumerated() {
        let lines = step.solutions[0].split(separator: "\n").map(String.init)
        for place in lines.indices where !Self.isWaiting(lines[place]) && lines.count > 1 {
          // A wait lets time pass, too.
          let isTime = lines[place].hasPrefix("advance")
          let rest = lines.indices.filter { $0 != place && !(isTime && Self.isWaiting(lines[$0])) }
          guard !lines[place].hasPrefix("//"), !rest.isEmpty else { continue }
          let text = rest.map { lines[$0] + "\n" }.joined()
          parts[index + 1] += "\n\n```mvvm refused\n\(text)```\n"
        }
      }
      documents.append(("\(lesson.id).md", parts.joined(separator: "\n## ")))
    }
    #expect(await problems(of: try Course(documents)) == [])
  }

  private static func isWaiting(_ line: String) -> Bool { line.hasPrefix("wait") }

  @Test func everyDocumentOfTheFolderIsInTheProgram() throws {
    let course = try Course(documents(in: "Workshop/Lessons"))
    #expect(course.lessons == Course.workshop().lessons)
  }
}

extension String {
  /// Columns in a terminal, where Chinese characters take two.
  fileprivate var columns: Int {
    unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
  }
}
