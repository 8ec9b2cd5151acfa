extension Array {
  /// The index of an element by its number from 1, which a person may type as any number there is; `nil` where there is
  /// none.
  func index(ofNumber number: Int) -> Int? {
    // Not by subtracting first: the least number has none below it.
    number > 0 && number <= count ? number - 1 : nil
  }
}
