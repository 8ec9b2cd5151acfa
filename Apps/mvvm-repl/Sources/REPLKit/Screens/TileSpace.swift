/// The room of tiles beside each other in a width, in columns of text.
struct TileSpace {
  /// The number of tiles beside each other: as many as wanted, if each has ``leastTile`` columns.
  let columns: Int
  let tile: Int
  let spacing: Int
  /// The room at the left and at the right of the tiles.
  let margin: Int

  private static let leastTile = 6
  /// The width that a tile keeps beside a wide margin and spacing, if there is room for it.
  private static let enough = 12

  /// Gives the tiles of a grid what they need, and margin and spacing what is left, up to what is wanted.
  init(_ grid: ScreenGrid, width: Int) {
    columns = max(1, min(grid.columns, (width + 1) / (Self.leastTile + 1)))
    let (gaps, wanted) = (columns - 1, max(0, grid.spacing))
    let leastSpacing = min(1, wanted)
    let kept = min(Self.enough, (width - gaps) / columns)
    let free = max(0, width - columns * kept - gaps * leastSpacing)
    margin = min(max(0, grid.margin), free / 2)
    spacing = min(wanted, gaps == 0 ? 0 : leastSpacing + (free - 2 * margin) / gaps)
    tile = max(1, (width - 2 * margin - gaps * spacing) / columns)
  }
}
