public import Foundation

/// Something that a screen asks: an alert, a sheet, a menu or a picker, as a view shows it.
///
/// ```swift
/// for action in prompts.current?.actions ?? [] { draw(action.title, action.role) }
/// ```
/// It is made by the methods of ``Prompts``, which also take the answer.
public struct Prompt: Identifiable, Codable, Hashable, Sendable {
  /// The form in which it is shown.
  public enum Kind: String, Codable, Sendable {
    /// A text with buttons.
    case alert
    /// Titles of which one is chosen.
    case sheet
    /// Items that each do something, beside what has opened it.
    case menu
    /// Columns of rows, of each of which one is picked.
    case picker
  }

  /// The purpose of a button.
  public enum Role: String, Codable, Sendable {
    /// Anything.
    case normal
    /// To leave everything as it is.
    case cancel
    /// To do what cannot be undone.
    case destructive
  }

  /// A button.
  public struct Action: Codable, Hashable, Sendable {
    /// The text on it.
    public let title: String
    /// The purpose.
    public let role: Role
    /// The name of a picture in front of the text.
    public internal(set) var image: String?
    /// Why it cannot be chosen now; `nil` when it can.
    public internal(set) var reason: String?
  }

  /// The identity, by which it is answered; no toast or other prompt of the screen has the same.
  public let id: Int
  /// The form in which it is shown.
  public let kind: Kind
  /// Its heading, by which it can be hidden.
  public let caption: String?
  /// The text below the heading.
  public internal(set) var message: String?
  /// The text below the heading with styles; it counts instead of ``message``, and is not coded.
  public internal(set) var styledMessage: AttributedString?
  /// The name of a picture above the text.
  public internal(set) var image: String?
  /// The buttons of an alert or sheet and the items of a menu, in order.
  public internal(set) var actions: [Action] = []
  /// The rows of a picker, column by column.
  public internal(set) var columns: [[String]] = []
  /// The rows of a picker that are picked at first, one of each column.
  public internal(set) var selected: [Int] = []

  private enum CodingKeys: String, CodingKey {
    case id, kind, caption, message, image, actions, columns, selected
  }
}
