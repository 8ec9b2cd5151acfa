/// A question whose answer has a type: an alert, before it is asked.
///
/// ```swift
/// let question = Question<Way>(
///   "Network is off", actions: [.cancel("Cancel"), .normal("Settings", .settings)])
/// if await prompts.ask(question) == .settings { openSettings() }
/// ```
/// One that only tells something, `Question<Never>`, has buttons without an answer.
public struct Question<Answer> {
  /// A button, and what it answers.
  public struct Action {
    /// The text on it.
    public let title: String
    /// The purpose.
    public let role: Prompt.Role
    /// The answer; `nil` for a button that answers nothing.
    public let answer: Answer?
  }

  /// The heading, by which the question can be hidden while it is asked.
  public var caption: String
  /// The text below the heading.
  public var message: String?
  /// The buttons, in order; a question without any can only be dismissed.
  public var actions: [Action]

  /// Makes a question that nobody is asked yet.
  public init(_ caption: String, message: String? = nil, actions: [Action]) {
    self.caption = caption
    self.message = message
    self.actions = actions
  }
}

extension Question.Action {
  /// A button with an answer.
  public static func normal(_ title: String, _ answer: Answer) -> Self {
    Self(title: title, role: .normal, answer: answer)
  }

  /// A button that leaves everything as it is, and answers nothing.
  public static func cancel(_ title: String) -> Self {
    Self(title: title, role: .cancel, answer: nil)
  }

  /// A button for what cannot be undone.
  public static func destructive(_ title: String, _ answer: Answer) -> Self {
    Self(title: title, role: .destructive, answer: answer)
  }
}

extension Question.Action: Sendable where Answer: Sendable {}
extension Question: Sendable where Answer: Sendable {}
