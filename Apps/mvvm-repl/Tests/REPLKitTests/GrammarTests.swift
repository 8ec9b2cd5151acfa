import Foundation
import Testing

@testable import REPLKit

/// The grammar of the documentation, and the texts that it makes.
struct Grammar {
  indirect enum Rule {
    case text(String)
    case name(String)
    case sequence([Rule])
    case choice([Rule])
    case optional(Rule)
    case repeated(Rule)
  }

  private(set) var rules: [String: Rule] = [:]

  /// Reads the EBNF of a document.
  init(_ document: String) throws {
    let block = try #require(document.components(separatedBy: "```ebnf\n").last)
    let source = try #require(block.components(separatedBy: "```").first)
    try define(source)
  }

  /// The grammar of the language.
  static func documented() throws -> Grammar {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = folder.appending(path: "Sources/REPLKit/REPLKit.docc/Grammar.md")
    return try Grammar(try String(contentsOf: page, encoding: .utf8))
  }

  /// Defines rules anew.
  mutating func define(_ source: String) throws {
    var reader = Reader(source)
    while let (name, rule) = try reader.definition() { rules[name] = rule }
  }

  /// A random text of a rule; the deeper it goes, the less it repeats and chooses.
  func text(_ rule: Rule, depth: Int = 0, _ random: inout SeededGenerator) -> String {
    switch rule {
    case .text(let text): return text
    case .name("newline"): return "\n"
    case .name("quote"): return "\""
    case .name(let name):
      guard let rule = rules[name] else { return "<no rule \(name)>" }
      return text(rule, depth: depth + 1, &random)
    case .sequence(let parts):
      return parts.map { text($0, depth: depth, &random) }.joined()
    case .choice(let choices):
      // The first alternatives of a rule are those that end soonest.
      let limit = depth > 24 ? 1 : choices.count
      return text(choices[Int.random(in: 0..<limit, using: &random)], depth: depth, &random)
    case .optional(let part):
      return depth < 24 && Bool.random(using: &random) ? text(part, depth: depth + 1, &random) : ""
    case .repeated(let part):
      let count = depth < 20 ? Int.random(in: 0...2, using: &random) : 0
      return (0..<count).map { _ in text(part, depth: depth + 2, &random) }.joined()
    }
  }

  private struct Reader {
    private var words: [String] = []
    private var index = 0

    init(_ source: String) {
      var rest = Substring(source)
      while let first = rest.first {
        if first.isWhitespace {
          rest.removeFirst()
        } else if first == "\"" {
          let text = rest.dropFirst().prefix { $0 != "\"" }
          words.append("\"" + text)
          rest = rest.dropFirst(text.count + 2)
        } else if first.isLetter {
          let name = rest.prefix { $0.isLetter }
          words.append(String(name))
          rest = rest.dropFirst(name.count)
        } else {
          words.append(String(first))
          rest.removeFirst()
        }
      }
    }

    mutating func definition() throws -> (String, Rule)? {
      guard index < words.count else { return nil }
      let name = next()
      try #require(next() == "=", "after \(name)")
      let rule = try choice()
      try #require(next() == ";", "after the rule \(name)")
      return (name, rule)
    }

    private mutating func next() -> String {
      defer { index += 1 }
      return index < words.count ? words[index] : ""
    }

    private var current: String { index < words.count ? words[index] : "" }

    private mutating func choice() throws -> Rule {
      var choices = [try sequence()]
      while current == "|" {
        index += 1
        choices.append(try sequence())
      }
      return choices.count == 1 ? choices[0] : .choice(choices)
    }

    private mutating func sequence() throws -> Rule {
      var parts = [try part()]
      while current == "," {
        index += 1
        parts.append(try part())
      }
      return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func part() throws -> Rule {
      let word = next()
      switch word {
      case "[", "{", "(":
        let rule = try choice()
        let end = next()
        try #require(["[": "]", "{": "}", "(": ")"][word] == end, "\(word) is closed by \(end)")
        return word == "[" ? .optional(rule) : word == "{" ? .repeated(rule) : rule
      default:
        return word.first == "\"" ? .text(String(word.dropFirst())) : .name(word)
      }
    }
  }
}

@Suite(.ownGraph) struct GrammarTests {
  @Test func everyTextOfTheDocumentedGrammarIsInTheLanguage() throws {
    let grammar = try Grammar.documented()
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for round in 0..<1_500 {
      let text = grammar.text(.name("statement"), &random)
      do throws(Diagnostic) { _ = try Parser.parse(text) } catch {
        // Limits on depth are told beside the grammar.
        guard error.code != .tooDeep else { continue }
        Issue.record("seed \(seed), round \(round): \(error.message)\n\(text)")
        return
      }
    }
  }

  @Test func everyRuleIsReachedAndDefined() throws {
    let grammar = try Grammar.documented()
    var random = SeededGenerator(seed: 1)
    for name in grammar.rules.keys {
      for _ in 0..<50 {
        let text = grammar.text(.name(name), &random)
        #expect(!text.contains("<no rule"), "\(name): \(text)")
      }
    }
    for filter in Filter.names {
      #expect("\(grammar.rules["filter"] as Any)".contains("\"\(filter)\""), "\(filter)")
    }
    for verb in Verb.names {
      #expect("\(grammar.rules["verb"] as Any)".contains("\"\(verb)"), "\(verb)")
    }
  }
}
