import Foundation

/// The names that Swift files declare: types with their members, and suites with their tests.
///
/// A search over the text, without a compiler: a member counts for each type that its file declares or
/// extends.
struct SourceNames {
  private(set) var members: [String: Set<String>] = [:]
  private(set) var tests: [String: Set<String>] = [:]
  /// Functions, macros and types by themselves.
  private(set) var all: Set<String> = []

  private static let typeWords: Set<String> = [
    "class", "struct", "enum", "protocol", "actor", "extension", "typealias", "macro",
  ]
  private static let memberWords: Set<String> = ["func", "var", "let", "case"]

  mutating func add(_ file: URL) throws {
    var (types, members, tests): (Set<String>, Set<String>, Set<String>) = ([], [], [])
    var isTest = false
    let words = try Self.words(of: file)
    for (index, word) in words.enumerated() where index + 1 < words.count {
      let next = words[index + 1]
      if word == "@Test" {
        isTest = true
      } else if word == "init" {
        members.insert("init")
      } else if Self.typeWords.contains(word), !Self.memberWords.contains(next) {
        types.insert(next)
      } else if Self.memberWords.contains(word) {
        members.insert(next)
        if word == "func", isTest {
          tests.insert(next)
          isTest = false
        }
      }
    }
    for type in types {
      self.members[type, default: []].formUnion(members)
      self.tests[type, default: []].formUnion(tests)
    }
    all.formUnion(types)
    all.formUnion(members)
  }

  /// The words of a file's code, without the lines that are comments; an attribute has its `@`.
  private static func words(of file: URL) throws -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var (isLineStart, isComment) = (true, false)
    var last: UInt8 = 0
    for byte in try Data(contentsOf: file) {
      defer { last = byte }
      if byte == UInt8(ascii: "\n") { (isLineStart, isComment) = (true, false) }
      if isLineStart, byte == UInt8(ascii: "/"), last == UInt8(ascii: "/") { isComment = true }
      if byte != UInt8(ascii: " "), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "/") {
        isLineStart = false
      }
      let isLetter =
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "@") || byte > 127
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      if isLetter, !isComment {
        word.append(byte)
      } else if !word.isEmpty {
        words.append(String(decoding: word, as: UTF8.self))
        word = []
      }
    }
    return words
  }

  /// Whether a type, a function, or a member of a type has the name, such as `Navigator.push`.
  func knows(_ name: String) -> Bool {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count > 1 else { return all.contains(name) }
    // A type within a type is declared in one of the outer one's files, or is itself a type.
    return zip(parts, parts.dropFirst()).allSatisfy { outer, inner in
      members[outer]?.contains(inner) == true || (all.contains(outer) && members[inner] != nil)
    }
  }

  func knowsTest(_ name: String) -> Bool {
    let parts = name.split(separator: ".").map(String.init)
    return parts.count == 2 && tests[parts[0]]?.contains(parts[1]) == true
  }
}
