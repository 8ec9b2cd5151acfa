extension ViewModelError {
  static func inUse(_ screen: LifecycleViewModel, by owner: LifecycleViewModel) -> Self {
    ViewModelError(
      .inUse,
      "The \(type(of: screen)) is a part of a \(type(of: owner)) already. Make a new one, or take it "
        + "out there first.")
  }

  /// Makes the error for a screen that is the navigator, or contains it.
  static func around(_ navigator: Navigator, _ screen: LifecycleViewModel) -> Self {
    let place = screen === navigator ? "itself" : "the \(type(of: navigator)) inside it"
    return ViewModelError(
      .inUse, "A \(type(of: screen)) is no screen of \(place). Give another one.")
  }

  static func ended(_ what: LifecycleViewModel) -> Self {
    ViewModelError(.ended, "The \(type(of: what)) has ended. Make a new one.")
  }

  static let atRoot = Self(
    .atRoot, "The screen that is seen is the root of its stack; there is no way back.")
  static let notPresenting = Self(.notPresenting, "Nothing is presented that could be dismissed.")
  static let emptyStack = Self(.empty, "A stack needs at least one screen. Give its root.")

  static func noTab(_ index: Int, of count: Int) -> Self {
    ViewModelError(
      .noTab,
      count == 1
        ? "There is no tab \(index): there is only 0."
        : "There is no tab \(index). Write a number from 0 to \(count - 1).",
      instead: .positions(count: count, asked: index))
  }

  static func noTab(_ name: String, of names: [String]) -> Self {
    ViewModelError(
      .noTab,
      "There is no tab '\(name)'"
        + (names.isEmpty
          ? ": the navigator has no tabs." : ". Known are \(names.joined(separator: ", "))."),
      instead: .names(names, asked: name))
  }
}
