/// A path pattern in which `{name}` matches any one segment.
package struct PathPattern: Sendable, Hashable {
  package let text: String
  private let segments: [Substring]

  package init(_ text: String) {
    self.text = text
    segments = Self.split(text)
  }

  package func matches(_ path: String) -> Bool {
    let other = Self.split(path)
    return segments.count == other.count
      && zip(segments, other).allSatisfy { Self.isParameter($0) || $0 == $1 }
  }

  private static func split(_ path: String) -> [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: true)
  }

  private static func isParameter(_ segment: Substring) -> Bool {
    segment.hasPrefix("{") && segment.hasSuffix("}")
  }
}
