import Foundation
import REPLKit

/// Where the program keeps what it remembers, by the XDG Base Directory Specification 0.8.
struct DataFolder {
  /// The command history.
  let history: URL
  /// The place of the journals of running sessions, beside the history.
  var journal: URL {
    let name = history.lastPathComponent
    return history.deletingLastPathComponent().appending(
      path: "session\(name.dropFirst("history".count))")
  }
  /// The place of the notes of talks that are held now, beside the progress; each user of a shared folder has another
  /// one, since nobody can write into what somebody else's process of the same number has left.
  var talks: URL { progress.deletingLastPathComponent().appending(path: "talk-\(getuid())") }
  /// Which steps of the lessons are done.
  let progress: URL
  /// The folder in which the view-models keep their values.
  let data: URL
  /// The startup files of folders that a person has trusted.
  let trusted: URL

  /// Finds the places; `folder` takes everything when it is not `nil`.
  ///
  /// Each project has a history of its own. A project is the nearest folder upwards from the working
  /// folder that has a file `.NAME` (`.mvvm-repl`, say), a `Package.swift` or a `.git`.
  init(_ folder: String?, environment: [String: String] = ProcessInfo.processInfo.environment) {
    if let folder {
      let url = URL(filePath: folder, directoryHint: .isDirectory)
      history = url.appending(path: "history")
      trusted = url.appending(path: "trusted")
      progress = url.appending(path: "progress.json")
      data = url
    } else {
      let home = URL(
        filePath: environment["HOME"] ?? NSHomeDirectory(), directoryHint: .isDirectory)
      func folder(_ variable: String, _ standard: String) -> URL {
        // The specification says that relative paths are to be ignored.
        let own = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return
          (own.map { URL(filePath: $0, directoryHint: .isDirectory) }
          ?? home.appending(path: standard)).appending(path: Identity.current.name)
      }
      let state = folder("XDG_STATE_HOME", ".local/state")
      history = state.appending(path: Self.project.map(Self.historyName) ?? "history")
      trusted = state.appending(path: "trusted")
      progress = state.appending(path: "progress.json")
      data = folder("XDG_DATA_HOME", ".local/share")
    }
  }

  private static var project: URL? {
    let files = FileManager.default
    var folder = URL(filePath: files.currentDirectoryPath, directoryHint: .isDirectory)
    while true {
      let isProject = [".\(Identity.current.name)", "Package.swift", ".git"].contains {
        files.fileExists(atPath: folder.appending(path: $0).path)
      }
      if isProject { return folder }
      let parent = folder.deletingLastPathComponent()
      if parent.path == folder.path { return nil }
      folder = parent
    }
  }

  /// A name that people recognise, and the hash of the whole path, so that no other has it.
  private static func historyName(of project: URL) -> String {
    "history-\(project.lastPathComponent)-\(project.path.utf8.stableHash)"
  }
}
