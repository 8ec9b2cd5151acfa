import Foundation
import LineEditor
import REPLKit

/// The state that a program hands to the one that takes its place: in memory that nobody else can open, by an
/// inherited descriptor.
struct Handover: Codable {
  let program: String
  let session: CarriedSession
  /// The entry that was being typed.
  let draft: LineEditor.Draft?
  /// Whether sources are watched.
  let isWatching: Bool
  let times: BuildTimes

  /// The variable that names the descriptor; its content stands neither there nor among the arguments.
  private static let variable = "MVVM_REPL_HANDOVER"

  /// The handover of the program before this one; `nil` when there was none.
  ///
  /// The descriptor is closed, so that it is there once.
  static func receive() -> Handover? {
    guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
    unsafe unsetenv(variable)
    guard let descriptor = Int32(text), descriptor > STDERR_FILENO else { return nil }
    var status = stat()
    // An open file of ours that has no name: nobody else can have written it.
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_nlink == 0, status.st_uid == getuid()
    else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let data = try? file.readToEnd(),
      let handover = try? JSONDecoder().decode(Handover.self, from: data),
      handover.program == Identity.current.name
    else { return nil }
    return handover
  }

  /// Replaces this process by the program in a file; returns only when that cannot be done.
  ///
  /// The terminal must have been given back. The process keeps its number, arguments and folder.
  func execute(_ executable: URL) -> SystemError {
    guard let data = try? JSONEncoder().encode(self) else { return SystemError(code: EINVAL) }
    let descriptor = Self.namelessFile()
    guard descriptor >= 0 else { return SystemError(code: errno) }
    defer { close(descriptor) }
    do {
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
      try file.write(contentsOf: data)
      try file.seek(toOffset: 0)
    } catch {
      return SystemError(code: EIO)
    }
    Self.keepOnly(descriptor)
    unsafe setenv(Self.variable, "\(descriptor)", 1)
    defer { unsafe unsetenv(Self.variable) }
    let words = [executable.path] + CommandLine.arguments.dropFirst()
    var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    unsafe execv(executable.path, &pointers)
    let code = errno
    unsafe pointers.forEach { unsafe free($0) }
    return SystemError(code: code)
  }

  /// A file of mode 0600 that is in no folder; on Linux it lies in memory.
  private static func namelessFile() -> Int32 {
    #if os(Linux)
      let name = "/\(UUID().uuidString)"
      let memory = unsafe shm_open(name, O_CREAT | O_EXCL | O_RDWR, 0o600)
      if memory >= 0 {
        unsafe shm_unlink(name)
        return memory
      }
    #endif
    var path = Array((FileManager.default.temporaryDirectory.path + "/XXXXXX").utf8CString)
    let file = unsafe mkstemp(&path)
    if file >= 0 { unsafe unlink(path) }
    return file
  }

  /// Lets the next program inherit standard input, output, error and one descriptor.
  private static func keepOnly(_ descriptor: Int32) {
    #if os(Linux)
      let folder = "/proc/self/fd"
    #else
      let folder = "/dev/fd"
    #endif
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for open in names.compactMap(Int32.init) where open > STDERR_FILENO && open != descriptor {
      _ = fcntl(open, F_SETFD, FD_CLOEXEC)
    }
    _ = fcntl(descriptor, F_SETFD, 0)
  }
}
