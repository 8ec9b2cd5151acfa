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

  /// The identifier it was put under.
  public var id: String { key.text }

  /// The value.
  public let value: Value

  /// When the identifier was first put; overwriting keeps it, deleting and the end of its time forget it.
  public let created: Date

  /// When the value was last put.
  public let updated: Date

  /// When the value ceases to exist; nil means never.
  public let expires: Date?

  init(_ row: StoredRow, value: Value) {
    self.key = ExactKey(row.id)
    self.value = value
    self.created = Date(microseconds: row.created)
    self.updated = Date(microseconds: row.updated)
    self.expires = row.expires.map(Date.init(microseconds:))
  }

  /// Whether the value was last put more than `age` ago, for a freshness rule of the caller's own.
  public func isOlder(than age: Duration, at now: Date = Date()) -> Bool {
    let (elapsed, overflow) = now.microseconds.subtractingReportingOverflow(updated.microseconds)
    return overflow ? now > updated : elapsed > age.microseconds
  }
}

// Identifiers are the same when their bytes are.
extension StoreItem: Equatable where Value: Equatable {}
extension StoreItem: Hashable where Value: Hashable {}

extension StoreItem: CustomStringConvertible {
  /// The identifier, the value and the times, on one line.
  public var description: String {
    "id=\(id), value=\(value), created=\(created), updated=\(updated)"
      + (expires.map { ", expires=\($0)" } ?? "")
  }
}

/// The order in which items are listed.
public enum ItemOrder: Sendable, Hashable, CaseIterable {
  /// By identifier, first to last; follows the index and sorts nothing.
  case ascending
  /// By identifier, last to first.
  case descending
  /// By creation time, oldest first; sorts the range before the first item.
  case oldestFirst
  /// By creation time, newest first; sorts the range before the first item.
  case newestFirst
}
