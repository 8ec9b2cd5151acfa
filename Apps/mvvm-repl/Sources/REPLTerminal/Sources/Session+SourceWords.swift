import LineEditor
import REPLKit

extension Session {
  /// Adds the words about a program's own view-models: `:source` and `:new`, and at a prompt `:reload` and `:edit`.
  ///
  /// Without a prompt, there is no reloader, and no way to ask or to lend the terminal to an editor.
  func addSourceWords(
    _ reloader: Reloader? = nil, asking: CreationWord.Asking? = nil, open: EditWord.Opening? = nil
  ) {
    let finder = SourceFinder(session: self, package: .current)
    add(SourceWord(finder: finder).word)
    add(CreationWord(session: self, asking: asking).word)
    guard let reloader, let open else {
      for name in ["edit", "reload"] { add(.needingPrompt(name)) }
      return
    }
    add(reloader.word)
    add(EditWord(finder: finder, isWatching: { reloader.isWatching }, open: open).word)
  }
}
