public import Foundation

/// A question with a typed answer: an alert, a sheet or a menu that is not shown yet.
///
/// ```swift
/// let question = Question<Way>(
///   "Network is off", actions: [.cancel("Cancel"), .normal("Settings", .settings)])
/// if await prompts.ask(question) == .settings { openSettings() }
/// ```
/// A pure message, `Question<Never>`, has only buttons without an answer.
public struct Question<Answer> {
  /// A button and its answer.
  public struct Action {
    /// The button as shown.
    public internal(set) var button: Prompt.Action
    /// The answer; `nil` for a button without an answer.
    public let answer: Answer?

    init(_ title: String, _ role: Prompt.Role, _ answer: Answer?) {
      button = Prompt.Action(title: title, role: role)
      self.answer = answer
    }

    /// Returns a copy with an image, or with a reason why the button cannot be chosen now; nil keeps the old value.
    public func with(image: String? = nil, disabledBecause reason: String? = nil) -> Self {
      var copy = self
      copy.button.image = image ?? button.image
      copy.button.reason = reason ?? button.reason
      return copy
    }
  }

  /// The heading, which can be used to hide the open question.
  public var caption: String
  /// The text below the heading.
  public var message: String?
  /// The text below the heading with styles; it takes precedence over ``message``.
  public var styledMessage: AttributedString?
  /// The name of an image above the text.
  public var image: String?
  /// The form in which the question is shown, which is never a picker; the default is an alert.
  public internal(set) var kind: Prompt.Kind = .alert
  /// The buttons, in order; a question without any can only be dismissed.
  public var actions: [Action]

  /// Makes a question that is not shown yet.
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

  /// A button that changes nothing and has no answer.
  public static func cancel(_ title: String) -> Self {
    Self(title, .cancel, nil)
  }

  /// A button for an action that cannot be undone.
  public static func destructive(_ title: String, _ answer: Answer) -> Self {
    Self(title, .destructive, answer)
  }
}

extension Question.Action: Sendable where Answer: Sendable {}
extension Question: Sendable where Answer: Sendable {}
