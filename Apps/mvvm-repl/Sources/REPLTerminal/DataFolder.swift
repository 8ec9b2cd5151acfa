import Foundation
import REPLKit

/// The places of the program's files, by the XDG Base Directory Specification 0.8.
struct DataFolder {
  /// The command history.
  let history: URL
  /// The place of the journals of running sessions, beside the history.
  var journal: URL {
    let name = history.lastPathComponent
    return history.deletingLastPathComponent().appending(
      path: "\(Self.journalStart)\(name.dropFirst("history".count))")
  }
  private static let journalStart = "session"
  /// Whether another session runs with this folder, in whatever project.
  var isInUse: Bool {
    Journal.isOpenElsewhere(in: history.deletingLastPathComponent(), named: Self.journalStart)
  }
  /// The place of the notes of running talks, beside the progress; one per user, because a user cannot overwrite the
  /// files that another user's process of the same number has left in a shared folder.
  var talks: URL { progress.deletingLastPathComponent().appending(path: "talk-\(getuid())") }
  /// The file with the finished steps of the lessons.
  let progress: URL
  /// The folder in which the view-models keep their values.
  let data: URL
  /// The startup files of folders that a person has trusted.
  let trusted: URL

  /// Finds the places; a `folder` that is not `nil` contains them all.
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
        // The specification requires that relative paths are ignored.
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

  /// A readable name with a hash of the whole path, which makes it unique.
  private static func historyName(of project: URL) -> String {
    "history-\(project.lastPathComponent)-\(project.path.utf8.stableHash)"
  }
}
