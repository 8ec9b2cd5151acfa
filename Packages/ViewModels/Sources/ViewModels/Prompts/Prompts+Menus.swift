import Bindings

/// A menu before it is opened: items with pictures and actions of their own.
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
  /// An item that does something when it is chosen, once the menu is gone.
  public static func item(
    _ title: String, image: String? = nil, role: Prompt.Role = .normal,
    disabledBecause reason: String? = nil, _ action: @escaping @MainActor () -> Void
  ) -> Self {
    Self(title, role, action).with(image: image, disabledBecause: reason)
  }
}

extension Prompts {
  /// Opens a menu, which stays until an item is chosen or it is dismissed.
  ///
  /// The item's action runs after the menu is gone, so that it may open the next one.
  @discardableResult
  public func open(_ menu: PromptMenu) -> Prompt.ID? {
    var menu = menu
    menu.kind = .menu
    return ask(menu) { $0?() }
  }

  /// Opens a menu, or closes the one of the same caption: the button of a menu does both.
  ///
  /// - Returns: The id of the menu; `nil` when it was closed, or is not shown.
  /// - Complexity: O(*n*) in the open prompts.
  @discardableResult
  public func toggle(_ menu: PromptMenu) -> Prompt.ID? {
    let shown = $stack.peek().filter { $0.kind == .menu && $0.caption == menu.caption }
    if shown.isEmpty { return open(menu) }
    close(shown.map(\.id))
    return nil
  }
}
