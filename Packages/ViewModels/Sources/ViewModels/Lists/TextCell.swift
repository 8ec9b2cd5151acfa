public import Bindings
public import Foundation

/// A row of text, with an optional detail and an optional image.
///
/// ```swift
/// try list.append(TextCell("Ada", detail: "1815", layout: .detail))
/// ```
@MainActor
@ViewModel
open class TextCell: CellViewModel {
  /// The arrangement of text and detail.
  public enum Layout: String, Codable, Sendable, CaseIterable {
    /// Only the text.
    case plain
    /// The text on the left, the detail on the right.
    case detail
    /// The text as a label, the detail as its value.
    case label
    /// The detail under the text.
    case subtitle
  }

  /// The symbol at the end of a row.
  public enum Accessory: String, Codable, Sendable {
    /// No symbol.
    case none
    /// The symbol for a row that leads to further content.
    case disclosure
    /// A check mark.
    case checkmark
    /// A separate button for details about the row: ``ListEvent/CellEvent/didTapDetail``.
    case detail
    /// The detail button and the symbol for further content.
    case detailDisclosure
  }

  /// The text of the row.
  public var text: String
  /// The detail beside or under the text.
  public var detail: String?
  /// The text with styles; it takes precedence over ``text``.
  public var styledText: AttributedString?
  /// The name of an image.
  public var image: String?
  /// The symbol at the end of the row.
  public var accessory: Accessory = .none
  /// Whether the row shows its selection.
  public var showsSelection: Bool = true
  /// The arrangement of text and detail.
  public let layout: Layout

  /// Makes a row of text.
  public init(
    _ text: String = "", detail: String? = nil, image: String? = nil, layout: Layout = .plain
  ) {
    self.text = text
    self.detail = detail
    self.image = image
    self.layout = layout
    super.init()
  }

  /// The text of the row: the characters of the styled text, or the plain text.
  public var shownText: String { styledText.map { String($0.characters) } ?? text }

  /// The text of the row.
  @Ignored open override var description: String { shownText }
}
