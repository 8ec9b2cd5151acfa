import Bindings
import ViewModels

/// Titles side by side, of which one or none is chosen: a segmented control with badges.
///
/// ```swift
/// let choice = ChoiceViewModel(["Day", "Week", "Month"])
/// let token = choice.choices.observe { print("chosen: \($0 ?? -1)") }
/// try choice.select(1)
/// ```
/// Use ``SegmentedViewModel`` for segments that are pages. The class is isolated to the main actor.
@MainActor
@ViewModel
final class ChoiceViewModel {
  /// The titles, in order.
  let titles: [String]
  /// The position of the chosen title; `nil` for none.
  private(set) var selectedIndex: Int?
  /// The positions of the titles with a badge, in order.
  private(set) var badges: [Int] = []

  /// The title that is chosen.
  var selectedTitle: String? { selectedIndex.map { titles[$0] } }

  private let source = SignalSource<Int?>(label: "choices")

  /// Makes a choice of titles without a chosen one.
  init(_ titles: [String]) { self.titles = titles }

  /// Chooses the title at a position, from 0; `nil` chooses none.
  ///
  /// - Parameters:
  ///   - index: The position.
  ///   - notifies: Whether ``choices`` sends the choice; a program that only shows a choice passes `false`.
  /// - Throws: ``ViewModelError`` when there is no such title.
  @Command func select(_ index: Int?, notifies: Bool = true) throws(ViewModelError) {
    if let index { try check(index) }
    guard index != untracked({ selectedIndex }), _node_selectedIndex.mayBeWritten() else { return }
    batch {
      selectedIndex = index
      if notifies { source.send(index) }
    }
  }

  /// Puts a badge on the title at a position, or takes it off.
  ///
  /// - Throws: ``ViewModelError`` when there is no such title.
  @Command func badge(_ index: Int, isShown: Bool = true) throws(ViewModelError) {
    try check(index)
    let others = untracked { badges }.filter { $0 != index }
    badges = isShown ? (others + [index]).sorted() : others
  }

  private func check(_ index: Int) throws(ViewModelError) {
    guard titles.indices.contains(index) else {
      let range =
        titles.isEmpty ? "There are none." : "Write a number from 0 to \(titles.count - 1)."
      throw ViewModelError(
        .noChoice, "There is no title \(index). \(range)",
        instead: .positions(count: titles.count, asked: index))
    }
  }
}

extension ChoiceViewModel {
  /// The choices that a person makes: the position, or `nil` for none.
  var choices: Signal<Int?> { source.signal }
}
