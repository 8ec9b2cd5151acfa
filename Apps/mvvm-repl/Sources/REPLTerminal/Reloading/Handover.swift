import Foundation
import LineEditor
import REPLKit
import REPLStudio
import Subprocess

/// The state that a program hands to its successor, and before that to the successor's trial: in memory that nobody
/// else can open, through an inherited descriptor.
struct Handover: Codable {
  let session: CarriedSession
  /// The unfinished entry.
  let draft: LineEditor.Draft?
  /// Whether sources are watched.
  let isWatching: Bool
  let times: BuildTimes
  /// The place at which the session is served to browsers.
  var studio: StudioPlace?
  /// The end of the time limit of the whole run; `nil` without a limit.
  var end: ContinuousClock.Instant?

  /// The environment variable with the descriptor; the state itself is neither there nor in the arguments.
  private static let variable = "MVVM_REPL_HANDOVER"

  /// Whether this process is only a trial, which gets the state on its standard input.
  static var isTrial: Bool {
    ProcessInfo.processInfo.environment[variable] == "\(STDIN_FILENO)"
  }

  /// The handover that a program has received.
  enum Received {
    case nothing
    case state(Handover)
    /// Data that this program cannot read, for example from an older or newer program.
    case unreadable

    /// The end of the time limit, which belongs to all programs of a run together.
    var end: ContinuousClock.Instant? {
      if case .state(let handover) = self { handover.end } else { nil }
    }

    /// Whether this program continues another one.
    var goesOn: Bool { if case .nothing = self { false } else { true } }
  }

  /// Receives the handover of the previous program.
  ///
  /// The descriptor is closed, so that the handover can be received only once.
  static func receive() -> Received {
    guard let text = ProcessInfo.processInfo.environment[variable] else { return .nothing }
    unsafe unsetenv(variable)
    guard let descriptor = Int32(text), descriptor > STDERR_FILENO || descriptor == STDIN_FILENO
    else { return .nothing }
    var status = stat()
    // The descriptor must be our open file without a name, because nobody else can have written that.
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_nlink == 0, status.st_uid == getuid()
    else { return .nothing }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    guard let data = try? file.readToEnd(),
      let handover = try? JSONDecoder().decode(Handover.self, from: data)
    else { return .unreadable }
    return .state(handover)
  }

  /// Replaces this process with the program in a file; returns only on failure.
  ///
  /// The terminal must have been restored. The process keeps its number, arguments and folder.
  func execute(_ executable: URL) -> SystemError {
    let file: FileHandle
    do throws(SystemError) { file = try self.file() } catch { return error }
    let descriptor = file.fileDescriptor
    Self.keepOnly(descriptor)
    unsafe setenv(Self.variable, "\(descriptor)", 1)
    defer { unsafe unsetenv(Self.variable) }
    let words = [executable.path] + CommandLine.arguments.dropFirst()
    var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
    let code = withExtendedLifetime(file) {
      withOpenSignals {
        unsafe execv(executable.path, &pointers)
        return errno
      }
    }
    unsafe pointers.forEach { unsafe free($0) }
    return SystemError(code: code)
  }

  /// The environment variables of a trial, which gets a file of ``file()`` as its standard input.
  static var trialEnvironment: [Environment.Key: String?] {
    // Nobody reads a backtrace, which takes time.
    [Environment.Key(stringLiteral: variable): "\(STDIN_FILENO)", "SWIFT_BACKTRACE": "enable=no"]
  }

  /// Returns an open file without a name that contains the state; it is closed when it is released.
  func file() throws(SystemError) -> FileHandle {
    guard let data = try? JSONEncoder().encode(self) else { throw SystemError(code: EINVAL) }
    let descriptor = Self.namelessFile()
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: data)
      try file.seek(toOffset: 0)
    } catch {
      throw SystemError(code: EIO)
    }
    return file
  }

  /// Creates a file of mode 0600 without a name; on Linux it is in memory.
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

  /// Lets the next program inherit only standard input, output, error and one descriptor.
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
