import DisplayWidth
import Foundation
import LineEditor
import REPLKit
import Synchronization

/// The subcommand `notes`, which shows the speaker's notes of a talk in a second terminal.
///
/// The command may be started before a talk or during it, and waits for the next talk afterwards. Ctrl-C ends it.
@MainActor
struct NotesCommand {
  private let place: URL
  private let output: Output
  private let style: TextRenderer.Style
  private let language: HelpLanguage
  /// Whether a page replaces the previous one.
  private let isScreen: Bool
  /// The interval between two checks for something new.
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

  /// Shows the notes once, or until a person ends the command.
  ///
  /// - Returns: The exit code; 1 when there are no notes to show once.
  func run(isOnce: Bool) async -> Int32 {
    if isOnce {
      guard let notes = TalkNotesFile.newest(at: place) else {
        return output.refuse(.noTalkOnThisMachine, Status.expectationFailed.rawValue)
      }
      output.write(text(of: notes, columns: 80))
      return output.exit(Status.ok.rawValue)
    }
    // A person's request to end, by Ctrl-C, by a signal, or by closing the terminal.
    let isEnding = Atomic(false)
    let ends = CaughtSignals([SIGINT, SIGTERM, SIGHUP]) { isEnding.store(true, ordering: .relaxed) }
    defer { ends.end() }
    var shown: String?
    while !isEnding.load(ordering: .relaxed), output.failure == nil, output.isStillRead() {
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

  /// The present page; on a screen, with the sequence that clears it.
  private func page() -> String {
    let size = Terminal.standard.size
    let notes = TalkNotesFile.newest(at: place)
    let content =
      notes.map { text(of: $0, columns: isScreen ? size.columns : 80) }
      ?? Message.waitingForTalk.text(in: language)
    guard isScreen else { return content }
    // The last row stays empty, so that nothing scrolls.
    let rows = content.wrapped(to: size.columns - 1).split(
      separator: "\n", omittingEmptySubsequences: false)
    let most = max(1, size.rows - 1)
    var seen = rows
    if rows.count > most {
      // The talk and the next step stay; the notes between them get the remaining rows.
      let end = notes.map { lines($0.end, columns: size.columns).count } ?? 0
      let last = max(0, min(end, most - 2))
      let more = Message.rowsMore(rows.count - most + 1).text(in: language)
      seen.replaceSubrange((most - 1 - last)..., with: [Substring(more)])
      seen += rows.suffix(end).prefix(last)
    }
    return "\u{1B}[H\u{1B}[2J" + seen.joined(separator: "\r\n") + "\r\n"
  }

  /// The notes as text.
  private func text(of notes: TalkNotes, columns: Int) -> String {
    let renderer = TextRenderer(style: style, language: notes.language)
    return renderer.text(
      .text(
        title: Message(verbatim: notes.row),
        lines: lines(notes.beginning + notes.end, columns: columns))
    )
    .trimmingCharacters(in: .newlines)
  }

  private func lines(_ lines: [String], columns: Int) -> [String] {
    lines.flatMap { line in
      line.wrapped(to: columns - 1).split(separator: "\n", omittingEmptySubsequences: false)
    }
    .map(String.init)
  }
}

extension TalkNotes {
  /// The lines below the row: what came before, the title, and the notes.
  var beginning: [String] {
    [before, [title], notes].flatMap { $0.isEmpty ? [] : [""] + $0 } + [""]
  }

  /// The lines after the beginning: the present task, and the next step.
  var end: [String] {
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
    return [now, then].compactMap(\.self)
  }
}
