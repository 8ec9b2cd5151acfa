public import Foundation
internal import Models

/// A stored value with its identifier and times.
///
/// ```swift
/// if let item = try store.item(String.self, id: "draft"), item.isOlder(than: .seconds(60)) {
///   try store.delete(id: item.id)
/// }
/// ```
public struct StoreItem<Value: Sendable>: Sendable, Identifiable {
  private let key: ExactKey

  /// The identifier of the value.
  public var id: String { key.text }

  /// The value.
  public let value: Value

  /// The time when the identifier was first put; overwriting keeps it, deletion and expiry reset it.
  public let created: Date

  /// The time when the value was last put.
  public let updated: Date

  /// The expiry time; nil if the value never expires.
  public let expires: Date?

  init(_ row: StoredRow, value: Value) {
    self.key = ExactKey(row.id)
    self.value = value
    self.created = Date(microseconds: row.created)
    self.updated = Date(microseconds: row.updated)
    self.expires = row.expires.map(Date.init(microseconds:))
  }

  /// Whether the value was last put more than `age` ago; for custom freshness rules.
  public func isOlder(than age: Duration, at now: Date = Date()) -> Bool {
    let (elapsed, overflow) = now.microseconds.subtractingReportingOverflow(updated.microseconds)
    return overflow ? now > updated : elapsed > age.microseconds
  }
}

// Two identifiers are equal if their bytes are equal.
extension StoreItem: Equatable where Value: Equatable {}
extension StoreItem: Hashable where Value: Hashable {}

extension StoreItem: CustomStringConvertible {
  /// The identifier, the value and the times, on one line.
  public var description: String {
    "id=\(id), value=\(value), created=\(created), updated=\(updated)"
      + (expires.map { ", expires=\($0)" } ?? "")
  }
}

/// The sort order of items.
public enum ItemOrder: Sendable, Hashable, CaseIterable {
  /// Ascending identifiers; this order uses the index without sorting.
  case ascending
  /// Descending identifiers.
  case descending
  /// Creation time, oldest first; the whole range is sorted before the first item.
  case oldestFirst
  /// Creation time, newest first; the whole range is sorted before the first item.
  case newestFirst
}
