import Foundation
import LineEditor
import REPLKit
import REPLStudio

extension Prompt {
  /// The number of entries that `:history` shows.
  private static let mostEntries = 200

  /// The functions that ask for the parameters of a view-model.
  private var asking: CreationWord.Asking {
    CreationWord.Asking { [weak self, editor, shared] question, prompt, standard in
      shared.question = question
      defer { shared.question = nil }
      editor.suggestNext(standard)
      let asked = Task { try? await editor.readAnswer(to: prompt) }
      self?.asked = asked
      defer { self?.asked = nil }
      let answer = await asked.value?.text
      if answer == nil { editor.suggestNext("") }
      return answer
    } say: { [printer] record in
      printer.print(printer.text(record))
    } enter: { [weak self] statement in
      self?.made = statement
    }
  }

  /// Adds the words that exist only at a prompt, and those of its settings.
  func addWords() {
    let endBuild: @Sendable () -> Void = { [session] in
      Task { @MainActor in session.host.work?()?.cancel() }
    }
    reloader.onBuild = { [shared] isRunning in shared.endWork = isRunning ? endBuild : nil }
    reloader.onReady = { [weak self] in self?.reading?.cancel() }
    studio.onEntry = { [weak self] in self?.reading?.cancel() }
    studio.onGuests = { [shared, session] in shared.update(session) }
    studio.reasonToWait = { [editor] in editor.isLent ? .editorIsOpen : nil }
    session.add(studio.word)
    session.addSourceWords(reloader, asking: asking) { [editor] file, line, other in
      await editor.edit(file, at: line, with: other)
    }
    session.add(
      PromptWord.more.command { [answers, session] _ in
        guard !answers.more() else { return [] }
        return [.note(session.lessonRow == nil ? .nothingMore : .nothingMoreInLesson)]
      })
    session.add(
      PromptWord.history.command { [editor, answers] text in
        answers.beginAtEnd()
        // What Up recalls does not show which secrets other sessions have masked since.
        let entries = editor.entries.enumerated().filter {
          text.isEmpty || $0.element.localizedCaseInsensitiveContains(text)
        }
        return [
          .page(
            title: .history,
            rows: entries.suffix(Self.mostEntries).map { ("\($0.offset + 1)", $0.element) })
        ]
      })
    session.add(
      PromptWord.clear.command { [editor] _ in
        editor.clearScreen()
        return []
      })
    for setting in preferences.settings {
      session.add(setting)
      if ["theme", "panel"].contains(setting.name) { session.add(setting.word) }
    }
  }
}
