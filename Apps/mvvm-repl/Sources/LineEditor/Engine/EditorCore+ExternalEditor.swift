import CEditShim
import Foundation

extension EditorCore {
  /// Opens the entry in the person's own editor and takes over the result.
  ///
  /// The entry is not run. An editor that fails leaves the entry unchanged.
  func editElsewhere() {
    let entry = engine.entry
    let name = "\(configuration.program)-\(UUID().uuidString).txt"
    let file = FileManager.default.temporaryDirectory.appending(path: name)
    defer { try? FileManager.default.removeItem(at: file) }
    let isMade = FileManager.default.createFile(
      atPath: file.path, contents: Data((entry.text + "\n").utf8),
      attributes: [.posixPermissions: 0o600])
    guard isMade else {
      output += configuration.words().fileNotWritten(file.path) + "\n"
      return
    }
    let status = run(.chosen ?? ExternalEditor("vi"), on: file.path)
    guard status == 0 else {
      output += configuration.words().editorFailed(status) + "\n"
      return
    }
    guard var text = try? String(contentsOf: file, encoding: .utf8),
      text.utf8.count <= KeyDecoder.longestPaste
    else {
      output += configuration.words().editorLeftNoText + "\n"
      return
    }
    if text.hasSuffix("\n") { text.removeLast() }
    engine.replace(with: EntryText(text: text, cursor: text.utf8.count))
  }

  /// Lends the terminal to an editor and takes it back when that editor exits.
  func run(_ editor: ExternalEditor, on file: String, at line: Int? = nil) -> Int32 {
    draw(.cleared(output: ""))
    terminal_restore()
    mailbox.isLent = true
    defer { mailbox.isLent = false }
    let status = editor.run(on: file, at: line)
    discardSignals()
    takeTerminalBack()
    return status
  }
}
