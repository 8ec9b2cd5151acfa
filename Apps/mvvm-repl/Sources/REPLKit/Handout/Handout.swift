/// A printable HTML page to take home: lessons, talks, a cheat sheet and a glossary.
///
/// The page needs no other file. Talks are played when the page is made, so their answers are up to date. The cheat
/// sheet and the glossary are the tables that the prompt itself uses.
///
/// ```swift
/// let handout = Handout(course: course, talks: talks, language: .english) { emit in
///   Session(catalog: catalog, emit: emit)
/// }
/// let html = await handout.html([.cheatSheet, .glossary], title: "mvvm-repl")
/// ```
@MainActor
public struct Handout {
  /// A part of the page.
  public enum Part: Sendable, Hashable {
    /// A lesson, by its name.
    case lesson(Lesson.ID)
    /// A talk, by its name.
    case talk(Talk.ID)
    /// The keys, verbs and tool commands.
    case cheatSheet
    /// The glossary of terms.
    case glossary
  }

  /// Whether the speaker's notes of talks are included.
  public var hasNotes = false
  /// Whether all solutions follow their step, for teachers; otherwise the hints and one solution of each step are at
  /// the end.
  public var hasSolutions = false
  private let course: Course?
  private let talks: TalkList
  private let language: HelpLanguage
  private let makeSession: TranscriptRunner.SessionMaker

  /// Creates a handout; `makeSession` makes the session of each talk, and the session whose help is the cheat sheet.
  public init(
    course: Course?, talks: TalkList, language: HelpLanguage,
    _ makeSession: @escaping TranscriptRunner.SessionMaker
  ) {
    (self.course, self.talks, self.language) = (course, talks, language)
    self.makeSession = makeSession
  }

  /// All parts, in the order in which they are printed.
  public var allParts: [Part] { lessons + allTalks + [.cheatSheet, .glossary] }
  /// All lessons.
  public var lessons: [Part] { (course?.lessons ?? []).map { .lesson($0.id) } }
  private var allTalks: [Part] { talks.talks.map { .talk($0.id) } }

  /// Returns the parts for a word: `lessons`, `talks`, `cheatsheet`, `glossary`, the name or number of a lesson, or the
  /// name of a talk; empty for any other word.
  public func parts(of word: String) -> [Part] {
    switch word {
    case "lessons": return lessons
    case "talks": return allTalks
    case "cheatsheet": return [.cheatSheet]
    case "glossary": return [.glossary]
    default:
      if talks.talks.contains(where: { $0.id == word }) { return [.talk(word)] }
      guard let course, let index = course.index(of: word) else { return [] }
      return [.lesson(course.lessons[index].id)]
    }
  }

  /// Returns the page with some parts, as HTML; the title of a single part precedes the title of the page.
  public func html(_ parts: [Part], title: String) async -> String {
    var sections: [String] = []
    for part in parts {
      switch part {
      case .lesson(let id): sections.append(lesson(id))
      case .talk(let id): sections.append(await talk(id))
      case .cheatSheet: sections.append(await cheatSheet())
      case .glossary: sections.append(glossary)
      }
    }
    let solutions = hasSolutions ? "" : solutions(of: parts)
    if !solutions.isEmpty { sections.append(solutions) }
    let tag =
      switch language {
      case .english: "en"
      case .chinese: "zh-Hans"
      }
    return """
      <!DOCTYPE html>
      <html lang="\(tag)">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>\(MarkdownHTML.escaped((titles(of: parts) + [title]).joined(separator: " · ")))</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      \(sections.joined(separator: "\n"))
      </body>
      </html>
      """
  }

  /// Returns the title of a single part; empty for several parts.
  private func titles(of parts: [Part]) -> [String] {
    guard parts.count == 1 else { return [] }
    let title: String? =
      switch parts[0] {
      case .lesson(let id): found(id)?.lesson.title
      case .talk(let id): talks.talk(id, in: language)?.title
      case .cheatSheet: Message.cheatSheet.text(in: language)
      case .glossary: Message.glossary.text(in: language)
      }
    return [title].compactMap(\.self)
  }

  private func told(_ message: Message) -> String {
    MarkdownHTML.escaped(message.text(in: language))
  }

