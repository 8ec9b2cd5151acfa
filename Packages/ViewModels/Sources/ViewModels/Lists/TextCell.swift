public import Bindings
public import Foundation

/// A row of text, with a detail and a picture if there are some.
///
/// ```swift
/// try list.append(TextCell("Ada", detail: "1815", layout: .detail))
/// ```
@MainActor
@ViewModel
open class TextCell: CellViewModel {
  /// The arrangement of text and detail.
  public enum Layout: String, Codable, Sendable, CaseIterable {
    /// The text alone.
    case plain
    /// The text at the left, the detail at the right.
    case detail
    /// The text as a label, the detail as its value.
    case label
    /// The detail under the text.
    case subtitle
  }

  /// The sign at the end of a row.
  public enum Accessory: String, Codable, Sendable {
    /// Nothing.
    case none
    /// The sign that there is more behind the row.
    case disclosure
    /// A tick.
    case checkmark
    /// A button of its own, for more about the row: ``ListEvent/CellEvent/didTapDetail``.
    case detail
    /// The button, and the sign that there is more behind the row.
    case detailDisclosure

    /// Whether it has a button of its own.
    public var hasButton: Bool { self == .detail || self == .detailDisclosure }
  }

  /// The text of the row.
  public var text: String
  /// The detail beside or under the text.
  public var detail: String?
  /// The text with styles; it counts instead of ``text``.
  public var styledText: AttributedString?
  /// The name of a picture.
  public var image: String?
  /// The sign at the end of the row.
  public var accessory: Accessory = .none
  /// Whether the row shows that it is selected.
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
