public import ViewModels

/// A sentence for the user: its key, its arguments, and its wording in each language.
///
/// Messages are data: records contain them, and a renderer words them in the language of the session. A static member
/// of this type creates each message with its text in every language, so a missing translation does not compile. A host
/// adds its own messages in the same way.
///
/// ```swift
/// extension Message {
///   static func saved(_ file: String) -> Message { Message("saved \(file)", "已保存 \(file)") }
/// }
/// ```
public struct Message: Sendable, Hashable {
  /// The name of the message for programs, the same in every language; `text` for a message that is only a text.
  public let key: String
  private let english: Wording
  private let chinese: Wording

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - english: The English text; the interpolated values are the arguments.
  ///   - chinese: The Chinese text, with the same arguments.
  ///   - key: The name of the message; by default that of the member that creates it.
  public init(_ english: Wording, _ chinese: Wording, key: String = #function) {
    self.key = String(key.prefix { $0 != "(" })
    (self.english, self.chinese) = (english, chinese)
  }

  /// Creates a message whose text is the same in every language: a name, or a text from elsewhere.
  public init(verbatim text: String) { self.init("\(text)", "\(text)", key: "text") }

  /// The arguments in the text, in the order of the English text.
  public var arguments: [Argument] {
    english.parts.compactMap { part in
      if case .argument(let argument, _) = part { argument } else { nil }
    }
  }

  /// The text in a language.
  public func text(in language: HelpLanguage) -> String {
    switch language {
    case .english: english.text(in: language)
    case .chinese: chinese.text(in: language)
    }
  }

  /// Whether the text has a word in any language, ignoring case.
  ///
  /// Between Chinese words is no space, so that a part of the text is a word there.
  func has(word: String) -> Bool {
    let word = word.lowercased()
    return HelpLanguage.allCases.contains {
      let text = text(in: $0).lowercased()
      return word.allSatisfy(\.isASCII)
        ? text.split { !$0.isLetter && !$0.isNumber }.contains { $0 == word }
        : text.contains(word)
    }
  }

  /// Returns the text up to its first semicolon, for the completion menu.
  func brief(in language: HelpLanguage) -> String {
    String(text(in: language).prefix { $0 != ";" && $0 != "；" })
  }

  /// Whether the text has no translations.
  var isVerbatim: Bool { key == "text" }

  /// Returns the message with its text arguments changed, also in nested messages.
  func mapTexts(_ change: (String) -> String) -> Message {
    Message(english.mapTexts(change), chinese.mapTexts(change), key: key)
  }

  /// Returns the message with its own words changed, but not its arguments.
  func mapWords(_ change: (String) -> String) -> Message {
    Message(english.mapWords(change), chinese.mapWords(change), key: key)
  }

  /// Returns the message as a line of a tree, with two spaces per level of depth, and the same key and arguments.
  func indented(by depth: Int = 1) -> Message {
    let space = String(repeating: "  ", count: depth)
    return Message(english.behind(space), chinese.behind(space), key: key)
  }

  /// The message with `…` for every value in it; types and operators stay.
  var masked: Message { Message(english.masked, chinese.masked, key: key) }
}

/// The error that a tool command of a host throws about its argument.
extension Message: Error {}

extension Message: CustomStringConvertible {
  /// The text in English, for logs and tests.
  public var description: String { text(in: .english) }
}

extension Message {
  /// An argument of a message.
  public enum Argument: Sendable, Hashable {
    /// A typed word, a name, a type or a value.
    case text(String)
    /// A number.
    case number(Int)
    /// Several names.
    case list([String])
    /// Other messages: the name of a thing in the language, or several reasons.
    case messages([Message])

    fileprivate func mapTexts(_ change: (String) -> String) -> Argument {
      switch self {
      case .text(let text): .text(change(text))
      case .number: self
      case .list(let texts): .list(texts.map(change))
      case .messages(let messages): .messages(messages.map { $0.mapTexts(change) })
      }
    }

    fileprivate var masked: Argument {
      switch self {
      case .text, .number: .text("…")
      case .list: .list(["…"])
      case .messages(let messages): .messages(messages.map(\.masked))
      }
    }
  }

  /// The text of a message in one language: a literal with arguments.
  public struct Wording: Sendable, Hashable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Sendable, Hashable {
      case literal(String)
      case argument(Argument, as: Role)
    }

    /// The role of an argument in the sentence.
    fileprivate enum Role: Sendable {
      case value
      /// Several names, of which one is meant.
      case choice
      /// A type or an operator, which reveals no value.
      case type
    }

    fileprivate var parts: [Part]

    /// Creates the wording of a message without arguments.
    public init(stringLiteral text: String) { parts = [.literal(text)] }

    /// Creates the wording of a message with arguments.
    public init(stringInterpolation text: StringInterpolation) { parts = text.parts }

    private init(_ parts: [Part]) { self.parts = parts }

    fileprivate func mapTexts(_ change: (String) -> String) -> Wording {
      Wording(
        parts.map { part in
          guard case .argument(let argument, let role) = part else { return part }
          return .argument(argument.mapTexts(change), as: role)
        })
    }

