import LineEditor
import REPLKit
import REPLStudio

extension Prompt {
  /// Reads an entry; `nil` at the end of input, and when the new program takes over.
  func nextEntry() async throws(LineEditorError) -> String? {
    if let made {
      self.made = nil
      return try await editor.readEntry(typed: made).text
    }
    if let entry = studio.nextEntry() {
      return try await editor.readEntry(typed: entry, shownAs: shared.kept(entry)).text
    }
    // The new program gets the keys from now on; entries that have been typed by now still run here.
    let takesOver = reloader.takesOver()
    editor.leavesKeys = takesOver
    var script: String?
    let turn = session.nextTalkTurn()
    shared.isEndOfTalk = turn == .ends
    switch turn {
    case .ordinary: break
    case .waits(let statement): script = statement
    case .ends: script = ""
    case .types(let statement):
      return try await editor.readEntry(typed: statement, shownAs: shared.kept(statement)).text
    }
    let result = await read(script)
    guard !session.isFinished else { return nil }
    // A browser has an entry, or the new program is ready; the editor keeps the unfinished text for the next reading.
    if case .failure = result, studio.hasEntry || reloader.isReady && !takesOver {
      return try await nextEntry()
    }
    if case .failure = result, takesOver {
      switch screen.leaveForTakeover() {
      case .enters(let text, let shown):
        return try await editor.readEntry(typed: text, shownAs: shown).text
      case .leaves(let hint?): editor.print(hint)
      default: break
      }
      return nil
    }
    switch try result.get() {
    case .text(let entry):
      if script != nil { session.take(.enter) }
      return entry
    case .passed: session.take(.tab)
    case .left: session.take(.escape)
    case .endOfInput:
      session.finish()
      return nil
    }
    return try await nextEntry()
  }

  /// Reads typed text or the typing of a script, until the reading is cancelled.
  private func read(
    _ script: String?
  ) async -> Result<LineEditor.Entry, LineEditorError> {
    tellPlace()
    let reading = Task { [editor] () async -> Result<LineEditor.Entry, LineEditorError> in
      do throws(LineEditorError) {
        guard let script else { return .success(try await editor.readEntry()) }
        return .success(try await editor.readEntry(scripted: script))
      } catch {
        return .failure(error)
      }
    }
    self.reading = reading
    defer { self.reading = nil }
    // The row shows the minutes of a talk, which pass while the speaker speaks.
    let minutes =
      session.talkRow == nil
      ? nil
      : Task { [weak self] in
        while (try? await Task.sleep(for: .seconds(5))) != nil { self?.tellPlace() }
      }
    defer { minutes?.cancel() }
    return await reading.value
  }
}

extension LineEditor.Entry {
  /// The entered text; `nil` for every other end of the reading.
  var text: String? { if case .text(let text) = self { text } else { nil } }
}
