#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Foundation's `convertFromSnakeCase`: outer underscores stay, and each word after an inner one is capitalized.
enum SnakeCase {
  static func camel(_ key: String) -> String {
    let trimmed = key.drop { $0 == "_" }
    guard let last = trimmed.lastIndex(where: { $0 != "_" }) else { return key }
    let core = trimmed[...last]
    let words = core.split(separator: "_")
    guard words.count > 1 else { return key }
    let joined = words[0].lowercased() + words.dropFirst().map(\.capitalized).joined()
    return key[..<trimmed.startIndex] + joined + key[core.endIndex...]
  }
}
