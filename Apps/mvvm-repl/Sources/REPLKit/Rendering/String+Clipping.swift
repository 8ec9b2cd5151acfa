extension String {
  /// The text, cut with an ellipsis when it is longer than `count` characters.
  func clipped(to count: Int) -> String {
    guard let end = index(startIndex, offsetBy: count, limitedBy: endIndex), end < endIndex else {
      return self
    }
    return self[..<end] + "…"
  }
}