  /// Returns a heading with the minutes beside it.
  private func heading(_ level: Int, _ text: String, _ minutes: Int?) -> String {
    let time = minutes.map { " <small>\(told(.minutes($0)))</small>" } ?? ""
    return "<h\(level)>\(MarkdownHTML.inline(text))\(time)</h\(level)>"
  }

  private static func section(_ kind: String, _ parts: [String]) -> String {
    "<section class=\"\(kind)\">\n\(parts.filter { !$0.isEmpty }.joined(separator: "\n"))\n</section>"
  }
}

// MARK: - Lessons

extension Handout {
  private func lesson(_ id: Lesson.ID) -> String {
    guard let (number, lesson) = found(id) else { return "" }
    var parts = [
      heading(
        1, Message.lessonBegins(number, lesson.title).text(in: language),
        course?.lessons[number - 1].minutes),
      MarkdownHTML.text(lesson.text), typed(lesson.setup),
    ]
    for step in lesson.steps {
      let checks = step.checks.map { "<li>\(MarkdownHTML.inline($0.text))</li>" }.joined()
      parts += [
        heading(2, step.title, nil), MarkdownHTML.text(step.text), typed(step.setup),
        "<ul class=\"checks\">\(checks)</ul>", hasSolutions ? self.ways(through: step) : "",
      ]
    }
    return Self.section("lesson", parts)
  }

  private func found(_ id: Lesson.ID) -> (number: Int, lesson: Lesson)? {
    guard let course, let index = course.lessons.firstIndex(where: { $0.id == id }) else {
      return nil
    }
    return (index + 1, course.lesson(index, in: language))
  }

  private func typed(_ statements: String) -> String {
    guard !statements.trimmed.isEmpty else { return "" }
    return "<p class=\"quiet\">\(told(.typedForYou))</p>\n" + MarkdownHTML.block(statements.trimmed)
  }

  /// Returns the hints of a step and all accepted solutions.
  private func ways(through step: Lesson.Step) -> String {
    let ways = step.solutions.enumerated().map { index, solution in
      "<p class=\"quiet\">\(told(index == 0 ? .oneWay : .anotherWay))</p>\n"
        + MarkdownHTML.block(solution.trimmed)
    }
    return "<div class=\"solution\">\n"
      + ([hints(of: step)] + ways).filter { !$0.isEmpty }
      .joined(separator: "\n") + "\n</div>"
  }

  private func hints(of step: Lesson.Step) -> String {
    let hints = step.hints.map { "<li>\(MarkdownHTML.inline($0))</li>" }.joined()
    return hints.isEmpty ? "" : "<ul>\(hints)</ul>"
  }

  /// Returns the hints and solutions, on pages of their own at the end.
  private func solutions(of parts: [Part]) -> String {
    var texts: [String] = []
    for case .lesson(let id) in parts {
      guard let (number, lesson) = found(id) else { continue }
      texts.append(heading(2, Message.lessonBegins(number, lesson.title).text(in: language), nil))
      for (index, step) in lesson.steps.enumerated() {
        texts += [
          heading(3, "\(index + 1). \(step.title)", nil), hints(of: step),
          MarkdownHTML.block(step.solutions[0].trimmed),
        ]
      }
    }
    guard !texts.isEmpty else { return "" }
    return Self.section("solutions", ["<h1>\(told(.hintsAndSolutions))</h1>"] + texts)
  }
}

// MARK: - Talks

extension Handout {
  /// Returns a talk with the answers to its statements, played from its beginning.
  private func talk(_ id: Talk.ID) async -> String {
    guard let talk = talks.talk(id, in: language) else { return "" }
    let answers = Answers(TextRenderer(style: .plain, language: language, columns: 80))
    let session = await makeSession { answers.take($0) }
    session.language = language
    var parts = [
      heading(1, talk.title, talk.minutes), hasNotes ? MarkdownHTML.text(talk.notes) : "",
    ]
    for step in talk.steps {
      parts += [
        heading(2, step.title, step.minutes), hasNotes ? MarkdownHTML.text(step.notes) : "",
      ]
      for statement in step.statements {
        await session.run(SourceText(statement.text))
        await session.clock.settle()
        let typed = session.shown(statement).split(separator: "\n").joined(separator: "\n... ")
        parts.append(
          "<pre><b>❯ \(MarkdownHTML.escaped(typed))</b>\(MarkdownHTML.escaped(answers.next()))</pre>"
        )
      }
    }
    session.cancelJobs()
    await session.close()
    return Self.section("talk", parts)
  }

