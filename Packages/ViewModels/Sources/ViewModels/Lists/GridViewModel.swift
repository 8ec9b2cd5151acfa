public import Bindings

/// A grid: tiles in sections, laid out in columns.
///
/// ```swift
/// let grid = GridViewModel(columns: 3)
/// try grid.append(photos.map { ImageCell($0.url, caption: $0.title) })
/// ```
/// It is a ``ListViewModel`` whose view shows several rows side by side. A tile has an equal share of the width that
/// ``margin`` and ``spacing`` leave, and at most ``tileLines`` lines.
@MainActor
@ViewModel
open class GridViewModel: ListViewModel {
  /// The number of columns; less than one counts as one.
  public var columns: Int
  /// The number of lines of a tile; `nil` for as many as it needs.
  public var tileLines: Int?
  /// The number of character cells between two tiles beside each other, as far as there is room; less than zero counts
  /// as zero.
  public var spacing: Int = 1
  /// The number of character cells at the left and at the right of the tiles, as far as there is room; less than zero
  /// counts as zero.
  public var margin: Int = 0

  /// Makes an empty grid, in the same way as an empty list.
  public init(
    columns: Int = 2, page: PageState = PageState(), environment: Environment = Environment()
  ) {
    self.columns = columns
    super.init(page: page, environment: environment)
  }

  /// Makes a tile from a text that the user typed; the default is an ``ImageCell`` with a caption.
  open override func makeCell(_ text: String) -> CellViewModel { ImageCell(nil, caption: text) }
}
