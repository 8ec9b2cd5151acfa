extension Array {
  /// The index of the element with a number that a person typed, counted from 1; `nil` if there is no such element.
  func index(ofNumber number: Int) -> Int? {
    // The range is checked first, because `number - 1` overflows for `Int.min`.
    number > 0 && number <= count ? number - 1 : nil
  }
}
