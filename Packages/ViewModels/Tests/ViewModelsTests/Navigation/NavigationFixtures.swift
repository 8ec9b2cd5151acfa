import Bindings
import Testing
import ViewModels

/// A screen that counts its loads and may do something when it begins to load.
@MainActor
@ViewModel
class NamedPage: LifecycleViewModel {
  @Ignored var loads = 0
  @Ignored var onLoading: @MainActor () -> Void = {}

  init(_ name: String) {
    super.init()
    title = name
  }

  override func startLoading() {
    loads += 1
    onLoading()
    finishLoading()
  }
}

/// A screen that asks for a letter.
@ViewModel
final class LetterPicker: LifecycleViewModel, AnswerProviding {
  private(set) var answer: Character?

  func pick(_ letter: Character) { answer = letter }
}

/// A screen that asks for a number.
@ViewModel
final class AskingPage: NamedPage, AnswerProviding {
  private(set) var answer: Int?

  func pick(_ number: Int) { answer = number }
}

extension Navigator {
  /// The titles of everything, as `a b* | c [d e]`; the star is at the selected tab.
  var shape: String {
    func text(_ stack: NavigationTree.Stack) -> String {
      stack.screens.map { $0.model.title ?? "?" }.joined(separator: " ")
    }
    let tabs = tree.tabs.enumerated().map { text($1) + ($0 == selectedIndex ? "*" : "") }
    return tabs.joined(separator: " | ") + tree.presentations.map { " [\(text($0))]" }.joined()
  }

  /// Tells that there is a screen, and that it is looked at.
  func show() {
    screenDidLoad()
    screenWillAppear()
  }
}

/// Expects an error of a code that says something, and that nothing has changed.
@MainActor
func expectError(
  _ code: ViewModelError.Code, from navigator: Navigator,
  sourceLocation: SourceLocation = #_sourceLocation, _ body: @MainActor () throws -> Void
) {
  let before = navigator.tree
  var updates = 0
  let token = navigator.$tree.observe { _ in updates += 1 }
  let error = #expect(throws: ViewModelError.self, sourceLocation: sourceLocation) { try body() }
  #expect(error?.code == code, sourceLocation: sourceLocation)
  #expect(error?.message.isEmpty == false, sourceLocation: sourceLocation)
  #expect(navigator.tree == before && updates == 1, sourceLocation: sourceLocation)
  token.cancel()
}
