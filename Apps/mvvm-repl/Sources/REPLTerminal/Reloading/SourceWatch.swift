import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// Tells when a source of one of some packages was saved: by inotify on Linux, elsewhere by looking twice a second.
///
/// Hidden files and folders do not count, nor what a build makes; outside of `Sources` only Swift outside of tests does.
@MainActor
final class SourceWatch {
  private let roots: [URL]
  private let onChange: @MainActor () -> Void
  private var known: [String: FileStamp]
  private var task: Task<Void, Never>?
  #if os(Linux)
    private let descriptor: Int32
    /// `nil` where the system has no more of them.
    private var events: (any DispatchSourceRead)?
  #endif

  /// Watches until it is released.
  init(_ roots: [URL], onChange: @escaping @MainActor () -> Void) {
    self.roots = roots
    self.onChange = onChange
    known = Self.sources(of: roots).stamps
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
    /// Lets an editor finish all that a save is made of, then looks.
    private func take() {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
      task?.cancel()
      task = Task { [weak self] in
        guard (try? await Task.sleep(for: .milliseconds(50))) != nil, let self else { return }
        // Watched first, so that a file in a new folder is either seen now or told of.
        watchFolders()
        look()
      }
    }

    /// Watches each folder, new ones too; one that is watched already stays as it is.
    private func watchFolders() {
      let kinds = IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO
      for folder in Self.sources(of: roots).folders {
        _ = unsafe inotify_add_watch(descriptor, folder, UInt32(kinds))
      }
    }
  #endif

  private func look() {
    let now = Self.sources(of: roots).stamps
    guard now != known else { return }
    known = now
    onChange()
  }

  /// The sources below some folders by path, and the folders in which they may lie.
  static func sources(of roots: [URL]) -> (stamps: [String: FileStamp], folders: [String]) {
    roots.map { sources(of: $0) }.reduce(into: ([:], [])) { all, some in
      all.0.merge(some.stamps) { $1 }
      all.1 += some.folders
    }
  }

  /// The sources below a folder by path, and the folders in which they may lie.
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
