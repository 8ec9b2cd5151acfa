import Foundation
import LineEditor
import REPLKit

/// The message of a program that crashes by a fault of its own: which program, and in which statement.
enum CrashText {
  /// Sets the message for the running statement, in a form that may be shown, or for no statement.
  static func set(running statement: String? = nil, isKept: Bool = false) {
    // A person who sets the variable gets the backtrace instead of the message.
    guard ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] == nil else { return }
    CrashLine.set(text(statement, isKept: isKept))
  }

  /// The message, in rows that a terminal of 80 columns does not break.
  static func text(_ statement: String?, isKept: Bool) -> String {
    let title = Identity.current.title
    let first = statement.flatMap { $0.split(separator: "\n").first }.map { line in
      line.count > 40 ? "\(line.prefix(39))…" : String(line)
    }
    let what = "it has crashed" + (first.map { " in \($0)" } ?? "")
    let kept = isKept ? "What was typed is kept: the next start offers it.\n" : ""
    let whose =
      Identity.current.isOurs
      ? "Please report it with what you typed."
      : "The mistake is in the program's own code, not in what was typed."
    return """

      \(title): \(TextRenderer.printable(what)).
      \(whose)
      \(kept)SWIFT_BACKTRACE=enable=yes shows the place in the source
      """
  }
}
