internal import Foundation

/// The part of a reading that is compared with the next one: a checksum or the value itself.
struct Fingerprint: Equatable, Sendable {
  private let value: any Equatable & Sendable

  init(_ value: some Equatable & Sendable) { self.value = value }

  static func == (left: Fingerprint, right: Fingerprint) -> Bool { left.value.equals(right.value) }
}

extension Equatable {
  fileprivate func equals(_ other: any Equatable) -> Bool {
    guard let other = other as? Self else { return false }
    return other == self || self != self && other != other && bytes != nil && bytes == other.bytes
  }

  /// The encoded value; a value that contains NaN is not equal to itself, so its bytes are compared.
  private var bytes: Data? {
    guard let value = self as? any Encodable else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return try? encoder.encode(value)
  }
}
