import Foundation
import ViewModels

extension LifecycleViewModel.Environment {
  /// An environment in which it is always the first moment of 2001.
  static var early: Self {
    var environment = Self()
    environment[NowKey.self] = { Date(timeIntervalSinceReferenceDate: 0) }
    return environment
  }
}
