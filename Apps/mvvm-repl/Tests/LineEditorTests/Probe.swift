import Foundation
import ProcessTestSupport
import TerminalTestSupport

/// Starts the probe, a small program around the line editor, and waits for its prompt.
func startProbe(
  _ settings: [String] = [], environment: [String: String] = [:], columns: Int = 60, rows: Int = 12
) throws -> PseudoTerminal {
  let terminal = try PseudoTerminal(
    running: BuildProducts.executable("LineEditorProbe"), arguments: settings,
    environment: environment, columns: columns, rows: rows)
  try terminal.wait("first prompt") { $0.text.last == prompt }
  return terminal
}

let prompt = "视图❯"

enum Keys {
  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"
  static let right = "\u{1B}[C"
  static let left = "\u{1B}[D"
  static let escape = "\u{1B}"
  static let backTab = "\u{1B}[Z"
  static let delete = "\u{1B}[3~"
  static let pageUp = "\u{1B}[5~"
  static let pageDown = "\u{1B}[6~"
  static let altEnter = "\u{1B}\r"
  static let control = Dictionary(
    uniqueKeysWithValues: "ABCDEFGHKLNPRSTUWXYZ_\\".map {
      ($0, String(Character(Unicode.Scalar(($0.asciiValue ?? 0) & 0x1F))))
    })

  static func pasted(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  static func control(_ key: Character) -> String { control[key, default: "?"] }
}

/// A folder that exists while the closure runs.
func withTemporaryFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder.path)
}
