public import ViewModels

/// A sentence that is told: its key, its arguments, and how it is worded in each language.
///
/// Messages are data: records carry them, and a renderer words them in the language of the session.
/// Each one is made by a static member of this type that has the text in every language, so a missing
/// translation does not compile; a host adds its own in the same way.
///
/// ```swift
/// extension Message {
///   static func saved(_ file: String) -> Message { Message("saved \(file)", "已保存 \(file)") }
/// }
/// ```
public struct Message: Sendable, Hashable {
  /// The name of the message for programs, the same in every language; `text` for what only has its words.
  public let key: String
  private let english: Wording
  private let chinese: Wording

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - english: Its text in English; what is put in there are the arguments.
  ///   - chinese: Its text in Chinese, which tells the same arguments.
  ///   - key: Its name; that of the member which makes it by default.
  public init(_ english: Wording, _ chinese: Wording, key: String = #function) {
    self.key = String(key.prefix { $0 != "(" })
    (self.english, self.chinese) = (english, chinese)
  }

  /// Creates a message of words that are the same in every language: a name, or what somebody else says.
  public init(verbatim text: String) { self.init("\(text)", "\(text)", key: "text") }

  /// The arguments in the text, in the order in which English tells them.
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

  /// The text up to its first semicolon, for the menu of completion.
  func brief(in language: HelpLanguage) -> String {
    String(text(in: language).prefix { $0 != ";" && $0 != "；" })
  }

  /// Whether nobody has worded it here.
  var isVerbatim: Bool { key == "text" }

  /// The message with its texts changed, within others, too.
  func mapTexts(_ change: (String) -> String) -> Message {
    Message(english.mapTexts(change), chinese.mapTexts(change), key: key)
  }

  /// The message with its own words changed, not those that are put in.
  func mapWords(_ change: (String) -> String) -> Message {
    Message(english.mapWords(change), chinese.mapWords(change), key: key)
  }

  /// The message behind two spaces for each level of depth: a line of a tree, with the same key and arguments.
  func indented(by depth: Int = 1) -> Message {
    let space = String(repeating: "  ", count: depth)
    return Message(english.behind(space), chinese.behind(space), key: key)
  }

  /// The message with `…` for every value that it tells; types and operators stay.
  var masked: Message { Message(english.masked, chinese.masked, key: key) }
}

/// A word of a host throws a message to say what was wrong with what follows the word.
extension Message: Error {}

extension Message: CustomStringConvertible {
  /// The text in English, for logs and tests.
  public var description: String { text(in: .english) }
}

extension Message {
  /// Something that is put into a message.
  public enum Argument: Sendable, Hashable {
    /// A word that was typed, a name, a type or a value.
    case text(String)
    /// A number.
    case number(Int)
    /// Several names.
    case list([String])
    /// Other messages: what the language calls a thing, or several reasons.
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

  /// The text of a message in one language: a literal with arguments in it.
  public struct Wording: Sendable, Hashable, ExpressibleByStringInterpolation {
    fileprivate enum Part: Sendable, Hashable {
      case literal(String)
      case argument(Argument, as: Role)
    }

    /// What an argument is to the sentence.
    fileprivate enum Role: Sendable {
      case value
      /// Several of which one is meant.
      case choice
      /// A type or an operator, which tells no value.
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
          // A space parts Chinese from other words only.
          if words.first?.isChinese == true || words.first == "“", text.last == " ",
            text.dropLast().last?.isChinese == true
          {
            text.removeLast()
          }
          text += words
        }
      }
    }

    /// Takes the parts of a wording.
    public struct StringInterpolation: StringInterpolationProtocol {
      fileprivate var parts: [Part] = []

      /// Makes room for the parts.
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

      /// Adds a word of the language that several sentences share.
      mutating func appendInterpolation(word: String) { appendLiteral(word) }

      /// Adds a name behind its article: `an Order`.
      mutating func appendInterpolation(a name: String) {
        appendLiteral(Self.article(of: name))
        appendInterpolation(name)
      }

      /// Adds a type behind its article: `a String`.
      mutating func appendInterpolation(a type: ValueType) {
        appendLiteral(Self.article(of: "\(type)"))
        appendInterpolation(type)
      }

      private static func article(of name: String) -> String {
        name.first.map { "AEIOaeio".contains($0) } == true ? "an " : "a "
      }

      /// Adds an operator.
      mutating func appendInterpolation(operator symbol: String) {
        parts.append(.argument(.text(symbol), as: .type))
      }

      /// Adds a number.
      public mutating func appendInterpolation(_ number: Int) {
        parts.append(.argument(.number(number), as: .value))
      }

      /// Adds a number and what is counted, in the plural unless it is one: `3 rows`.
      public mutating func appendInterpolation(_ number: Int, _ word: String) {
        appendInterpolation(number)
        appendLiteral(number == 1 ? " \(word)" : " \(word)s")
      }

      /// Adds names with commas between them.
      public mutating func appendInterpolation(_ names: [String]) {
        parts.append(.argument(.list(names), as: .value))
      }

      /// Adds quoted names one of which is meant.
      public mutating func appendInterpolation(oneOf names: [String]) {
        parts.append(.argument(.list(names), as: .choice))
      }

      /// Adds what another message says.
      public mutating func appendInterpolation(_ message: Message) {
        appendInterpolation([message])
      }

      /// Adds what several messages say, with semicolons between them.
      public mutating func appendInterpolation(_ messages: [Message]) {
        parts.append(.argument(.messages(messages), as: .value))
      }
    }
  }
}

extension HelpLanguage {
  /// Names one after the other.
  func list(of names: [String]) -> String {
    switch self {
    case .english: names.joined(separator: ", ")
    case .chinese: names.joined(separator: "、")
    }
  }

  /// Quoted names with "or" before the last one.
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
  /// What parts two sentences in one line.
  var semicolon: String { self == .chinese ? "；" : "; " }
}
