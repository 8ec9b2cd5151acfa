public import Bindings

/// A row with an icon, a title and a content that can be hidden.
@MainActor
@ViewModel
open class StandardCell: CellViewModel {
  /// The name of an image.
  public var icon: String?
  /// The title of the row.
  public var title: String
  /// The text of the content.
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

  /// The title of the row.
  @Ignored open override var description: String { title }
}
