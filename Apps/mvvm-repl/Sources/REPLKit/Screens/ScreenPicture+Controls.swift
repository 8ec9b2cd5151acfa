public import ViewModels

extension ScreenPicture {
  /// A button, and why it cannot be pressed.
  public struct Button: Sendable, Hashable, Codable {
    /// The text on it.
    public var title: String
    /// The purpose.
    public var role: Prompt.Role
    /// The statement, without what stands between its parentheses when there are parameters.
    public var statement: String
    /// The values that are asked for before it runs.
    public var parameters: [Input]
    /// Why it cannot be pressed now; `nil` when it can.
    public var reason: String?
    /// A picture in front of the text, by its name.
    public var image: String?
    /// Whether the command that it runs goes on.
    public var isRunning = false

    /// Creates a button that runs a statement.
    public init(
      _ title: String, role: Prompt.Role = .normal, statement: String, parameters: [Input] = [],
      reason: String? = nil
    ) {
      (self.title, self.role, self.statement) = (title, role, statement)
      (self.parameters, self.reason) = (parameters, reason)
    }

    /// The statement with values for the parameters, in their order; `nil` leaves a value out.
    func statement(_ values: [String?]) -> String {
      // Its own parentheses are the last ones: there may be others in the path.
      guard !parameters.isEmpty, let open = statement.lastIndex(of: "(") else { return statement }
      let arguments = zip(parameters, values).compactMap { input, value in
        value.map { (input.label.map { "\($0): " } ?? "") + $0 }
      }
      let end = statement[open...].dropFirst(2)
      return statement[..<open] + "(" + arguments.joined(separator: ", ") + ")" + end
    }
  }

  /// A value that is asked for.
  public struct Input: Sendable, Hashable, Codable {
    /// The label in the call; `nil` when there is none.
    public var label: String?
    /// The name that is shown.
    public var name: String
    /// The kind of value.
    public var kind: Field.Kind
    /// The cases of a choice.
    public var choices: [String]
    /// Whether an empty input means no value.
    public var isOptional: Bool
    /// Whether it may be left out.
    public var hasDefault: Bool
    /// Whether it is a secret, which is neither shown nor kept.
    public var isSecure: Bool
  }

  /// An input that a person can change.
  public struct Field: Sendable, Hashable, Codable {
    /// The kind of value, and with it the way to change it.
    public enum Kind: String, Sendable, Codable {
      /// A text.
      case text
      /// A text that is not shown.
      case secure
      /// Yes or no.
      case toggle
      /// One of some cases.
      case choice
      /// A whole number.
      case number
      /// A number with a fraction.
      case decimal
      /// A number between two others that is moved in steps: a slider or a rating.
      case scale
    }

    /// The name that is shown.
    public var label: String
    /// The place that is set: `form.name`.
    public var path: String
    /// The kind of value.
    public var kind: Kind
    /// The value; of a secure field its dots.
    public var value: DynamicValue
    /// The cases of a choice.
    public var choices: [String] = []
    /// Whether an empty input means no value.
    public var isOptional = false
    /// Whether an empty input leaves the value out of a call.
    var hasDefault = false
    /// Whether somebody has tried to hand it over, and the value does not fit.
    var isRefused = false
    /// The bounds of a scale; `nil` for any other kind.
    public var scale: Scale?
    /// Whether it is a secret, which is neither shown nor kept; so is every text of the kind ``Kind/secure``.
    public var isSecure: Bool
    /// What is wrong with the value; `nil` when nothing is.
    public var problem: String?

    /// Creates a field.
    public init(_ label: String, path: String, _ kind: Kind, value: DynamicValue) {
      (self.label, self.path, self.kind, self.value) = (label, path, kind, value)
      isSecure = kind == .secure
    }
  }

  /// Something that is asked.
  public struct Question: Sendable, Hashable, Codable {
    /// The form in which it is asked.
    public var kind: Prompt.Kind
    /// The heading.
    public var caption: String?
    /// The text below the heading.
    public var message: String?
    /// The text below the heading with roles; it counts instead of the message.
    public var styledMessage: ScreenText?
    /// A picture above the text, by its name.
    public var image: String?
    /// The answers.
    public var actions: [Button] = []
    /// The rows of a picker, column by column.
    public var columns: [[String]] = []
    /// The row of each column that is picked at first.
    public var selected: [Int] = []
    /// The command that takes the rows of a picker: `page.prompts.pick`.
    public var pick: String?
    /// The number by which an answer names the question; `nil` for one that is answered without.
    public var number: Int?
    /// The statement that closes it without an answer.
    public var dismiss: String?

    /// The statement that picks a row of each column; `nil` unless it is a picker.
    func statement(picking rows: [Int]) -> String? {
      pick.map { "\($0)(\(rows)\(number.map { ", of: \($0)" } ?? ""))" }
    }
  }
}
