/// A talk: the notes of a teacher, and the statements that are typed meanwhile.
///
/// A talk is a Markdown document; <doc:Talks> has an example and describes the format.
public struct Talk: Sendable, Hashable, Identifiable {
  /// A step of a talk.
  public struct Step: Sendable, Hashable {
    /// The heading, which the audience sees.
    public var title: String
    /// The speaker's notes: paragraphs, items of lists, and indented lines of blocks, with blank lines between.
    public var notes: [String]
    /// The statements in order; often none in a step where the speaker only talks.
    public var statements: [Statement]
    /// The planned minutes; `nil` if nothing is planned.
    public var minutes: Int?
  }

  /// A statement that is typed.
  public struct Statement: Sendable, Hashable {
    /// The text; several lines if the first line is not complete.
    public var text: String
    /// Whether the statement must fail, to show the failure.
    public var fails: Bool
  }

  /// The name of the document without its extensions, such as `login`.
  public let id: String
  /// The language of the text, from the name of the document.
  public let language: HelpLanguage
  /// The heading.
  public var title: String
  /// The notes for the speaker before the first step, in lines like those of a step.
  public var notes: [String]
  /// The steps in their order, at least one.
  public var steps: [Step]

  /// The maximum number of minutes: one day, so that sums stay small.
  static let mostMinutes = 24 * 60

  /// The sum of the planned minutes; `nil` when nothing is planned.
  public var minutes: Int? {
    let planned = steps.compactMap(\.minutes)
    return planned.isEmpty ? nil : planned.reduce(0, +)
  }

  /// Parses a document; errors contain the file name, and without its extensions it is the talk's name.
  ///
  /// - Throws: ``LessonError`` for the first mistake.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ text: String, file: String) throws(LessonError) {
    var document = TalkDocument(text, file: file)
    self = try document.read()
  }

  init(id: String, language: HelpLanguage) {
    (self.id, self.language) = (id, language)
    (title, notes, steps) = ("", [], [])
  }
}