  /// The output of a session since the last call of `next()`.
  @MainActor
  private final class Answers {
    private let renderer: TextRenderer
    private var lines: [String] = []

    init(_ renderer: TextRenderer) { self.renderer = renderer }

    func take(_ record: Record) {
      let text = renderer.text(record)
      if !text.isEmpty { lines.append(text) }
    }

    /// Returns the lines with `…` in place of ports, times and numbers of records, which differ from run to run.
    func next() -> String {
      defer { lines = [] }
      return lines.map { "\n\($0)" }.joined()
        .replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:…")
        .replacing(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, with: "…")
        .replacing(/\ \ #\d+$/.anchorsMatchLineEndings(), with: "  #…")
    }
  }
}

// MARK: - Tables

extension Handout {
  /// Returns the cheat sheet: everything that can be typed or pressed.
  private func cheatSheet() async -> String {
    let session = await makeSession { _ in }
    session.language = language
    let help = session.help
    var parts = ["<h1>\(told(.cheatSheet))</h1>"]
    for topic in HelpTopic.allCases {
      if topic == .keys, session.host.keys.isEmpty { continue }
      let page = topic == .keys ? session.keysPage : help.page(of: topic)
      parts.append(table(page, class: "topic"))
    }
    await session.close()
    return Self.section("sheet", parts)
  }

  private var glossary: String {
    Self.section("glossary", [table(Glossary.page(in: language), level: 1, class: "terms")])
  }

  private func table(_ record: Record, level: Int = 2, class kind: String) -> String {
    guard case .page(let title, let rows) = record else { return "" }
    let cells = rows.map { row in
      "<tr><th>\(MarkdownHTML.escaped(row.word.trimmed))</th><td>\(MarkdownHTML.escaped(row.text))</td></tr>"
    }
    return "<div class=\"\(kind)\"><h\(level)>\(told(title))</h\(level)>\n<table>\n"
      + cells.joined(separator: "\n") + "\n</table></div>"
  }

  /// The style sheet: black on white, a new sheet of paper for each part, no page break within related content.
  private static let style = """
    @page { size: A4; margin: 16mm }
    body { font: 11pt/1.5 system-ui, "PingFang SC", "Noto Sans CJK SC", sans-serif; max-width: 46em; margin: 2em auto; padding: 0 1em; color: #111; background: #fff }
    h1 { font-size: 1.6em; line-height: 1.2 } h2 { font-size: 1.15em; margin: 1.4em 0 .3em } h3 { font-size: 1em; margin: 1em 0 .2em }
    h1, h2, h3 { break-after: avoid } small { font-weight: normal; color: #555; font-size: .75em }
    pre, code, .sheet th { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .88em }
    pre { background: #f4f4f4; border: 1px solid #ddd; padding: .4em .7em; white-space: pre-wrap; break-inside: avoid-page; margin: .4em 0 }
    p, li { orphans: 3; widows: 3 } .quiet { color: #555; margin-bottom: 0 }
    .solution { border-left: 3px solid #999; padding-left: .8em; margin: .6em 0 }
    .checks { list-style: none; padding-left: 0 } .checks li::before { content: "☐ " }
    section { break-before: page; border-top: 1px solid #ccc; margin-top: 3em } section:first-child { break-before: auto; border: 0; margin-top: 0 }
    table { border-collapse: collapse; width: 100% } th { text-align: left; font-weight: normal; vertical-align: top; padding-right: 1em } td { vertical-align: top }
    tr { break-inside: avoid } .terms th { font-weight: bold; width: 30% } .terms td, .terms th { padding-bottom: .3em }
    .sheet .topic { break-inside: avoid } .sheet th { width: 45% }
    @media print {
      body { max-width: none; margin: 0; padding: 0 } section { border: 0; margin: 0 }
      .sheet { columns: 3; column-gap: 5mm; font-size: 6pt; line-height: 1.2 } .sheet h1 { column-span: all; margin: 0 } .sheet h2 { margin: .5em 0 .1em }
      .sheet .topic { break-inside: auto } .sheet th { overflow-wrap: anywhere; padding-right: .4em }
    }
    """
}
