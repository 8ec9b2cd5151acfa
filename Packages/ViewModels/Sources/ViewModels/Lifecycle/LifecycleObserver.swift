/// Who is told of the steps of a view-model's life; every callback may be left out.
///
/// For code that does not observe nodes. A sender may be a child of the one that is observed only
/// when the same observer was set there.
@MainActor
public protocol LifecycleObserver: AnyObject {
  /// The view-model and its children are set up.
  func viewModelDidSetUp(_ viewModel: LifecycleViewModel)
  /// Loading begins; before the children's.
  func viewModelWillLoad(_ viewModel: LifecycleViewModel)
  /// Loading is done, or done again; children may still be loading.
  func viewModelDidLoad(_ viewModel: LifecycleViewModel)
  /// Something changed while loaded.
  func viewModelDidUpdate(_ viewModel: LifecycleViewModel, updates: [String: DynamicValue])
  /// Unloading begins.
  func viewModelWillUnload(_ viewModel: LifecycleViewModel)
  /// Unloading is done.
  func viewModelDidUnload(_ viewModel: LifecycleViewModel)
}

extension LifecycleObserver {
  /// Does nothing.
  public func viewModelDidSetUp(_ viewModel: LifecycleViewModel) {}
  /// Does nothing.
  public func viewModelWillLoad(_ viewModel: LifecycleViewModel) {}
  /// Does nothing.
  public func viewModelDidLoad(_ viewModel: LifecycleViewModel) {}
  /// Does nothing.
  public func viewModelDidUpdate(
    _ viewModel: LifecycleViewModel, updates: [String: DynamicValue]
  ) {}
  /// Does nothing.
  public func viewModelWillUnload(_ viewModel: LifecycleViewModel) {}
  /// Does nothing.
  public func viewModelDidUnload(_ viewModel: LifecycleViewModel) {}
}
