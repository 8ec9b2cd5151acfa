/// How much of what happens a test must expect.
public enum Exhaustivity: Hashable, Sendable {
  /// Everything that is watched: each change in order, no execution left running, no error left over.
  case on
  /// Only what the test asks for; the rest may happen or not.
  case off
  /// What has one of these names as in ``on``, everything else as in ``off``.
  case named(Set<String>)

  func includes(_ name: String) -> Bool {
    switch self {
    case .on: true
    case .off: false
    case .named(let names): names.contains(name)
    }
  }
}
