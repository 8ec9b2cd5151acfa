import Bindings
import ViewModels

extension ViewModel {
  /// Marks the nodes of secure members, so that the log hides their values.
  func hideSecureValues() {
    for member in type(of: self).schema.members where member.isSecure {
      member.node(in: self)?.isSecure = true
    }
  }
}
