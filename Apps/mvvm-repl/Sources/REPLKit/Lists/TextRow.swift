public import Bindings
public import ViewModels

/// A view that consists of text: the form in which a terminal shows an item of a list.
///
/// ```swift
/// let shown = try CellRenderers.text().show(TextCell("Ada", detail: "1815", layout: .detail))
/// print(shown.view.content.value.lines)  // ["Ada …… 1815"]
/// ```
@MainActor
public final class TextRow {
  /// The content of a row, independent of the terminal's width.
  public struct Content: Hashable, Sendable, Codable {
    /// The name of an image in front of the text.
    public var image: String?
    /// The text.
    public var text: String
    /// The secondary text.
    public var detail: String?
    /// The arrangement of text and detail.
    public var layout: TextCell.Layout
    /// The sign at the end.
    public var accessory: TextCell.Accessory

    /// Creates the content of a row.
    public init(
      _ text: String = "", detail: String? = nil, image: String? = nil,
      layout: TextCell.Layout = .plain, accessory: TextCell.Accessory = .none
    ) {
      self.text = text
      self.detail = detail
      self.image = image
      self.layout = layout
      self.accessory = accessory
    }
  }

  /// The current content of the row.
  public let content: Property<Content> = Property(Content(), label: "row")

  /// Makes an empty row.
  public init() {}
}

extension TextRow.Content {
  /// The content as lines of text, for output without a given width.
  public var lines: [String] {
    var lines: [String] =
      switch (layout, detail) {
      case (.plain, _), (_, nil): [text]
      case (.detail, let detail?): ["\(text) …… \(detail)"]
      case (.label, let detail?): ["\(text): \(detail)"]
      case (.subtitle, let detail?): [text, detail]
      }
    if let image { lines[0] = "[\(image)] \(lines[0])" }
    switch accessory {
    case .none: break
    case .disclosure: lines[0] += " ›"
    case .checkmark: lines[0] += " ✓"
    case .detail: lines[0] += " (i)"
    case .detailDisclosure: lines[0] += " (i) ›"
    }
    return lines
  }
}

extension CellRenderers where View == TextRow {
  /// Registers the text for items of a type and of its subclasses.
  ///
  /// Reads inside `content` are tracked, so the row follows the item.
  /// ```swift
  /// renderers.register(PostCell.self) { TextRow.Content($0.title) }
  /// ```
  public func register<Item: ListItemViewModel>(
    _ type: Item.Type, _ content: @escaping @MainActor (Item) -> TextRow.Content
  ) {
    register(type, make: { TextRow() }) { row, item, scope in
      observe { row.content.value = content(item) }.store(in: scope)
    }
  }

  /// Creates a registry with renderers for the stock cells, headers and footers.
  public static func text() -> CellRenderers {
    let renderers = CellRenderers()
    renderers.register(TextCell.self) {
      TextRow.Content(
        $0.shownText, detail: $0.detail, image: $0.image,
        layout: $0.layout, accessory: $0.accessory)
    }
    renderers.register(StandardCell.self) {
      TextRow.Content(
        $0.title, detail: $0.showsContent ? $0.content : nil, image: $0.icon, layout: .detail)
    }
    renderers.register(ImageCell.self) {
      TextRow.Content($0.caption ?? "", image: $0.image ?? "no image")
    }
    renderers.register(SupplementaryViewModel.self) { TextRow.Content($0.text) }
    return renderers
  }
}
