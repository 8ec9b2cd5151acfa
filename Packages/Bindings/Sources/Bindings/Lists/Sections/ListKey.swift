/// A header for sections that are nothing but a key.
public struct ListKey<Key: Hashable>: Identifiable, Hashable, CustomStringConvertible {
  /// The key, which is the section's identity.
  public let key: Key

  /// Makes a header.
  public init(_ key: Key) { self.key = key }

  /// The key.
  public var id: Key { key }

  /// The key as text.
  public var description: String { "\(key)" }
}

extension ListKey: Sendable where Key: Sendable {}
