extension ScreenRenderer {
  /// The viewport of an outline: the fixed lines, and the visible part of the scrolling lines around the focus.
  ///
  /// Where nobody is in the screen to scroll, the last outputs are left out if all other lines fit then.
  struct Sight {
    let fixed: ArraySlice<ScreenLine>
    let lines: ArraySlice<ScreenLine>
    /// The toasts, below the scrolling lines; empty if all lines fit, or a toast has the focus and scrolls, too.
    let toasts: ArraySlice<ScreenLine>
    /// The number of lines of outputs that are left out.
    let hidden: Int
    /// The number of scrolling lines that are visible at once.
    let count: Int
    /// The index of the line in focus, or else of the first scrolling line.
    let focus: Int
    /// Whether a row reports the number of hidden lines.
    private let isCounted: Bool

    init(_ all: [ScreenLine], _ most: Int?, isScrolled: Bool) {
      let rows = most ?? all.count
      // A window of fewer than 8 rows leaves out the rules.
      var all = rows < 8 && all.count > rows ? all.filter { !$0.isRule } : all
      let excess = all.count > rows && !isScrolled ? all.count - (rows - 1) : 0
      let outputs = all.indices.filter { all[$0].isOutput }.suffix(excess)
      hidden = outputs.count == excess ? excess : 0
      if hidden > 0 { for index in outputs.reversed() { all.remove(at: index) } }
      let isCut = all.count > rows
      fixed = isCut ? all.prefix { $0.isFixed && !$0.hasFocus }.prefix(max(0, rows - 3)) : []
      let last = isCut ? all.reversed().prefix { $0.isToast && !$0.hasFocus }.count : 0
      toasts = all.suffix(min(last, max(0, rows - fixed.count - 2)))
      lines = all[fixed.count..<all.count - toasts.count]
      focus = lines.firstIndex(where: \.hasFocus) ?? lines.startIndex
      let room = rows - fixed.count - toasts.count
      isCounted = isCut && room > 1
      count = isCut ? max(1, isCounted ? room - 1 : room) : lines.count
    }

    /// Returns the index of the first visible line.
    func first(scroll: Int) -> Int { clamped(focus - count / 2 + scroll) }

    func clamped(_ first: Int) -> Int { max(lines.startIndex, min(first, lines.endIndex - count)) }

    func visible(scroll: Int) -> ArraySlice<ScreenLine> {
      let first = first(scroll: scroll)
      return lines[first..<first + count]
    }

    /// Returns the number of hidden lines above and below; `nil` if no line is hidden, or no row reports it.
    func leftOut(scroll: Int) -> (above: Int, below: Int)? {
      let first = first(scroll: scroll)
      return isCounted ? (first - lines.startIndex, lines.endIndex - first - count) : nil
    }
  }
}
