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
  /// How text and detail stand to each other.
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

  /// What a row has at its end.
  public enum Accessory: String, Codable, Sendable {
    /// Nothing.
    case none
    /// The sign that there is more behind the row.
    case disclosure
    /// A tick.
    case checkmark
  }

  /// What the row says.
  public var text: String
  /// What it adds.
  public var detail: String?
  /// The text with styles; it counts instead of ``text``.
  public var styledText: AttributedString?
  /// The name of a picture.
  public var image: String?
  /// What the row has at its end.
  public var accessory: Accessory = .none
  /// Whether the row shows that it is selected.
  public var showsSelection: Bool = true
  /// How text and detail stand to each other.
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

  /// What the row says: the characters of the styled text, or the text.
  public var shownText: String { styledText.map { String($0.characters) } ?? text }

  /// What the row says.
  @Ignored open override var description: String { shownText }
}

/// A row with an icon, a title and a content that can be hidden.
@MainActor
@ViewModel
open class StandardCell: CellViewModel {
  /// The name of a picture.
  public var icon: String?
  /// What the row is about.
  public var title: String
  /// What there is to know.
  public var content: String
  /// Whether the content is shown.
  public var showsContent: Bool = true

  /// Makes a standard row.
  public init(_ title: String = "", content: String = "", icon: String? = nil) {
    self.title = title
    self.content = content
    self.icon = icon
    super.init()
  }

  /// What the row is about.
  @Ignored open override var description: String { title }
}

/// A tile with a picture.
@MainActor
@ViewModel
open class ImageCell: CellViewModel {
  /// The name or address of the picture.
  public var image: String?
  /// What is under the picture.
  public var caption: String?

  /// Makes a tile.
  public init(_ image: String? = nil, caption: String? = nil) {
    self.image = image
    self.caption = caption
    super.init()
  }

  /// What is under the picture, or which it is.
  @Ignored open override var description: String { caption ?? image ?? super.description }
}
