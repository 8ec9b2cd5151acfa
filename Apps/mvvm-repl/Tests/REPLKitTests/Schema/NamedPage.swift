import ViewModels

/// A screen with a title.
@ViewModel
final class NamedPage: LifecycleViewModel {
  init(_ name: String) {
    super.init()
    title = name
  }
}
