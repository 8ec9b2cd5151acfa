import CEditShim
import Foundation

/// The text editor that a person has chosen by the variables `VISUAL` and `EDITOR`.
///
/// ```swift
/// let status = await editor.edit(file, at: 12, with: .chosen ?? ExternalEditor("vi"))
/// ```
public struct ExternalEditor: Sendable, Hashable {
  /// The command as the shell takes it, perhaps with arguments: `code --wait`.
  public let command: String

  /// Describes an editor by its command.
  public init(_ command: String) { self.command = command }

  /// The editor of `VISUAL`, or else that of `EDITOR`; `nil` when neither says anything.
  public static var chosen: ExternalEditor? {
    let environment = ProcessInfo.processInfo.environment
    return ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }
      .first { $0.contains { !$0.isWhitespace } }
      .map { ExternalEditor($0) }
  }

  /// Runs it on a file and waits for its end; the terminal must be as a shell wants it.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - line: The line that it begins at, counted from 1; an editor that cannot be told begins where it likes.
  /// - Returns: The status it ended with; -1 when it cannot be started.
  public func run(on file: String, at line: Int? = nil) -> Int32 {
    unsafe terminal_run_editor("exec \(command) \(arguments(at: line))", file)
  }

  /// The arguments in the shell's words, the file being `$1`.
  func arguments(at line: Int?) -> String {
    guard let line else { return "\"$1\"" }
    let program = command.split(separator: " ").first ?? ""
    switch program.split(separator: "/").last.map(String.init) {
    case "code", "code-insiders", "codium", "cursor", "windsurf": return "--goto \"$1:\(line)\""
    case "subl", "hx", "helix", "zed", "mate": return "\"$1:\(line)\""
    case "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "micro", "kak", "joe",
      "jed", "mg", "ne":
      return "+\(line) \"$1\""
    default: return "\"$1\""
    }
  }
}
