import Foundation

/// Reports when a file in some folders is saved: by inotify on Linux, elsewhere by polling twice a second.
///
/// In packages, sources count at any depth, but not hidden files and folders or build products. Outside of `Sources`,
/// only Swift files count, except tests. In folders with lessons or talks, the documents directly in them count.
@MainActor
final class SourceWatch {
  /// The kind of files to watch.
  enum Kind {
    case sources
    case documents
  }

  private let kind: Kind
  private let roots: [URL]
  private let onChange: @MainActor () -> Void
  private var known: [String: FileStamp]
  private var task: Task<Void, Never>?
  #if os(Linux)
    private let descriptor: Int32
    /// The source of inotify events; `nil` when the system allows no more.
    private var events: (any DispatchSourceRead)?
  #endif

  /// Watches until the object is released.
  init(
    _ kind: Kind = .sources, in roots: [URL], onChange: @escaping @MainActor () -> Void
  ) {
    self.kind = kind
    self.roots = roots
    self.onChange = onChange
    known = Self.files(kind, of: roots).stamps
    #if os(Linux)
      descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      let descriptor = descriptor
      guard descriptor >= 0 else {
        lookAgainAndAgain()
        return
      }
      let events = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
      events.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.take() } }
      events.setCancelHandler { close(descriptor) }
      events.resume()
      self.events = events
      watchFolders()
    #else
      lookAgainAndAgain()
    #endif
  }

  private func lookAgainAndAgain() {
    task = Task { [weak self] in
      while (try? await Task.sleep(for: .milliseconds(500))) != nil {
        guard let self else { return }
        look()
      }
    }
  }

  isolated deinit {
    task?.cancel()
    #if os(Linux)
      events?.cancel()
    #endif
  }

  #if os(Linux)
    /// Waits until an editor has finished all steps of a save, then looks.
    private func take() {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
      task?.cancel()
      task = Task { [weak self] in
        guard (try? await Task.sleep(for: .milliseconds(50))) != nil, let self else { return }
        // Watching comes first, so that a file in a new folder is either seen now or reported later.
        watchFolders()
        look()
      }
    }

    /// Watches each folder, including new ones; a folder that is already watched stays so.
    private func watchFolders() {
      let kinds = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      for folder in Self.files(kind, of: roots).folders {
        _ = unsafe inotify_add_watch(descriptor, folder, UInt32(kinds))
      }
    }
  #endif

  private func look() {
    let now = Self.files(kind, of: roots).stamps
    guard now != known else { return }
    known = now
    onChange()
  }

  /// The files of some folders by path, and the folders that may contain them.
  static func files(
    _ kind: Kind = .sources, of roots: [URL]
  ) -> (stamps: [String: FileStamp], folders: [String]) {
    let parts =
      switch kind {
      case .sources: roots.map { sources(of: $0) }
      case .documents: roots.map { documents(of: $0) }
      }
    return parts.reduce(into: ([:], [])) { all, some in
      all.0.merge(some.stamps) { $1 }
      all.1 += some.folders
    }
  }

  /// The documents directly in a folder by path, and the folder.
  private static func documents(of root: URL) -> (stamps: [String: FileStamp], folders: [String]) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
    var stamps: [String: FileStamp] = [:]
    for name in names where name.hasSuffix(".md") && !name.hasPrefix(".") {
      let file = root.appending(path: name)
      stamps[file.path] = FileStamp(of: file)
    }
    return (stamps, [root.path])
  }

  /// The sources below a folder by path, and the folders that may contain them.
  static func sources(of root: URL) -> (stamps: [String: FileStamp], folders: [String]) {
    let keys = FileStamp.keys.union([.isDirectoryKey])
    var stamps: [String: FileStamp] = [:]
    var folders = [root.path]
    func isInSources(_ url: URL) -> Bool {
      url.path.dropFirst(root.path.count).contains("/Sources/")
    }
    let all = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: Array(keys), options: [.skipsHiddenFiles])
    while let url = all?.nextObject() as? URL {
      guard let values = try? url.resourceValues(forKeys: keys) else { continue }
      if values.isDirectory == true {
        let isMade = FileManager.default.fileExists(
          atPath: url.appending(path: "workspace-state.json").path)
        if isMade || url.lastPathComponent == "Tests" && !isInSources(url) {
          all?.skipDescendants()
        } else {
          folders.append(url.path)
        }
      } else if !url.lastPathComponent.hasSuffix("~"),
        url.pathExtension == "swift" || isInSources(url)
      {
        stamps[url.path] = FileStamp(values)
      }
    }
    return (stamps, folders)
  }
}
