/// A path in which `{name}` stands for one segment.
struct PathPattern: Sendable, Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  /// The number of literal segments; a pattern with more of them is more specific.
  var weight: Int { Self.segments(text).count { !Self.isParameter($0) } }

  func matches(_ path: String) -> Bool {
    let (segments, others) = (Self.segments(text), Self.segments(path))
    return segments.count == others.count
      && zip(segments, others).allSatisfy { Self.isParameter($0) || $0 == $1 }
  }

  private static func segments(_ path: String) -> [Substring] { path.split(separator: "/") }

  private static func isParameter(_ segment: Substring) -> Bool {
    segment.hasPrefix("{") && segment.hasSuffix("}")
  }
}
