import Foundation

/// Where the program keeps what it remembers, by the XDG Base Directory Specification 0.8.
struct DataFolder {
  /// The command history.
  let history: URL
  /// What the workshop remembers.
  let data: URL
  /// The startup files of folders that a person has trusted.
  let trusted: URL

  /// Finds the places; `folder` takes everything when it is not `nil`.
  init(_ folder: String?, environment: [String: String] = ProcessInfo.processInfo.environment) {
    if let folder {
      let url = URL(filePath: folder, directoryHint: .isDirectory)
      history = url.appending(path: "history")
      trusted = url.appending(path: "trusted")
      data = url
    } else {
      let home = URL(
        filePath: environment["HOME"] ?? NSHomeDirectory(), directoryHint: .isDirectory)
      func folder(_ variable: String, _ standard: String) -> URL {
        // The specification says that relative paths are to be ignored.
        let own = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return
          (own.map { URL(filePath: $0, directoryHint: .isDirectory) }
          ?? home.appending(path: standard)).appending(path: "mvvm-repl")
      }
      let state = folder("XDG_STATE_HOME", ".local/state")
      history = state.appending(path: "history")
      trusted = state.appending(path: "trusted")
      data = folder("XDG_DATA_HOME", ".local/share")
    }
  }
}
