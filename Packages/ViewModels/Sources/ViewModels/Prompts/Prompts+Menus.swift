import Bindings

/// A menu that is not open yet: items with images and actions.
///
/// ```swift
/// let menu = PromptMenu("More", actions: [
///   .item("Archive", image: "box") { inbox.archive() },
///   .item("Empty", disabledBecause: inbox.isEmpty ? "there is nothing in it" : nil) { inbox.clear() },
/// ])
/// prompts.toggle(menu)
/// ```
public typealias PromptMenu = Question<@MainActor () -> Void>

extension Question.Action where Answer == @MainActor () -> Void {
  /// A menu item whose action runs when it is chosen, after the menu was closed.
  public static func item(
    _ title: String, image: String? = nil, role: Prompt.Role = .normal,
    disabledBecause reason: String? = nil, _ action: @escaping @MainActor () -> Void
  ) -> Self {
    Self(title, role, action).with(image: image, disabledBecause: reason)
  }
}

extension Prompts {
  /// Opens a menu, which stays open until an item is chosen or the menu is dismissed.
  ///
  /// The item's action runs after the menu was closed, so it may open the next menu.
  @discardableResult
  public func open(_ menu: PromptMenu) -> Prompt.ID? {
    var menu = menu
    menu.kind = .menu
    return ask(menu) { $0?() }
  }

  /// Opens a menu, or closes the open menu with the same caption; for the button of a menu, which does both.
  ///
  /// - Returns: The id of the menu; `nil` when it was closed, or cannot be shown.
  /// - Complexity: O(*n*) in the open prompts.
  @discardableResult
  public func toggle(_ menu: PromptMenu) -> Prompt.ID? {
    let shown = $stack.peek().filter { $0.kind == .menu && $0.caption == menu.caption }
    if shown.isEmpty { return open(menu) }
    close(shown.map(\.id))
    return nil
  }
}
