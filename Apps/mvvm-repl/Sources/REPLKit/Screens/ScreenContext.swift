public import ViewModels

/// Where a picture is made: the way to the view-model, the language, and the parts of its page.
///
/// ```swift
/// makers.register(Cart.self) { cart, context in
///   var picture = context.schemaPicture(of: cart)
///   picture.pull = context.statement("reload()")
///   return picture
/// }
/// ```
@MainActor
public struct ScreenContext {
  /// The way from a name of the session to the view-model: `app.visible`.
  public let path: String
  /// The language of the texts that are not the view-model's own.
  public let language: HelpLanguage
  let makers: ScreenMakers
  let windows: ListWindows
  /// The number of view-models above this one in the picture.
  let depth: Int

  /// A statement on the view-model: `statement("select(1)")` is `app.select(1)`.
  public func statement(_ call: String) -> String { "\(path).\(call)" }

  /// A command of the view-model as a statement: one that may wait runs in the background, so that the
  /// screen stays usable and can answer what the command asks.
  ///
  /// - Returns: `nil` when there is no such command, or it is not enabled.
  public func command(_ name: String, of viewModel: any ViewModel) -> String? {
    guard let member = type(of: viewModel).schema[name],
      let command = member.command(in: viewModel), command.isEnabled,
      member.parameters.allSatisfy({ $0.defaultValue != nil })
    else { return nil }
    return statement("\(name)()" + (command.maySuspend ? " &" : ""))
  }

  /// The picture of a view-model behind a member: `picture(of: app.visible, at: "visible")`.
  public func picture(of viewModel: any ViewModel, at member: String) -> ScreenPicture {
    makers.picture(of: viewModel, inner(member))
  }

  func inner(_ member: String) -> ScreenContext {
    ScreenContext(
      path: "\(path).\(member)", language: language, makers: makers, windows: windows,
      depth: depth + 1)
  }

  /// The picture that any view-model has, whatever is registered: what its schema tells, without the
  /// members that each page has.
  ///
  /// Properties are fields, what follows from them outputs, commands buttons. A page's questions,
  /// messages and state around its content are in it.
  public func schemaPicture(of viewModel: any ViewModel) -> ScreenPicture {
    var picture = ScreenPicture(title: title(of: viewModel))
    let members = type(of: viewModel).schema.members.filter { !isOfEachPage($0, of: viewModel) }
    let names = Set(members.map(\.name))
    for member in members {
      switch member.kind {
      case .property: addProperty(member, of: viewModel, beside: names, to: &picture)
      case .derived:
        if member.nameOfChecked(in: names) == nil { addOutput(member, of: viewModel, to: &picture) }
      case .command:
        if let button = button(member, of: viewModel) { picture.buttons.append(button) }
      case .child, .list: addChildren(member, of: viewModel, to: &picture)
      }
    }
    return picture
  }

  private func title(of viewModel: any ViewModel) -> String? {
    (viewModel as? LifecycleViewModel)?.title
      ?? (depth == 0 ? type(of: viewModel).schema.typeName : nil)
  }

  /// Whether a member is one of the library's class, whose picture says what it tells.
  private func isOfEachPage(_ member: Member, of viewModel: any ViewModel) -> Bool {
    let bases: [ViewModelSchema] =
      switch viewModel {
      case is Navigator: [Navigator.schema]
      case is SegmentedViewModel: [SegmentedViewModel.schema]
      case is GridViewModel: [GridViewModel.schema]
      case is ListViewModel: [ListViewModel.schema]
      case is LifecycleViewModel: [LifecycleViewModel.schema]
      default: []
      }
    return bases.contains { $0[member.name] != nil }
  }
}
