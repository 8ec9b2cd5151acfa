import Foundation
import LineEditor
import REPLKit

/// The word `:edit`, which opens a person's own editor at the line of a type or a member.
@MainActor
struct EditWord {
  let finder: SourceFinder
  /// The editor that the person has chosen; `nil` without a choice.
  var editor: ExternalEditor? = .chosen
  /// Whether saved sources are built automatically.
  let isWatching: @MainActor () -> Bool
  /// Lends the terminal to an editor, and returns the editor's exit status.
  let open: Opening

  typealias Opening = @MainActor (_ file: String, _ line: Int, ExternalEditor) async -> Int32

  var word: ToolCommand {
    ToolCommand(
      "edit",
      Message(
        "your editor at the line of a type or a member: :edit form.clear",
        "在编辑器中打开类型或成员所在的行：:edit form.clear"),
      isInterruptible: false
    ) { path in
      try await edit(path)
    }.unrecorded().takingPath()
  }

  private func edit(_ path: String) async throws -> [Record] {
    guard !path.isEmpty else { throw Message.sayEditOf }
    let found = try finder.declaration(at: path)
    let place = "\(finder.name(of: found.file)):\(found.line)"
    guard let editor else { throw Message.noEditor(place) }
    let before = FileStamp(of: found.file)
    let status = await open(found.file.path, found.line, editor)
    guard status == 0 else { throw Message.editorEnded(editor.command, status) }
    guard FileStamp(of: found.file) != before, !isWatching() else { return [] }
    return [.note(.savedReloadBuilds(finder.name(of: found.file)))]
  }
}
