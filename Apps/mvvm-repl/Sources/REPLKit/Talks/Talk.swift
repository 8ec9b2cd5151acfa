/// A talk: what a teacher says, and the statements that are typed meanwhile.
///
/// A talk is a Markdown document that also reads well where no prompt runs:
///
/// ````markdown
/// # The login form
///
/// ## A page without a view
/// <!-- minutes: 2 -->
///
/// Say that nothing is drawn here.
///
/// ```mvvm
/// let form = LoginForm()
/// form.phone = "186"
/// ```
/// ````
///
/// The title stands behind `#`, each step behind `##`. The statements of a block `mvvm` are typed, those of a block
/// `mvvm fails` too, and they have to fail. Everything else is the speaker's notes.
public struct Talk: Sendable, Hashable, Identifiable {
  /// One thing to show.
  public struct Step: Sendable, Hashable {
    /// The heading, which the audience sees.
    public var title: String
    /// What the speaker has to say: paragraphs, items of lists, and indented lines of blocks, with blank lines between.
    public var notes: [String]
    /// The statements in their order; often none in a step where the speaker only talks.
    public var statements: [Statement]
    /// How long it takes, in minutes; `nil` when nothing is planned.
    public var minutes: Int?
  }

  /// Something that is typed.
  public struct Statement: Sendable, Hashable {
    /// Its text; more than one line when it is not finished on the first.
    public var text: String
    /// Whether it is shown because it fails.
    public var fails: Bool
  }

  /// The name of the document without its endings, such as `login`.
  public let id: String
  /// The language of its text, which the name of the document tells.
  public let language: HelpLanguage
  /// The heading.
  public var title: String
  /// What the speaker has to know before the first step, in lines like those of a step.
  public var notes: [String]
  /// The steps in their order, at least one.
  public var steps: [Step]

  /// More than a day is no talk, and sums of minutes stay small.
  static let mostMinutes = 24 * 60

  /// The sum of the planned minutes; `nil` when nothing is planned.
  public var minutes: Int? {
    let planned = steps.compactMap(\.minutes)
    return planned.isEmpty ? nil : planned.reduce(0, +)
  }

  /// Reads a document, whose name is told with a mistake; without its endings it is the talk's name.
  ///
  /// - Throws: ``LessonError``, the first mistake.
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
