public import Foundation

/// A question whose answer has a type: an alert, a sheet or a menu, before it is asked.
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
    /// The button as it is shown.
    public internal(set) var button: Prompt.Action
    /// The answer; `nil` for a button that answers nothing.
    public let answer: Answer?

    init(_ title: String, _ role: Prompt.Role, _ answer: Answer?) {
      button = Prompt.Action(title: title, role: role)
      self.answer = answer
    }

    /// This button with a picture, or with a reason why it cannot be chosen now; what is not given stays.
    public func with(image: String? = nil, disabledBecause reason: String? = nil) -> Self {
      var copy = self
      copy.button.image = image ?? button.image
      copy.button.reason = reason ?? button.reason
      return copy
    }
  }

  /// The heading, by which the question can be hidden while it is asked.
  public var caption: String
  /// The text below the heading.
  public var message: String?
  /// The text below the heading with styles; it counts instead of ``message``.
  public var styledMessage: AttributedString?
  /// The name of a picture above the text.
  public var image: String?
  /// The form in which it is asked, which is never a picker: an alert, unless told otherwise.
  public internal(set) var kind: Prompt.Kind = .alert
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
    Self(title, .normal, answer)
  }

  /// A button that leaves everything as it is, and answers nothing.
  public static func cancel(_ title: String) -> Self {
    Self(title, .cancel, nil)
  }

  /// A button for what cannot be undone.
  public static func destructive(_ title: String, _ answer: Answer) -> Self {
    Self(title, .destructive, answer)
  }
}

extension Question.Action: Sendable where Answer: Sendable {}
extension Question: Sendable where Answer: Sendable {}
