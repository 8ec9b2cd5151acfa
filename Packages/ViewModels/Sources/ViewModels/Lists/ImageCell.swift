public import Bindings

/// A tile with a picture.
@MainActor
@ViewModel
open class ImageCell: CellViewModel {
  /// The name or address of the picture.
  public var image: String?
  /// The text under the picture.
  public var caption: String?

  /// Makes a tile.
  public init(_ image: String? = nil, caption: String? = nil) {
    self.image = image
    self.caption = caption
    super.init()
  }

  /// The text under the picture, or the picture's name.
  @Ignored open override var description: String { caption ?? image ?? super.description }
}
