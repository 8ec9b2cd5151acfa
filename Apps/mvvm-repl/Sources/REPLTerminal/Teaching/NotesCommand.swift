import DisplayWidth
import Foundation
import LineEditor
import REPLKit

/// The subcommand `notes`: shows in a second terminal what the speaker of a talk has to see.
///
/// It may be started before the talk or in the middle of it, and waits behind its end for the next one. Ctrl-C ends it.
@MainActor
struct NotesCommand {
  private let place: URL
  private let output: Output
  private let style: TextRenderer.Style
  private let language: HelpLanguage
  /// Whether a page takes the place of the one before.
  private let isScreen: Bool
  /// How often it looks for something new.
  private static let pause = Duration.milliseconds(200)

  init(_ options: Options) {
    place = DataFolder(options.data).talks
    output = Output(options)
    language = options.helpLanguage
    isScreen =
      !options.plain && isatty(STDOUT_FILENO) == 1 && Terminal.standard.kind != "dumb"
    style = Colors(choice: options.plain ? .never : options.color)
      .style(on: STDOUT_FILENO, options.theme)
  }

  /// Shows the notes until a person ends it; once, when they are only to be looked at.
  ///
  /// - Returns: The exit code; 1 when there is nothing to look at.
  func run(isOnce: Bool) async -> Int32 {
    if isOnce {
      guard let notes = TalkNotesFile.newest(at: place) else {
        output.complain(Message.noTalkOnThisMachine.text(in: language))
        return Status.expectationFailed.rawValue
      }
      output.write(text(of: notes, columns: 80))
      return output.exit(Status.ok.rawValue)
    }
    let end = Ending()
    var shown: String?
    while !end.isAsked, output.failure == nil, output.isStillRead() {
      let page = self.page()
      if page != shown {
        shown = page
        output.write(page, end: isScreen ? "" : "\n\n")
      }
      try? await Task.sleep(for: Self.pause)
    }
    if isScreen { output.write("") }
    return output.exit(Status.ok.rawValue)
  }

  /// What is to be seen now; on a screen with the order that wipes it.
  private func page() -> String {
    let size = Terminal.standard.size
    let content =
      TalkNotesFile.newest(at: place).map { text(of: $0, columns: isScreen ? size.columns : 80) }
      ?? Message.waitingForTalk.text(in: language)
    guard isScreen else { return content }
    // The last row stays free, so that nothing scrolls.
    let rows = content.wrapped(to: size.columns - 1).split(
      separator: "\n", omittingEmptySubsequences: false)
    let most = max(1, size.rows - 1)
    let seen =
      rows.count > most
      ? rows.prefix(most - 1) + [
        Substring(Message.rowsMore(rows.count - most + 1).text(in: language))
      ]
      : rows[...]
    return "\u{1B}[H\u{1B}[2J" + seen.joined(separator: "\r\n") + "\r\n"
  }

  /// The notes as text.
  private func text(of notes: TalkNotes, columns: Int) -> String {
    let renderer = TextRenderer(style: style, language: notes.language)
    let lines = notes.page.flatMap { line in
      line.wrapped(to: columns - 1).split(separator: "\n", omittingEmptySubsequences: false)
    }
    return renderer.text(
      .text(title: Message(verbatim: notes.row), lines: lines.map(String.init))
    )
    .trimmingCharacters(in: .newlines)
  }
}

extension TalkNotes {
  /// What stands below the row, line by line.
  var page: [String] {
    func told(_ message: Message) -> String { message.text(in: language) }
    let isLast = next.isEmpty
    let now =
      isOver
      ? told(.notesBehindTalk)
      : isOffScript
        ? told(.notesOffScript)
        : !statement.isEmpty ? "❯ \(statement)" : told(isLast ? .endOfTalk : .endOfTalkStep)
    let then =
      !isLast ? told(.nextStepOfTalk(next)) : statement.isEmpty ? nil : told(.lastStepOfTalk)
    return ["", title, ""] + notes + (notes.isEmpty ? [] : [""]) + [now, then].compactMap(\.self)
  }
}

/// Whether a person has asked for the end, by Ctrl-C, by a signal, or by closing the terminal.
@MainActor
private final class Ending {
  private(set) var isAsked = false
  private var sources: [any DispatchSourceSignal] = []

  init() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.isAsked = true } }
      source.resume()
      sources.append(source)
    }
  }
}
