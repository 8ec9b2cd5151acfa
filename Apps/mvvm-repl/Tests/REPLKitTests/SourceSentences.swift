import Foundation
import Testing

/// The sentences that the sources tell of mistakes, with `{}` for what is put in.
enum SourceSentences {
  /// Every sentence with the file in which it stands.
  static func all() throws -> [String: String] {
    try all(in: #"\b(Diagnostic|Problem|unexpected|Suggestion)\("#)
  }

  /// Every literal within certain calls, with the file in which it stands.
  static func all(in call: String) throws -> [String: String] {
    let call = try Regex(call)
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/REPLKit").standardized
    var found: [String: String] = [:]
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
    for case let path as String in files where path.hasSuffix(".swift") {
      guard !path.contains("Chinese") else { continue }
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        .split(separator: "\n").filter { !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") }
        .joined(separator: "\n")
      for match in text.matches(of: call) {
        for sentence in literals(text[match.range.upperBound...]) { found[sentence] = path }
      }
    }
    return found
  }

  /// The literals up to the parenthesis that closes the call.
  private static func literals(_ text: Substring) -> [String] {
    var reader = Reader(rest: text)
    var literals: [String] = []
    var depth = 1
    while depth > 0, let character = reader.next() {
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      case "\"": literals.append(reader.literal())
      default: break
      }
    }
    return literals
  }

  private struct Reader {
    var rest: Substring

    mutating func next() -> Character? { rest.popFirst() }

    /// The rest of a literal, behind its opening quote.
    mutating func literal() -> String {
      var text = ""
      while let character = next(), character != "\"" {
        guard character == "\\" else {
          text.append(character)
          continue
        }
        switch next() {
        case "("?:
          skipInterpolation()
          text += "{}"
        case let escaped?: text.append(escaped)
        case nil: break
        }
      }
      return text
    }

    private mutating func skipInterpolation() {
      var depth = 1
      while depth > 0, let character = next() {
        switch character {
        case "(": depth += 1
        case ")": depth -= 1
        case "\"": _ = literal()
        default: break
        }
      }
    }
  }
}
