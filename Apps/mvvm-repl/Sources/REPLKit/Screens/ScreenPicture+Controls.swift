public import ViewModels

extension ScreenPicture {
  /// A button, and the reason if it is disabled.
  public struct Button: Sendable, Hashable, Codable {
    /// The text on the button.
    public var title: String
    /// The purpose of the button.
    public var role: Prompt.Role
    /// The statement that the button runs; its last parentheses are empty if there are parameters.
    public var statement: String
    /// The parameters whose values a person enters before the statement runs.
    public var parameters: [Input]
    /// The reason why the button is disabled; `nil` while it is enabled.
    public var reason: String?
    /// An image in front of the text, by its name.
    public var image: String?
    /// Whether the command of the button is running.
    public var isRunning = false

    /// Creates a button that runs a statement.
    public init(
      _ title: String, role: Prompt.Role = .normal, statement: String, parameters: [Input] = [],
      reason: String? = nil
    ) {
      (self.title, self.role, self.statement) = (title, role, statement)
      (self.parameters, self.reason) = (parameters, reason)
    }

    /// Returns the statement with arguments for the parameters, in their order; `nil` omits an argument.
    func statement(_ values: [String?]) -> String {
      // The parentheses of the call are the last ones; the path may contain others.
      guard !parameters.isEmpty, let open = statement.lastIndex(of: "(") else { return statement }
      let arguments = zip(parameters, values).compactMap { input, value in
        value.map { (input.label.map { "\($0): " } ?? "") + $0 }
      }
      let end = statement[open...].dropFirst(2)
      return statement[..<open] + "(" + arguments.joined(separator: ", ") + ")" + end
    }
  }

  /// A parameter of a command, which a person enters.
  public struct Input: Sendable, Hashable, Codable {
    /// The label in the call; `nil` when there is none.
    public var label: String?
    /// The name that is shown.
    public var name: String
    /// The kind of value.
    public var kind: Field.Kind
    /// The cases of a choice.
    public var choices: [String]
    /// Whether an empty input means `nil`.
    public var isOptional: Bool
    /// Whether the argument may be omitted.
    public var hasDefault: Bool
    /// Whether the value is a secret, which is neither shown nor stored.
    public var isSecure: Bool
  }

  /// An input that a person can change.
  public struct Field: Sendable, Hashable, Codable {
    /// The kind of value, which determines how a person edits it.
    public enum Kind: String, Sendable, Codable {
      /// A text.
      case text
      /// A text whose characters are not shown.
      case secure
      /// Yes or no.
      case toggle
      /// One of several cases.
      case choice
      /// A whole number.
      case number
      /// A number with a fraction.
      case decimal
      /// A number within bounds that changes in steps: a slider or a rating.
      case scale
    }

    /// The name that is shown.
    public var label: String
    /// The path that is assigned: `form.name`.
    public var path: String
    /// The kind of value.
    public var kind: Kind
    /// The value; dots for a secret.
    public var value: DynamicValue
    /// The role of the value, as its colour member says: `phoneColor` is that of `phone`.
    public var role = ScreenText.Role.plain
    /// The cases of a choice.
    public var choices: [String] = []
    /// Whether an empty input means `nil`.
    public var isOptional = false
    /// Whether an empty input omits the argument of a call.
    var hasDefault = false
    /// Whether a person has tried to submit the value, and it is invalid.
    var isRefused = false
    /// The bounds of a scale; `nil` for any other kind.
    public var scale: Scale?
    /// Whether the value is a secret, which is neither shown nor stored; true for every text of the kind
    /// ``Kind/secure``.
    public var isSecure: Bool
    /// The description of what is wrong with the value; `nil` for a valid value.
    public var problem: String?

    /// Creates a field.
    public init(_ label: String, path: String, _ kind: Kind, value: DynamicValue) {
      (self.label, self.path, self.kind, self.value) = (label, path, kind, value)
      isSecure = kind == .secure
    }
  }

  /// A question to a person: an alert, a sheet or a menu of actions, or a picker.
  public struct Question: Sendable, Hashable, Codable {
    /// The form of the question.
    public var kind: Prompt.Kind
    /// The heading.
    public var caption: String?
    /// The text below the heading.
    public var message: String?
    /// The text below the heading, with roles; it takes precedence over the message.
    public var styledMessage: ScreenText?
    /// An image above the text, by its name.
    public var image: String?
    /// The answers.
    public var actions: [Button] = []
    /// The rows of a picker, column by column.
    public var columns: [[String]] = []
    /// The initially picked row of each column.
    public var selected: [Int] = []
    /// The command that receives the picked rows: `page.prompts.pick`.
    public var pick: String?
    /// The number by which an answer identifies the question; `nil` if its answers need no number.
    public var number: Int?
    /// The statement that dismisses the question without an answer.
    public var dismiss: String?

    /// Returns the statement that picks a row of each column; `nil` unless the question is a picker.
    func statement(picking rows: [Int]) -> String? {
      pick.map { "\($0)(\(rows)\(number.map { ", of: \($0)" } ?? ""))" }
    }
  }
}
