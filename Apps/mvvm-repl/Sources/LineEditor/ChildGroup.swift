import CEditShim

/// The process group of a running program that ends with this one.
///
/// ```swift
/// ChildGroup.set(group)
/// defer { ChildGroup.set(nil) }
/// ```
/// The group gets `SIGINT` when this process exits, or ends by a signal from outside. There is one such group at a time.
public enum ChildGroup {
  /// Sets the group; `nil` when its program has ended.
  public static func set(_ group: Int32?) { child_remember(group ?? 0) }
}
