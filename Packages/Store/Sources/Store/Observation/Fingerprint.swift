/// The part of a reading by which it is told from the next one: a checksum, or the value itself.
struct Fingerprint: Equatable, Sendable {
  private let value: any Equatable & Sendable

  init(_ value: some Equatable & Sendable) { self.value = value }

  static func == (left: Fingerprint, right: Fingerprint) -> Bool { left.value.equals(right.value) }
}

extension Equatable {
  fileprivate func equals(_ other: any Equatable) -> Bool { other as? Self == self }
}
