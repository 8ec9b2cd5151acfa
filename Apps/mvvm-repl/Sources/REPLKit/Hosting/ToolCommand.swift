/// A tool command such as `:help`, built in or added by a host.
///
/// ```swift
/// session.add(
///   ToolCommand("server", .aboutServer, words: ["start", "stop"]) { argument in
///     try await server.perform(argument)
///     return [.note(.server(argument))]
///   })
/// ```
public struct ToolCommand: Sendable {
  /// The kind of argument that may follow a tool command.
  enum Argument: Sendable, Hashable {
    case nothing
    /// A text, for example one of these words.
    case text([String])
    /// A topic of the help: a path, a type or a word.
    case topic
    /// A file name, after one of these words if there are any.
    case file(after: [String])
    /// Paths of observable values, or one of these words.
    case paths([String])
    /// A setting and its value.
    case setting
  }

  /// The implementation; its text is the rest of the line, without white space at its ends.
  typealias Action = @MainActor @Sendable (Session, String, Span) async throws -> Void

  /// The name, without its colon.
  public let name: String
  private(set) var synonyms: [String] = []
  /// The explanation for `:help` and completion.
  public let explanation: Message
  /// The help page that lists the command.
  private(set) var topic = HelpTopic.tool
  private(set) var argument: Argument
  /// The meanings of words that may follow the command, for completion.
  private(set) var texts: @Sendable (HelpLanguage) -> [String: String] = { _ in [:] }
  /// The meanings of the marks in its output, for its help.
  private(set) var marks: [(word: String, text: Message)] = []
  /// Whether recordings contain the command with an argument.
  private(set) var isRecorded: @Sendable (_ argument: String) -> Bool = { _ in true }
  /// Whether its changes are a step that can be undone.
  private(set) var isStep = false
  /// Whether it is built in, so that hosts cannot replace it.
  private(set) var isOwn = false
  private let action: Action

  /// Creates a command.
  ///
  /// - Parameters:
  ///   - name: The name, without its colon.
  ///   - explanation: The purpose of the command, in a few words.
  ///   - words: The words that completion offers after it; other arguments are allowed, too.
  ///   - isInterruptible: Whether Ctrl-C cancels it, and the second one stops waiting for it. A command that runs another
  ///     program or other statements passes false: Ctrl-C is meant for these.
  ///   - perform: Gets the rest of the line, without white space at its ends, and returns the output. A ``Message``
  ///     that it throws is the error message; another error is shown by its description.
  public init(
    _ name: String, _ explanation: Message, words: [String] = [], isInterruptible: Bool = true,
    perform: @escaping @MainActor @Sendable (String) async throws -> [Record]
  ) {
    self.name = name
    self.explanation = explanation
    argument = .text(words)
    action = { session, argument, span in
      let records =
        isInterruptible
        ? try await session.evaluator.interruptible(":\(name)", at: span) {
          try await perform(argument)
        } : try await perform(argument)
      // The host does not know which texts are secret, but its output, such as a log, may contain them.
      for record in records {
        session.emit(record.mapTexts(session.scope.masked))
      }
    }
  }

  /// Creates a command with texts in both languages, which acts on the session itself.
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

  /// The command, recorded only if its argument meets the condition.
  func recorded(where condition: @escaping @Sendable (_ argument: String) -> Bool) -> ToolCommand {
    with(\.isRecorded, condition)
  }

  /// The command, with the meanings of the marks in its output.
  func explaining(_ marks: [(word: String, text: Message)]) -> ToolCommand {
    with(\.marks, marks)
  }

  /// The command, with the meanings of words that may follow it.
  func explaining(
    words texts: @escaping @Sendable (HelpLanguage) -> [String: String]
  ) -> ToolCommand {
    with(\.texts, texts)
  }

  /// The command, which also accepts a path; completion offers paths beside its words.
  public func takingPath() -> ToolCommand { with(\.argument, .paths(words)) }

  /// The command as a step that can be undone.
  var asStep: ToolCommand { with(\.isStep, true) }

  private func with<Value>(
    _ part: WritableKeyPath<ToolCommand, Value>, _ value: Value
  ) -> ToolCommand {
    var command = self
    command[keyPath: part] = value
    return command
  }

  /// The words that may follow the command, without paths and values.
  var words: [String] {
    switch argument {
    case .text(let words), .file(let words), .paths(let words): words
    case .nothing, .topic, .setting: []
    }
  }

  /// The words that call the command, with their colons.
  var typed: [String] { ([name] + synonyms).map { ":\($0)" } }

  /// Whether the command accepts a path instead of one of its words.
  var takesPath: Bool { if case .paths = argument { true } else { false } }

  /// Performs the command; an error in its argument is reported for the whole statement.
  @MainActor
  func perform(_ argument: String, in session: Session, at span: Span) async throws(Diagnostic) {
    if !argument.isEmpty, self.argument == .nothing {
      throw Diagnostic(
        .arguments, .takesNothing(name), at: span,
        help: name == "types" && argument.first?.isLetter == true
          ? .writeAlone(name, orHelp: argument) : .writeAlone(name))
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

/// The tool commands of a session, built in or added by the host.
struct ToolWords {
  private(set) var all = ToolCommand.own

  /// Returns the command with a name or synonym.
  subscript(word: String) -> ToolCommand? {
    all.first { $0.name == word } ?? all.first { $0.synonyms.contains(word) }
  }

  var names: [String] { all.map(\.name) }

  /// The lines with a word after a tool command: `:lesson next` for `next`; empty if there are too many.
  func lines(of word: String) -> [String] {
    let found = all.filter { $0.words.contains(word) }
    return found.count > Suggestion.mostNamed ? [] : found.map { ":\($0.name) \(word)" }
  }

  var ofHost: [ToolCommand] { all.filter { !$0.isOwn } }

  /// Adds a command, or replaces the host's command of the same name; built-in commands cannot be replaced.
  mutating func add(_ command: ToolCommand) {
    guard !all.contains(where: { $0.isOwn && $0.name == command.name }) else { return }
    all.removeAll { $0.name == command.name }
    all.append(command)
  }
}

extension ToolCommand {
  /// The built-in commands, in the order of the help.
  static let own =
    [help] + aboutNames + aboutHelp + aboutTime + aboutJobs + aboutChanges + aboutGraph
    + aboutRecordings + [quit]

  /// Commands that may be typed without their colon, unless a variable has that name.
  static let bare: Set<String> = ["help", "quit", "exit"]

  var isQuit: Bool { name == Self.quit.name }
}

extension Diagnostic {
  /// Returns an error in a command's argument as an error of the whole line, with the whole line as its correction.
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
