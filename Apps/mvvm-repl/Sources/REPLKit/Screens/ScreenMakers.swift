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
  private struct Maker {
    let type: any ViewModel.Type
    let draws: (any ViewModel) -> Bool
    let isAbove: (any ViewModel.Type) -> Bool
    let make: (any ViewModel, ScreenContext) -> ScreenPicture
  }

  private var makers: [ObjectIdentifier: Maker] = [:]
  private var found: [ObjectIdentifier: Maker?] = [:]

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
    found = [:]
    makers[ObjectIdentifier(type)] = Maker(
      type: type, draws: { $0 is Model }, isAbove: { $0 is Model.Type },
      make: { viewModel, context in
        guard let model = viewModel as? Model else {
          preconditionFailure("what draws \(Model.self) was given a \(Swift.type(of: viewModel))")
        }
        return make(model, context)
      })
  }

  /// The picture of a view-model.
  func picture(of viewModel: any ViewModel, _ context: ScreenContext) -> ScreenPicture {
    maker(of: viewModel)?.make(viewModel, context) ?? context.schemaPicture(of: viewModel)
  }

  private func maker(of viewModel: any ViewModel) -> Maker? {
    let type = ObjectIdentifier(Swift.type(of: viewModel))
    if let known = found[type] { return known }
    // Those that can draw it are on one line of inheritance; the lowest one counts.
    let able = makers.values.filter { $0.draws(viewModel) }
    let lowest = able.first { one in able.allSatisfy { $0.isAbove(one.type) } }
    found[type] = lowest
    return lowest
  }
}
