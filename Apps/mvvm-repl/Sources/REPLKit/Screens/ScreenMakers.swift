public import ViewModels

/// A registry of picture makers: the functions that make pictures of view-models, by type.
///
/// A maker also serves the subclasses of its type, unless they have their own. A view-model without a maker is drawn
/// from its schema.
///
/// ```swift
/// session.host.screens.makers.register(Cart.self) { cart, context in
///   var picture = context.schemaPicture(of: cart)
///   picture.header = ScreenText("\(cart.count) things", .quiet)
///   return picture
/// }
/// ```
/// The main actor guards it.
@MainActor
public final class ScreenMakers {
  private var makers = TypeRegistry<
    any ViewModel, (any ViewModel, ScreenContext) -> ScreenPicture
  >()

  private var amendments: [@MainActor (any ViewModel, inout ScreenPicture) -> Void] = []

  /// Creates a registry that knows the view-models of the library: apps with tabs and stacks, segments,
  /// lists and grids.
  public init() {
    register(Navigator.self) { $1.navigatorPicture(of: $0) }
    register(SegmentedViewModel.self) { $1.segmentedPicture(of: $0) }
    register(ListViewModel.self) { $1.listPicture(of: $0) }
  }

  /// Registers the maker for a type and its subclasses; it replaces an earlier maker of the type.
  ///
  /// - Parameters:
  ///   - type: The type of view-model.
  ///   - make: Makes the picture. Its reads are tracked: a change of a value that it read makes the picture again.
  public func register<Model: ViewModel>(
    _ type: Model.Type, _ make: @escaping @MainActor (Model, ScreenContext) -> ScreenPicture
  ) {
    makers.register(type) { viewModel, context in
      guard let model = viewModel as? Model else {
        preconditionFailure("what draws \(Model.self) was given a \(Swift.type(of: viewModel))")
      }
      return make(model, context)
    }
  }

  /// Registers a change to every picture, such as an app's own overlay, empty state or retry button.
  ///
  /// ```swift
  /// makers.amend { _, picture in
  ///   if picture.empty?.image == nil { picture.empty?.image = "owl" }
  /// }
  /// ```
  /// Changes run in the order of their registration; an inner page is changed before the page that contains it.
  ///
  /// - Parameter change: Changes the picture. Its reads are tracked.
  public func amend(_ change: @escaping @MainActor (any ViewModel, inout ScreenPicture) -> Void) {
    amendments.append(change)
  }

  func picture(of viewModel: any ViewModel, _ context: ScreenContext) -> ScreenPicture {
    var picture =
      makers.value(for: viewModel)?(viewModel, context) ?? context.schemaPicture(of: viewModel)
    for amend in amendments { amend(viewModel, &picture) }
    return picture
  }
}
