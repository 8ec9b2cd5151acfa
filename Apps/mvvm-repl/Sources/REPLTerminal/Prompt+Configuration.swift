import DisplayWidth
import Foundation
import LineEditor
import REPLKit

extension Prompt {
  /// The configuration of the editor, whose closures answer on the editor's thread from the shared state.
  static func configuration(
    _ shared: PromptState, history: URL, _ session: Session, _ printer: Printer
  ) -> LineEditor.Configuration {
    var configuration = LineEditor.Configuration(program: Identity.current.name, prompt: "❯ ")
    configuration.words = {
      LineEditor.Words(
        in: shared.language, isEndOfTalk: shared.isEndOfTalk, isInField: shared.isInField)
    }
    configuration.history = HistoryFile(path: history.path) { entry in
      let kept = shared.kept(entry)
      return kept.isEmpty ? nil : kept
    }
    configuration.isComplete = { shared.parsed($0).isComplete }
    configuration.doubtAboutEnd = { shared.leavingQuestion }
    configuration.interruptAtRest = {
      let end = shared.endWork
      end?()
      return end != nil
    }
    configuration.complete = { text, cursor in shared.completions(of: text, at: cursor) }
    configuration.highlight = { text in
      shared.shifted(text) { whole, start in
        Highlighter.parts(of: whole, symbols: shared.symbols).compactMap { part in
          guard part.range.lowerBound >= start else { return nil }
          let range = part.range.lowerBound - start..<part.range.upperBound - start
          return Highlight(range, TextStyle(part.role))
        }
      }
    }
    configuration.suggestion = { entry in
      // An entry that names something that no longer exists would only fail again.
      let parts = shared.hasSuggestions ? Highlighter.parts(of: entry, symbols: shared.symbols) : []
      guard shared.hasSuggestions, !parts.contains(where: { $0.role == .unknown }) else {
        return nil
      }
      return entry.untilSecret
    }
    configuration.describe = { text, cursor in
      shared.shifted(text) { whole, start in
        let call = CallSignature.at(start + cursor, in: whole, symbols: shared.symbols)
        return (call.map { [$0.line(in: shared.theme)] } ?? []) + shared.wayOut(of: whole)
      }
    }
    configuration.answer = { [weak session] question, text, cursor in
      await session?.answer(question, text, cursor, in: printer) ?? []
    }
    configuration.theme = shared.theme
    return configuration
  }
}

extension PromptState {
  /// The hint how to end an unfinished entry of several lines, with what it lacks.
  func wayOut(of text: String) -> [String] {
    guard text.contains(where: \.isNewline) else { return [] }
    let parsed = parsed(text)
    return parsed.isComplete
      ? [] : [Message.entryGoesOn(awaiting: parsed.awaited).text(in: self.language)]
  }
}

extension LineEditor.Words {
  /// Creates the words of the editor in a language, with special hints at the end of a talk and in a field of a screen.
  init(in language: HelpLanguage, isEndOfTalk: Bool = false, isInField: Bool = false) {
    self.init()
    func told(_ message: Message) -> String { message.text(in: language) }
    // These are printed above the entry.
    @Sendable func wrapped(_ message: Message) -> String {
      message.text(in: language).wrapped(to: Terminal.standard.size.columns, indentation: 2)
    }
    interrupt = told(.wayOut)
    noCompletions = told(.nothingFits)
    search = told(.search)
    noMatch = told(.noMatch)
    panel = Message.keysOfScreen(isInField: isInField).map(told)
    endOfScript = told(isEndOfTalk ? .endOfTalk : .endOfTalkStep)
    editorLeftNoText = wrapped(.editorLeftNoText)
    more = { Message.rowsMore($0).text(in: language) }
    place = { Message.rowsShown($0, $1, of: $2).text(in: language) }
    pasteTooLong = { wrapped(.pasteTooLong($0, most: $1)) }
    editorFailed = { wrapped(.editorFailed(Int($0))) }
    fileNotWritten = { wrapped(.editorFileNotWritten($0)) }
    historyTrouble = { wrapped(.history($0, $1)) }
  }
}

extension Session {
  /// The lines below the entry that answer a question of the person; answering changes nothing.
  fileprivate func answer(
    _ question: LineEditor.Question, _ text: String, _ cursor: Int, in printer: Printer
  ) async -> [String] {
    let record: Record? =
      switch question {
      case .documentation: documentation(at: cursor, in: text)
      case .value: await preview(text)
      }
    guard let record else { return [Message.noNameAtCursor.text(in: language)] }
    return printer.panelRows(record).split(separator: "\n").map(String.init)
  }
}

extension CallSignature {
  /// The call with the current parameter emphasised, and its documentation.
  fileprivate func line(in theme: Theme) -> String {
    let bytes = text.utf8
    let range = current ?? bytes.count..<bytes.count
    let start = bytes.index(bytes.startIndex, offsetBy: range.lowerBound)
    let end = bytes.index(bytes.startIndex, offsetBy: range.upperBound)
    let call = text[..<start] + theme.painted(text[start..<end], .emphasis) + text[end...]
    return documentation.isEmpty ? String(call) : "\(call)  \(documentation)"
  }
}

extension TextStyle {
  fileprivate init(_ role: Highlighter.Role) {
    self =
      switch role {
      case .keyword: .keyword
      case .string: .string
      case .literal: .number
      case .type: .type
      case .tool: .command
      case .unknown: .error
      }
  }
}