    fileprivate func mapWords(_ change: (String) -> String) -> Wording {
      Wording(
        parts.map { part in
          if case .literal(let words) = part { .literal(change(words)) } else { part }
        })
    }

    fileprivate func behind(_ words: String) -> Wording { Wording([.literal(words)] + parts) }

    fileprivate var masked: Wording {
      Wording(
        parts.map { part in
          switch part {
          case .literal, .argument(_, as: .type): part
          case .argument(let argument, let role): .argument(argument.masked, as: role)
          }
        })
    }

    fileprivate func text(in language: HelpLanguage) -> String {
      parts.reduce(into: "") { text, part in
        switch part {
        case .literal(let words), .argument(.text(let words), _): text += words
        case .argument(.number(let number), _): text += "\(number)"
        case .argument(.list(let names), let role):
          text += role == .choice ? language.choice(of: names) : language.list(of: names)
        case .argument(.messages(let messages), _):
          let words = messages.map { $0.text(in: language) }
            .joined(separator: language.semicolon)
          // In Chinese, a space only separates words of other languages.
          if words.first?.isChinese == true || words.first == "“", text.last == " ",
            text.dropLast().last?.isChinese == true
          {
            text.removeLast()
          }
          text += words
        }
      }
    }

    /// Collects the parts of a wording.
    public struct StringInterpolation: StringInterpolationProtocol {
      fileprivate var parts: [Part] = []

      /// Reserves memory for the parts.
      public init(literalCapacity: Int, interpolationCount: Int) {
        parts.reserveCapacity(2 * interpolationCount + 1)
      }

      /// Adds words of the language.
      public mutating func appendLiteral(_ text: String) {
        if !text.isEmpty { parts.append(.literal(text)) }
      }

      /// Adds a name, a type or a value.
      public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
        parts.append(.argument(.text("\(value)"), as: .value))
      }

      /// Adds a type.
      public mutating func appendInterpolation(_ type: ValueType) {
        parts.append(.argument(.text("\(type)"), as: .type))
      }

      /// Adds a word of the language that several messages share.
      mutating func appendInterpolation(word: String) { appendLiteral(word) }

      /// Adds a name after its article: `an Order`.
      mutating func appendInterpolation(a name: String) {
        appendLiteral(Self.article(of: name))
        appendInterpolation(name)
      }

      /// Adds a type after its article: `a String`.
      mutating func appendInterpolation(a type: ValueType) {
        appendLiteral(Self.article(of: "\(type)"))
        appendInterpolation(type)
      }

      private static func article(of name: String) -> String {
        name.first.map { "AEIOaeio".contains($0) } == true ? "an " : "a "
      }

      mutating func appendInterpolation(operator symbol: String) {
        parts.append(.argument(.text(symbol), as: .type))
      }

      /// Adds a number.
      public mutating func appendInterpolation(_ number: Int) {
        parts.append(.argument(.number(number), as: .value))
      }

      /// Adds a number and the counted noun, in the plural unless the number is 1: `3 rows`.
      public mutating func appendInterpolation(_ number: Int, _ word: String) {
        appendInterpolation(number)
        appendLiteral(number == 1 ? " \(word)" : " \(word)s")
      }

      /// Adds a written number, which may have a fraction, and the counted noun: `0.5 seconds`.
      public mutating func appendInterpolation(_ number: String, _ word: String) {
        appendInterpolation(number)
        appendLiteral(number == "1" ? " \(word)" : " \(word)s")
      }

      /// Adds names with commas between them.
      public mutating func appendInterpolation(_ names: [String]) {
        parts.append(.argument(.list(names), as: .value))
      }

      /// Adds quoted names, of which one is meant.
      public mutating func appendInterpolation(oneOf names: [String]) {
        parts.append(.argument(.list(names), as: .choice))
      }

      /// Adds the text of another message.
      public mutating func appendInterpolation(_ message: Message) {
        appendInterpolation([message])
      }

      /// Adds the texts of several messages, with semicolons between them.
      public mutating func appendInterpolation(_ messages: [Message]) {
        parts.append(.argument(.messages(messages), as: .value))
      }
    }
  }
}

extension HelpLanguage {
  func list(of names: [String]) -> String {
    switch self {
    case .english: names.joined(separator: ", ")
    case .chinese: names.joined(separator: "、")
    }
  }

  /// Returns quoted names with "or" before the last one.
  fileprivate func choice(of names: [String]) -> String {
    let (signs, comma, or) =
      switch self {
      case .english: (("'", "'"), ", ", " or ")
      case .chinese: (("“", "”"), "、", "或")
      }
    let quoted = names.map { "\(signs.0)\($0)\(signs.1)" }
    guard quoted.count > 1 else { return quoted.joined() }
    return "\(quoted.dropLast().joined(separator: comma))\(or)\(quoted[quoted.count - 1])"
  }
}

extension Character {
  fileprivate var isChinese: Bool { unicodeScalars.first?.properties.isIdeographic == true }
}

extension HelpLanguage {
  /// The separator between two sentences on one line.
  var semicolon: String { self == .chinese ? "；" : "; " }
}
