public import Foundation

/// A prompt of a screen: an alert, a sheet, a menu or a picker, as a view shows it.
///
/// ```swift
/// for action in prompts.current?.actions ?? [] { draw(action.title, action.role) }
/// ```
/// The methods of ``Prompts`` make prompts and receive the answers.
public struct Prompt: Identifiable, Codable, Hashable, Sendable {
  /// The form in which it is shown.
  public enum Kind: String, Codable, Sendable {
    /// A text with buttons.
    case alert
    /// Titles of which one is chosen.
    case sheet
    /// Items with actions, shown next to the control that has opened the menu.
    case menu
    /// Columns of rows; one row is picked in each column.
    case picker
  }

  /// The purpose of a button.
  public enum Role: String, Codable, Sendable {
    /// Any other purpose.
    case normal
    /// The button cancels and changes nothing.
    case cancel
    /// The button performs an action that cannot be undone.
    case destructive
  }

  /// A button of a prompt.
  public struct Action: Codable, Hashable, Sendable {
    /// The text on the button.
    public let title: String
    /// The purpose of the button.
    public let role: Role
    /// The name of an image in front of the text.
    public internal(set) var image: String?
    /// The reason why the button cannot be chosen now; `nil` when it can.
    public internal(set) var reason: String?
  }

  /// The identity, which is used to answer the prompt; it is unique among the screen's prompts and toasts.
  public let id: Int
  /// The form in which it is shown.
  public let kind: Kind
  /// The heading of the prompt, which can be used to hide it.
  public let caption: String?
  /// The text below the heading.
  public internal(set) var message: String?
  /// The text below the heading with styles; it takes precedence over ``message`` and is not encoded.
  public internal(set) var styledMessage: AttributedString?
  /// The name of an image above the text.
  public internal(set) var image: String?
  /// The buttons of an alert or sheet and the items of a menu, in order.
  public internal(set) var actions: [Action] = []
  /// The rows of a picker, column by column.
  public internal(set) var columns: [[String]] = []
  /// The initially picked rows of a picker, one for each column.
  public internal(set) var selected: [Int] = []

  private enum CodingKeys: String, CodingKey {
    case id, kind, caption, message, image, actions, columns, selected
  }
}
