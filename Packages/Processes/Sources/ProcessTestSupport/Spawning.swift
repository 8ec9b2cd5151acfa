public import Foundation

/// The target of a standard stream of a new process.
public enum StandardStream: Sendable {
  /// A file that the process opens for reading and writing.
  case file(String)
  /// A descriptor of this process; the number of an earlier standard stream means that stream of the new process.
  case descriptor(Int32)

  /// The null device: reads find no bytes, and writes are discarded.
  public static let null = file("/dev/null")
}

/// The session of a new process.
public enum ProcessSession: Sendable {
  /// The session of this process.
  case inherited
  /// A new session; its terminal is the first terminal that the process opens.
  case own
}

/// The reason why a program cannot be started.
public struct SpawnError: Error, CustomStringConvertible {
  /// The program and the system's reason.
  public let description: String
}

/// Starts a program immediately, without waiting for a task or a thread.
///
/// The program inherits only its standard streams; no signal is blocked or ignored in it. For a program that only runs
/// to its end, use ``FinishedProcess``.
///
/// - Parameters:
///   - words: The path of the program and its arguments.
///   - environment: All environment variables of the program.
///   - streams: The standard input, output and error.
///   - session: The session of the program.
/// - Returns: The process ID; the caller must wait for the process.
/// - Throws: `SpawnError` with the system's reason.
public func spawn(
  _ words: [String],
  environment: [String: String] = ProcessInfo.processInfo.environment,
  streams: [StandardStream], session: ProcessSession = .inherited
) throws(SpawnError) -> Int32 {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    let (newSession, closing) = (Int16(POSIX_SPAWN_SETSID), Int16(POSIX_SPAWN_CLOEXEC_DEFAULT))
  #else
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    // The value of `POSIX_SPAWN_SETSID`, which glibc declares only for GNU sources.
    let (newSession, closing): (Int16, Int16) = (0x80, 0)
  #endif
  unsafe posix_spawn_file_actions_init(&actions)
  unsafe posix_spawnattr_init(&attributes)
  defer {
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
  }
  for (number, stream) in zip(Int32(0)..., streams) {
    switch stream {
    case .file(let path):
      unsafe posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
    case .descriptor(let descriptor):
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
    }
  }
  #if !canImport(Darwin)
    // This function is also declared only for GNU sources.
    typealias Closing =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    if let close = unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") {
      _ = unsafe unsafeBitCast(close, to: Closing.self)(&actions, STDERR_FILENO + 1)
    }
  #endif
  var signals = sigset_t()
  unsafe sigfillset(&signals)
  unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
  unsafe sigemptyset(&signals)
  unsafe posix_spawnattr_setsigmask(&attributes, &signals)
  let flags = closing | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK)
  unsafe posix_spawnattr_setflags(&attributes, session == .own ? flags | newSession : flags)

  var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
  var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
  defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
  var process: pid_t = 0
  let code = unsafe posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables)
  guard code == 0 else {
    throw SpawnError(description: unsafe "\(words[0]): \(String(cString: strerror(code)))")
  }
  return process
}
