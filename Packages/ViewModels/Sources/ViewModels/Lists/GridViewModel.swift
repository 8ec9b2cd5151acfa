public import Bindings

/// Tiles in sections, laid out in columns.
///
/// ```swift
/// let grid = GridViewModel(columns: 3)
/// try grid.append(photos.map { ImageCell($0.url, caption: $0.title) })
/// ```
/// It is a ``ListViewModel``, of which a view shows several rows beside each other.
@MainActor
@ViewModel
open class GridViewModel: ListViewModel {
  /// The number of tiles beside each other; less than one counts as one.
  public var columns: Int
  /// The number of lines of a tile; `nil` for as many as it needs.
  public var tileLines: Int?

  /// Makes an empty grid, as an empty list is made.
  public init(
    columns: Int = 2, page: PageState = PageState(), environment: Environment = Environment()
  ) {
    self.columns = columns
    super.init(page: page, environment: environment)
  }

  /// Makes a tile of a text that a person wrote: an ``ImageCell`` with a caption here.
  open override func makeCell(_ text: String) -> CellViewModel { ImageCell(nil, caption: text) }
}
