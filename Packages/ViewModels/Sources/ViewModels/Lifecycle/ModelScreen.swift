import Bindings

/// Stands for the screen that shows a view-model: passes the screen's events in, and the life
/// cycle's steps out with their type.
///
/// Whatever draws (a terminal, a view controller, a test) holds one. Steps of children come through
/// a callback of their own, whatever their type.
///
/// ```swift
/// let screen = ModelScreen(Inbox()) { inbox, step in print(inbox.messages.count, step) }
/// screen.load()
/// screen.appear()
/// ```
@MainActor
public final class ModelScreen<Model: LifecycleViewModel>: LifecycleObserver {
  /// What happened.
  public enum Step: Sendable, Hashable {
    /// It and its children are set up.
    case didSetUp
    /// Loading begins.
    case willLoad
    /// Loading is done, or done again.
    case didLoad
    /// Some outputs changed while loaded; which, by name.
    case didUpdate([String: DynamicValue])
    /// Unloading begins.
    case willUnload
    /// Unloading is done.
    case didUnload
  }

  /// What is shown.
  public let model: Model
  private let onStep: @MainActor (Model, Step) -> Void
  private let onChildStep: @MainActor (LifecycleViewModel, Step) -> Void
  private var children: Subscription?

  /// Makes the screen of a view-model.
  ///
  /// - Parameters:
  ///   - model: What is shown. It and its direct children tell their steps to the screen.
  ///   - onStep: Takes the view-model's own steps.
  ///   - onChildStep: Takes the children's steps.
  public init(
    _ model: Model,
    onStep: @escaping @MainActor (Model, Step) -> Void = { _, _ in },
    onChildStep: @escaping @MainActor (LifecycleViewModel, Step) -> Void = { _, _ in }
  ) {
    self.model = model
    self.onStep = onStep
    self.onChildStep = onChildStep
    model.observer = self
    children = model.$children.observe { [weak self] children in
      for child in children where child.observer == nil { child.observer = self }
    }
  }

  /// There is something to draw on now.
  public func load() { model.screenDidLoad() }

  /// The screen is about to be seen.
  public func appear() { model.screenWillAppear() }

  /// The screen was drawn.
  public func render() { model.screenDidRender() }

  /// The screen is about to be covered.
  public func disappear() { model.screenWillDisappear() }

  /// The screen is gone for good: ends the view-model.
  public func close() { model.end() }
}

extension ModelScreen {
  private func tell(_ sender: LifecycleViewModel, _ step: Step) {
    if sender === model { onStep(model, step) } else { onChildStep(sender, step) }
  }

  /// Passes the step on.
  public func viewModelDidSetUp(_ viewModel: LifecycleViewModel) { tell(viewModel, .didSetUp) }
  /// Passes the step on.
  public func viewModelWillLoad(_ viewModel: LifecycleViewModel) { tell(viewModel, .willLoad) }
  /// Passes the step on.
  public func viewModelDidLoad(_ viewModel: LifecycleViewModel) { tell(viewModel, .didLoad) }
  /// Passes the step on.
  public func viewModelDidUpdate(
    _ viewModel: LifecycleViewModel, updates: [String: DynamicValue]
  ) { tell(viewModel, .didUpdate(updates)) }
  /// Passes the step on.
  public func viewModelWillUnload(_ viewModel: LifecycleViewModel) { tell(viewModel, .willUnload) }
  /// Passes the step on.
  public func viewModelDidUnload(_ viewModel: LifecycleViewModel) { tell(viewModel, .didUnload) }
}
