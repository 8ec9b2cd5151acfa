/// A lesson: texts to read, tasks to do at the prompt, and checks that recognize when a task is done.
///
/// A lesson is a Markdown document; <doc:Lessons> has an example and describes the format.
public struct Lesson: Sendable, Hashable, Identifiable {
  /// One task of a lesson.
  public struct Step: Sendable, Hashable {
    /// The heading.
    public var title: String
    /// The text to be read, line by line.
    public var text: [String]
    /// The statements that run when the step begins; often none.
    public var setup: String
    /// The checks, at least one.
    public var checks: [Check]
    /// The hints, which are given one at a time.
    public var hints: [String]
    /// The solutions: statements that do the task in different ways; at least one, the first of them the usual way.
    public var solutions: [String]
    /// Statements that must not do the step: a wrong way that looks like a right one.
    public var refused: [String] = []
    /// Conversations that are shown when the step begins.
    public var demos: [String] = []
  }

  /// A condition that must become true.
  public struct Check: Sendable, Hashable {
    /// The text for the learner.
    public var text: String
    /// The condition in the prompt's language.
    ///
    /// It may use everything that has a value at the prompt, and the functions that <doc:Lessons> lists.
    public var condition: String

    /// Whether the check asks for a command that has failed.
    var asksForFailure: Bool { condition.contains("\(CheckWord.fails.rawValue)(") }

    /// Whether the check asks the learner for an answer, which must not be revealed.
    var isQuestion: Bool { (try? Parser.condition(condition))?.isQuestion == true }
  }

  /// The name of the document without its extensions, such as `03-derived`.
  public let id: String
  /// The heading.
  public var title: String
  /// The minutes that a beginner needs; `nil` if the document does not say so.
  public var minutes: Int?
  /// The names of the lessons that the lesson builds upon.
  public var needs: [ID] = []
  /// The verbs and tool commands that completion offers in the lesson; empty for all.
  public var uses: [String] = []
  /// The text to be read first, line by line.
  public var text: [String]
  /// Conversations that are shown when the lesson begins.
  public var demos: [String] = []
  /// The statements that run when the lesson begins.
  public var setup: String
  /// The tasks in their order, at least one.
  public var steps: [Step]
  /// The statements that run silently when the learner leaves the lesson.
  public var teardown: String
}

/// An error in the document of a lesson or a talk.
public struct LessonError: Error, Hashable, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: String, Sendable, CaseIterable {
    /// A heading is missing.
    case noTitle
    /// There is no step.
    case noStep
    /// A step has no check.
    case noCheck
    /// A step has no solution.
    case noSolution
    /// A check has no condition, or a condition that cannot be parsed.
    case condition
    /// A block is not closed, or has no meaning at its place.
    case block
    /// The minutes of a lesson, or of a step of a talk, are not a whole number from 1 to 1440.
    case minutes
    /// The name of the document is not that of a lesson or a talk, or two documents have the same name.
    case name
    /// A translation has another task than the English document.
    case translation
    /// The document cannot be read.
    case unreadable
  }

  /// The kind of the error.
  public let code: Code
  /// The error in words, with a remedy.
  public let message: Message
  /// The name of the document.
  public let file: String
  /// The line, from 1; `nil` if the error is about the whole document.
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

  /// Returns the error in one line, as compilers write it.
  public func text(in language: HelpLanguage) -> String {
    "\(file)\(line.map { ":\($0)" } ?? ""): \(message.text(in: language))"
  }
}
