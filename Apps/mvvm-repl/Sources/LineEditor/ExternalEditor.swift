import CEditShim
import Foundation

/// The text editor that a person has chosen by the variables `VISUAL` and `EDITOR`.
///
/// ```swift
/// let status = await editor.edit(file, at: 12, with: .chosen ?? ExternalEditor("vi"))
/// ```
public struct ExternalEditor: Sendable, Hashable {
  /// The command as the shell takes it, as for git: `code --wait`, `LC_ALL=C vi`, `'/opt/my editor/run' -n`.
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

  /// Runs the editor on a file and waits until it exits; the terminal must have the settings that a shell uses.
  ///
  /// - Parameters:
  ///   - file: The path of the file.
  ///   - line: The line to open the file at, counted from 1; ignored if the editor has no known option for it.
  /// - Returns: The exit status; -1 when the editor cannot be started.
  public func run(on file: String, at line: Int? = nil) -> Int32 {
    unsafe terminal_run_editor(script(at: line), file)
  }

  /// The text for the shell; `$1` is the file.
  ///
  /// A program with plain arguments replaces the shell, so that it is seen when it stops. As for git, the shell reads any
  /// other command, and stays; it must not end at the editor's Ctrl-C.
  func script(at line: Int?) -> String {
    let isProgram =
      command.wholeMatch(of: #/[\w.\/+-]+([ \t]+[\w.\/+=:,@%-]+)*/#) != nil
      && command.prefixMatch(of: #/(\.|builtin|command|eval|exec|time)\s/#) == nil
    return "\(isProgram ? "exec" : "trap : INT;") \(command) \(arguments(at: line))"
  }

  /// The arguments in shell syntax; `$1` is the file.
  func arguments(at line: Int?) -> String {
    guard let line else { return "\"$1\"" }
    switch program.split(separator: "/").last.map(String.init) {
    case "code", "code-insiders", "codium", "cursor", "windsurf": return "--goto \"$1:\(line)\""
    case "subl", "hx", "helix", "zed", "mate": return "\"$1:\(line)\""
    case "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "micro", "kak", "joe",
      "jed", "mg", "ne":
      return "+\(line) \"$1\""
    default: return "\"$1\""
    }
  }

  /// The word that names the program, without quotes: the first that gives no value to a variable.
  private var program: Substring {
    let words = command.matches(of: #/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/#)
    return words.first { $0.0.prefixMatch(of: #/\w+=/#) == nil }?.0.replacing(#/['"\\]/#, with: "")
      ?? ""
  }
}
