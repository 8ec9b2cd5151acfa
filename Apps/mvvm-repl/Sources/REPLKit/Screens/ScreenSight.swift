extension ScreenRenderer {
  /// The lines of an outline of which a part is in sight: those that stay, and the others around the focus.
  struct Sight {
    let fixed: ArraySlice<ScreenLine>
    let lines: ArraySlice<ScreenLine>
    /// The number of the others that are in sight at once.
    let count: Int
    /// The line in focus.
    let focus: Int
    /// Whether there is a row for the number of lines that are left out.
    private let isCounted: Bool

    init(_ all: [ScreenLine], _ most: Int?) {
      let rows = most ?? all.count
      // A low window has no row for a rule.
      let all = rows < 8 && all.count > rows ? all.filter { !$0.isRule } : all
      let isCut = all.count > rows
      fixed = isCut ? all.prefix { $0.isFixed && !$0.hasFocus }.prefix(max(0, rows - 3)) : []
      lines = all[fixed.count...]
      focus = lines.firstIndex(where: \.hasFocus) ?? lines.startIndex
      let room = rows - fixed.count
      isCounted = isCut && room > 1
      count = isCut ? max(1, isCounted ? room - 1 : room) : lines.count
    }

    /// The first line in sight.
    func first(scroll: Int) -> Int { clamped(focus - count / 2 + scroll) }

    func clamped(_ first: Int) -> Int { max(lines.startIndex, min(first, lines.endIndex - count)) }

    func visible(scroll: Int) -> ArraySlice<ScreenLine> {
      let first = first(scroll: scroll)
      return lines[first..<first + count]
    }

    /// The number of lines above and below those in sight; `nil` where nothing is left out, or no row tells it.
    func leftOut(scroll: Int) -> (above: Int, below: Int)? {
      let first = first(scroll: scroll)
      return isCounted ? (first - lines.startIndex, lines.endIndex - first - count) : nil
    }
  }
}
