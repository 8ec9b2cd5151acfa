/// A lesson: what to read, what to do at the prompt, and how the prompt sees that it is done.
///
/// A lesson is a Markdown document that also reads well where no prompt runs:
///
/// ````markdown
/// # Derived state
///
/// Nobody sets `isPhoneValid`: it follows from `phone`.
///
/// ```mvvm setup
/// let form = LoginForm()
/// ```
///
/// ## Make the phone valid
///
/// - [ ] the phone is valid: `form.isPhoneValid`
///
/// > It takes eleven digits.
///
/// ```mvvm solution
/// form.phone = "18612345678"
/// ```
/// ````
///
/// The title stands behind `#`, each step behind `##`. The items of a task list are a step's checks: the
/// last piece of code is what has to be true, whatever way was taken there. Each quotation is a
/// hint; hints are given one at a time. What `setup` holds is typed for the learner when the lesson, or the step that it stands in,
/// begins; each `solution` is one way through the step, and what proves that the step can be done; `refused` is a way that
/// must not do it. A `demo` is a conversation to be read, whose answers are proved. Everything else is shown as it stands.
public struct Lesson: Sendable, Hashable, Identifiable {
  /// One task of a lesson.
  public struct Step: Sendable, Hashable {
    /// The heading.
    public var title: String
    /// The text to be read, line by line.
    public var text: [String]
    /// The statements that are run when the step begins; often none.
    public var setup: String
    /// The checks, at least one.
    public var checks: [Check]
    /// The hints, to be told one by one.
    public var hints: [String]
    /// Statements that do what is asked, each text in its own way; at least one, and the first is the usual way.
    public var solutions: [String]
    /// Statements that must not do the step: a wrong way that looks like a right one.
    public var refused: [String] = []
    /// Conversations that are shown when the step begins.
    public var demos: [String] = []
  }

  /// Something that has to be true.
  public struct Check: Sendable, Hashable {
    /// The text for the learner.
    public var text: String
    /// The condition in the prompt's language.
    ///
    /// Besides everything that has a value at the prompt it may use, about the time since the step began,
    /// `changes(form.phone)`, how often a value has changed, `runs(form.clear)`, `fails(…)` and
    /// `cancels(…)`, how often a command has ended so, `runs(app.back -> false)`, how often with that result,
    /// `never(form.phone == "")`, whether something was not so after any statement,
    /// `hasFollowed(form.phone -> draft.phone)` and `isExpected(form.canClear)`; and `isWatched(form.phone)`,
    /// `isBound(form.phone)`, `isBound(form.phone -> draft.phone)`, `isDerived(total)`. A count takes a condition, too,
    /// `changes(form.phone, during: form.signIn.isExecuting)`, and `hasTyped("why form.canClear")` asks for words.
    public var condition: String

    /// Whether it asks the learner for an answer, so that it is not to be given away.
    var isQuestion: Bool { (try? Parser.condition(condition))?.isQuestion == true }
  }

  /// The name of the document without its endings, such as `03-derived`.
  public let id: String
  /// The heading.
  public var title: String
  /// How long it takes a beginner, in minutes; `nil` when nobody says so.
  public var minutes: Int?
  /// The names of the lessons that it builds upon.
  public var needs: [ID] = []
  /// The verbs and the words of the tool that completion offers in it; empty for all.
  public var uses: [String] = []
  /// The text to be read first, line by line.
  public var text: [String]
  /// Conversations that are shown when the lesson begins.
  public var demos: [String] = []
  /// The statements that are run when the lesson begins.
  public var setup: String
  /// The tasks in their order, at least one.
  public var steps: [Step]
  /// The statements that are run, without a word, when the learner leaves the lesson.
  public var teardown: String
}

/// A mistake in the document of a lesson or a talk.
public struct LessonError: Error, Hashable, CustomStringConvertible {
  /// The kinds of mistakes.
  public enum Code: String, Sendable, CaseIterable {
    /// A heading is missing.
    case noTitle
    /// There is no step.
    case noStep
    /// A step has no check.
    case noCheck
    /// A step has no solution.
    case noSolution
    /// A check has no condition, or one that is not in the language.
    case condition
    /// A block is not closed, or stands where it means nothing.
    case block
    /// The minutes of a lesson, or of a step of a talk, are no whole number above 0.
    case minutes
    /// The document is not named as lessons are, or two have the same name.
    case name
    /// A translation asks for something else than the English lesson.
    case translation
    /// The document cannot be read.
    case unreadable
  }

  /// The kind of the mistake.
  public let code: Code
  /// The mistake in words, and how to mend it.
  public let message: Message
  /// The name of the document.
  public let file: String
  /// The line, from 1; `nil` when it is the whole document.
  public let line: Int?

  /// Creates an error.
  public init(_ code: Code, _ message: Message, file: String, line: Int? = nil) {
    self.code = code
    self.message = message
    self.file = file
    self.line = line
  }

  /// The error in one line, as compilers write it, in English.
  public var description: String { text(in: .english) }

  /// The error in one line, as compilers write it.
  public func text(in language: HelpLanguage) -> String {
    "\(file)\(line.map { ":\($0)" } ?? ""): \(message.text(in: language))"
  }
}
