internal import Models

/// A range of identifiers in the store's order, which compares UTF-8 bytes.
///
/// ```swift
/// let drafts = try store.items(String.self, in: .prefix("draft/"))
/// let page = try store.items(String.self, in: .after("draft/7"), limit: 20)
/// ```
///
/// This is the order of Unicode scalars, the same on every machine; it is case-sensitive.
public struct IDRange: Sendable, Hashable {
  struct Bound: Sendable, Hashable {
    private let key: ExactKey
    let isIncluded: Bool

    init(id: String, isIncluded: Bool) { (key, self.isIncluded) = (ExactKey(id), isIncluded) }

    var id: String { key.text }
  }

  var lower: Bound?
  var upper: Bound?

  /// Every identifier.
  public static let all = IDRange()

  /// Returns the range of identifiers that begin with exactly these bytes; the empty prefix matches all.
  public static func prefix(_ prefix: String) -> IDRange {
    guard !prefix.isEmpty else { return .all }
    return IDRange(
      lower: Bound(id: prefix, isIncluded: true),
      upper: successor(ofPrefix: prefix).map { Bound(id: $0, isIncluded: false) })
  }

  /// Returns the range of identifiers from `id` on, including `id`.
  public static func from(_ id: String) -> IDRange {
    IDRange(lower: Bound(id: id, isIncluded: true))
  }

  /// Returns the range of identifiers after `id`, excluding `id`: the next page in ascending order.
  public static func after(_ id: String) -> IDRange {
    IDRange(lower: Bound(id: id, isIncluded: false))
  }

  /// Returns the part of this range after `id`, to continue a listing in ascending order.
  public func after(_ id: String) -> IDRange {
    if let lower, Self.compare(id, lower.id) < 0 { return self }
    var range = self
    range.lower = Bound(id: id, isIncluded: false)
    return range
  }

  /// Returns the part of this range up to `id`, including `id`.
  public func through(_ id: String) -> IDRange {
    if let upper, Self.compare(id, upper.id) >= 0 { return self }
    var range = self
    range.upper = Bound(id: id, isIncluded: true)
    return range
  }

  /// Whether `id` is in the range.
  public func contains(_ id: String) -> Bool {
    if let lower {
      let order = Self.compare(id, lower.id)
      guard order > 0 || order == 0 && lower.isIncluded else { return false }
    }
    if let upper {
      let order = Self.compare(id, upper.id)
      guard order < 0 || order == 0 && upper.isIncluded else { return false }
    }
    return true
  }

  /// Returns the smallest text above every text that begins with `prefix`, or nil if there is none.
  private static func successor(ofPrefix prefix: String) -> String? {
    var scalars = Array(prefix.unicodeScalars)
    while let last = scalars.popLast() {
      guard last.value < 0x10FFFF else { continue }
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      guard let scalar = Unicode.Scalar(next) else { continue }
      scalars.append(scalar)
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return String(text)
    }
    return nil
  }

  /// Compares UTF-8 bytes, as SQLite does; Swift's `<` would compare normalised text.
  private static func compare(_ left: String, _ right: String) -> Int {
    for (a, b) in zip(left.utf8, right.utf8) where a != b { return a < b ? -1 : 1 }
    return left.utf8.count - right.utf8.count
  }
}
