import Foundation

/// A problem that keeps a history file from storing or returning all entries.
public enum HistoryTrouble: Sendable, Hashable {
  /// The file cannot be read; `code` is the system's `errno`.
  case unreadable(code: Int32)
  /// The file cannot be written; `code` is the system's `errno`, and `keepsSecrets` says whether text that has turned
  /// out to be secret is still in the file.
  case unwritable(code: Int32, keepsSecrets: Bool)
  /// The file belongs to another program and stays unchanged.
  case foreign
  /// A number of lines are damaged and skipped.
  case damaged(lines: Int)
  /// Another program keeps the file locked to the end; `keepsSecrets` as above.
  case inUse(keepsSecrets: Bool)

  /// The message about a file, in English.
  func text(of path: String) -> String {
    func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
    func secrets(_ areKept: Bool) -> String {
      areKept ? ", and what has turned out to be secret is still in it" : ""
    }
    let told =
      switch self {
      case .unreadable(let code):
        "\(path) cannot be read (\(reason(code))). The session continues without it."
      case .unwritable(let code, let keepsSecrets):
        "\(path) cannot be written (\(reason(code)))\(secrets(keepsSecrets)). The session continues without it."
      case .foreign:
        "\(path) is not a history file of this program. It is left as it is and this session is not "
          + "remembered; move it away to start a new one."
      case .damaged(let lines): "left out \(lines) damaged line(s) of \(path)."
      case .inUse(let keepsSecrets):
        "\(path) is in use by another program; what was typed last is not kept\(secrets(keepsSecrets))."
      }
    return "History: \(told)"
  }
}
