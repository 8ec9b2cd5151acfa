public import ViewModels

/// The context in which a picture is made: the path to the view-model, the language, and the parts of its page.
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
  /// The path from a name of the session to the view-model: `app.visible`.
  public let path: String
  /// The language of the texts that the view-model does not supply itself.
  public let language: HelpLanguage
  let makers: ScreenMakers
  let windows: ListWindows
  /// The nesting depth of the picture: 0 for the outermost view-model.
  let depth: Int

  /// Returns a statement on the view-model: `statement("select(1)")` returns `app.select(1)`.
  public func statement(_ call: String) -> String { "\(path).\(call)" }

  /// Returns the statement that runs a command of the view-model.
  ///
  /// A command that may suspend runs in the background. The screen then stays usable, and can answer its questions.
  ///
  /// - Returns: `nil` when there is no such command, it is not enabled, or it needs arguments.
  public func command(_ name: String, of viewModel: any ViewModel) -> String? {
    guard let member = type(of: viewModel).schema[name],
      let command = member.command(in: viewModel), command.isEnabled,
      member.parameters.allSatisfy({ $0.defaultValue != nil })
    else { return nil }
    return statement("\(name)()" + (command.maySuspend ? " &" : ""))
  }

  /// Returns the picture of a view-model behind a member: `picture(of: app.visible, at: "visible")`.
  public func picture(of viewModel: any ViewModel, at member: String) -> ScreenPicture {
    makers.picture(of: viewModel, inner(member))
  }

  func inner(_ member: String) -> ScreenContext {
    ScreenContext(
      path: "\(path).\(member)", language: language, makers: makers, windows: windows,
      depth: depth + 1)
  }

  /// Returns the picture that the schema of a view-model describes, even if a maker is registered for its type.
  ///
  /// Properties are fields, derived values are outputs, and commands are buttons. The prompts and the state of the page
  /// are included. Members that every page inherits from the library are left out.
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

  /// Whether a member comes from a base class of the library, for which the picture has its own parts.
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
