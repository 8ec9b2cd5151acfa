/// A `:word` of the tool: one of its own, or one that a host adds.
///
/// ```swift
/// session.add(
///   ToolCommand("server", .aboutServer, words: ["start", "stop"]) { argument in
///     try await server.perform(argument)
///     return [.note(.server(argument))]
///   })
/// ```
public struct ToolCommand: Sendable {
  /// An argument that may follow a word.
  enum Argument: Sendable, Hashable {
    case nothing
    /// A text, perhaps one of some words.
    case text([String])
    /// A topic that the help explains: a path, a type or a word.
    case topic
    /// The name of a file, behind one of some words if there are any.
    case file(after: [String])
    /// Paths of what can be observed, or one of some words.
    case paths([String])
    /// A setting, and a value of it.
    case setting
  }

  /// Takes the rest of the line, without white space at its ends.
  typealias Action = @MainActor @Sendable (Session, String, Span) async throws -> Void

  /// The word, without its colon.
  public let name: String
  /// Words that people type instead.
  private(set) var synonyms: [String] = []
  /// The explanation for `:help` and completion.
  public let explanation: Message
  /// The page of the help that shows it.
  private(set) var topic = HelpTopic.tool
  private(set) var argument: Argument
  /// What the marks in its answer mean, for its help.
  private(set) var marks: [(word: String, text: Message)] = []
  /// Whether it is part of a recording, with what follows it.
  private(set) var isRecorded: @Sendable (_ argument: String) -> Bool = { _ in true }
  /// Whether what it changes is a step that can be undone.
  private(set) var isStep = false
  /// Whether it is the tool's own, which no host replaces.
  private(set) var isOwn = false
  private let action: Action

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: The word, without its colon.
  ///   - explanation: What it does, in a few words.
  ///   - words: What may follow it, for completion; not a limit.
  ///   - perform: Takes the rest of the line, without white space at its ends, and returns what is
  ///     to be said. A ``Message`` that it throws is the mistake; another error is shown as it
  ///     describes itself.
  public init(
    _ name: String, _ explanation: Message, words: [String] = [],
    perform: @escaping @MainActor @Sendable (String) async throws -> [Record]
  ) {
    self.name = name
    self.explanation = explanation
    argument = .text(words)
    action = { session, argument, _ in
      // A host's log, say, has what was sent, and knows of no secret.
      for record in try await perform(argument) {
        session.emit(record.mapTexts(session.scope.masked))
      }
    }
  }

  /// Creates a word in both languages, which acts on the session itself.
  init(
    _ name: String, synonyms: [String] = [], _ topic: HelpTopic, _ english: Message.Wording,
    _ chinese: Message.Wording, takes argument: Argument = .text([]), isRecorded: Bool = true,
    isOwn: Bool = true, action: @escaping Action
  ) {
    self.name = name
    self.synonyms = synonyms
    self.topic = topic
    explanation = Message(english, chinese, key: name)
    self.argument = argument
    self.isRecorded = { _ in isRecorded }
    self.isOwn = isOwn
    self.action = action
  }

  /// The command, left out of recordings.
  public func unrecorded() -> ToolCommand { recorded(where: { _ in false }) }

  /// The command, part of a recording where the rest of its line says so.
  func recorded(where condition: @escaping @Sendable (_ argument: String) -> Bool) -> ToolCommand {
    with(\.isRecorded, condition)
  }

  /// The command, with what the marks in its answer mean.
  func explaining(_ marks: [(word: String, text: Message)]) -> ToolCommand {
    with(\.marks, marks)
  }

  /// The command, followed by a path, which completion offers beside its words.
  public func takingPath() -> ToolCommand { with(\.argument, .paths(words)) }

  /// The word as one whose changes can be undone.
  var asStep: ToolCommand { with(\.isStep, true) }

  private func with<Value>(
    _ part: WritableKeyPath<ToolCommand, Value>, _ value: Value
  ) -> ToolCommand {
    var command = self
    command[keyPath: part] = value
    return command
  }

  /// The words that may follow it, in one word each.
  var words: [String] {
    switch argument {
    case .text(let words), .file(let words), .paths(let words): words
    case .nothing, .topic, .setting: []
    }
  }

  /// Whether a path may follow it in the place of one of its words.
  var takesPath: Bool { if case .paths = argument { true } else { false } }

  /// Runs it; a mistake in what follows the word is one of the whole statement.
  @MainActor
  func perform(_ argument: String, in session: Session, at span: Span) async throws(Diagnostic) {
    if !argument.isEmpty, self.argument == .nothing {
      throw Diagnostic(
        .arguments, .takesNothing(name), at: span,
        help: name == "types" ? .writeAlone(name, orHelp: argument) : .writeAlone(name))
    }
    do { try await action(session, argument, span) } catch let mistake as Diagnostic {
      guard mistake.span != span else { throw mistake }
      throw mistake.inLine(of: ":\(name)", argument, at: span)
    } catch let message as Message {
      let begun = words.filter { !argument.isEmpty && $0 != argument && $0.hasPrefix(argument) }
      let word = begun.count == 1 ? begun[0] : Suggestion.nearest(to: argument, among: words)
      let meant = word.map { ":\(name) \($0)" }
      throw Diagnostic(
        .arguments, message, at: span, help: meant.map { .didYouMean([$0]) }, replacement: meant)
    } catch {
      throw Diagnostic(.failed, .failed(":\(name)", Message(error)), at: span)
    }
  }
}

/// The words of a session: the tool's own, and those of the host.
struct ToolWords {
  private(set) var all = ToolCommand.own

  /// The command of a word, or of one that people type instead.
  subscript(word: String) -> ToolCommand? {
    all.first { $0.name == word } ?? all.first { $0.synonyms.contains(word) }
  }

  var names: [String] { all.map(\.name) }

  /// The lines in which a word follows one of the tool's: `:lesson next` for `next`; none when it follows many.
  func lines(of word: String) -> [String] {
    let found = all.filter { $0.words.contains(word) }
    return found.count > Suggestion.mostNamed ? [] : found.map { ":\($0.name) \(word)" }
  }

  /// Those that a host has added.
  var ofHost: [ToolCommand] { all.filter { !$0.isOwn } }

  /// Adds a command, or replaces the host's one of the same name; the tool's own words stay.
  mutating func add(_ command: ToolCommand) {
    guard !all.contains(where: { $0.isOwn && $0.name == command.name }) else { return }
    all.removeAll { $0.name == command.name }
    all.append(command)
  }
}

extension ToolCommand {
  /// The tool's own words, in the order in which they are shown.
  static let own =
    [help] + aboutNames + aboutHelp + aboutTime + aboutJobs + aboutChanges + aboutGraph
    + aboutRecordings + [quit]

  /// Words that are understood without their colon, unless something has that name.
  static let bare: Set<String> = ["help", "quit", "exit"]

  /// Whether a statement is to leave, by any of its names.
  var isQuit: Bool { name == Self.quit.name }
}

extension Diagnostic {
  /// A mistake in what follows a word of the tool, as one of the whole line: so is its correction.
  fileprivate func inLine(of word: String, _ argument: String, at span: Span) -> Diagnostic {
    guard let replacement, let place = self.span, place.start >= 0,
      place.end <= argument.utf8.count, place.start <= place.end
    else { return moved(to: span) }
    let bytes = Array(argument.utf8)
    let line =
      "\(word) \(String(decoding: bytes[..<place.start], as: UTF8.self))\(replacement)"
      + String(decoding: bytes[place.end...], as: UTF8.self)
    return Diagnostic(code, message, at: span, help: .didYouMean([line]), replacement: line)
  }
}
