public import ViewModels

/// A registry of what draws view-models: it makes pictures by the types of view-models.
///
/// What is registered for a type draws its subclasses, too, unless they have their own; what no type is
/// registered for is drawn from its schema.
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

  /// Registers what draws view-models of a type and of its subclasses, in the place of an earlier one.
  ///
  /// - Parameters:
  ///   - type: The type of view-model.
  ///   - make: Makes its picture. What it reads is tracked: the picture is made anew when that changes.
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

  /// Changes every picture after it is made: an app's own overlay, empty notice or retry, whatever the page.
  ///
  /// ```swift
  /// makers.amend { _, picture in
  ///   if picture.empty?.image == nil { picture.empty?.image = "owl" }
  /// }
  /// ```
  /// Amendments run in the order in which they came, of pages within a page the inner one first.
  ///
  /// - Parameter change: Changes the picture. What it reads is tracked.
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
