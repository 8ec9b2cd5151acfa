import Bindings
import ViewModels

extension ViewModel {
  /// Keeps the values of secure members out of the log.
  func hideSecureValues() {
    for member in type(of: self).schema.members where member.isSecure {
      member.node(in: self)?.isSecure = true
    }
  }
}
