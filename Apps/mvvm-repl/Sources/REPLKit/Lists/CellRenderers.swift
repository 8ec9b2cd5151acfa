public import Bindings
public import ViewModels

/// A registry of the views that draw cells, headers and footers.
///
/// A view is any object that the program draws with, such as a ``TextRow`` or a widget. A renderer for a type also
/// draws its subclasses, unless they have their own renderer. The names of types do not matter.
/// ```swift
/// renderers.register(PostCell.self, make: { Label() }) { label, cell, scope in
///   cell.$title.observe { label.text = $0 }.store(in: scope)
/// }
/// let shown = try renderers.show(cell)
/// ```
/// Views are reused. When a view is given back, everything that `bind` stored in its scope ends. The registry is
/// isolated to the main actor.
@MainActor
public final class CellRenderers<View: AnyObject> {
  private final class Renderer {
    let make: () -> View
    let bind: (View, ListItemViewModel, Scope) -> Void
    var spare: [View] = []

    init(make: @escaping () -> View, bind: @escaping (View, ListItemViewModel, Scope) -> Void) {
      (self.make, self.bind) = (make, bind)
    }
  }

  private var renderers = TypeRegistry<ListItemViewModel, Renderer>()

  /// Makes a registry without renderers.
  public init() {}

  /// Registers a view for items of a type and of its subclasses, replacing an earlier registration.
  ///
  /// - Parameters:
  ///   - type: The type of cell, header or footer.
  ///   - make: Makes a view. One view shows many items, one after the other.
  ///   - bind: Makes a view show an item until the scope ends. It must set every attribute that it ever sets, because
  ///     the view may have shown another item before.
  public func register<Item: ListItemViewModel>(
    _ type: Item.Type, make: @escaping @MainActor () -> View,
    bind: @escaping @MainActor (View, Item, Scope) -> Void
  ) {
    let renderer = Renderer(make: make) { view, item, scope in
      guard let item = item as? Item else {
        preconditionFailure("the renderer of \(Item.self) was given a \(Swift.type(of: item))")
      }
      bind(view, item, scope)
    }
    renderers.register(type, renderer)
  }

  /// Shows an item in a view, a spare one if there is one.
  ///
  /// - Returns: The view and its binding. Keep the result: when it is released, the binding ends.
  /// - Throws: ``RendererError`` when nothing is registered for the item's type.
  public func show(_ item: ListItemViewModel) throws(RendererError) -> ShownItem<View> {
    guard let renderer = renderers.value(for: item) else {
      throw RendererError(
        code: .noRenderer,
        message: "Nothing is registered that draws a \(type(of: item)). Register a renderer: "
          + "renderers.register(\(type(of: item)).self, make: …, bind: …).")
    }
    let view = renderer.spare.popLast() ?? renderer.make()
    let scope = Scope()
    renderer.bind(view, item, scope)
    return ShownItem(item, view: view, scope: scope) { [weak renderer] in
      renderer?.spare.append($0)
    }
  }
}

/// The error for a list item that cannot be shown.
public struct RendererError: Error, Sendable, CustomStringConvertible {
  /// The reason, for programs.
  public enum Code: String, Sendable {
    /// Nothing is registered that draws items of the type.
    case noRenderer
  }

  /// The reason, for programs.
  public let code: Code
  /// The error and its remedy, for people.
  public let message: String
  /// The underlying error; always `nil`.
  public var cause: (any Error)? { nil }

  /// The message.
  public var description: String { message }
}

/// A view while it shows an item.
@MainActor
public final class ShownItem<View: AnyObject> {
  /// The item that is shown.
  public let item: ListItemViewModel
  /// The view that shows it.
  public let view: View
  private let scope: Scope
  private var giveBack: ((View) -> Void)?

  init(
    _ item: ListItemViewModel, view: View, scope: Scope, giveBack: @escaping (View) -> Void
  ) {
    self.item = item
    self.view = view
    self.scope = scope
    self.giveBack = giveBack
  }

  /// Ends the binding and gives the view back for reuse; further calls do nothing.
  public func recycle() {
    guard let giveBack else { return }
    self.giveBack = nil
    scope.end()
    giveBack(view)
  }
}
