public import Foundation

/// The place to which a standard stream of a new process leads.
public enum StandardStream: Sendable {
  /// A file that the process opens, for reading and writing.
  case file(String)
  /// A descriptor of this process, or a standard stream of the new one that stands before.
  case descriptor(Int32)

  /// A file that is empty, and stays so.
  public static let null = file("/dev/null")
}

/// The session of a new process.
public enum ProcessSession: Sendable {
  /// The one of this process.
  case inherited
  /// A new one, whose terminal is the first that the process opens.
  case own
}

/// The reason why a program cannot be started.
public struct SpawnError: Error, CustomStringConvertible {
  /// The program and the system's reason.
  public let description: String
}

/// Starts a program at once, without waiting for a task or a thread.
///
/// It inherits its standard streams alone, and no signal is blocked or ignored in it. A program that only runs to its end
/// is a ``FinishedProcess``.
///
/// - Parameters:
///   - words: The path of the program, and its arguments.
///   - environment: All its variables.
///   - streams: Its standard input, output and error.
///   - session: Its session.
/// - Returns: The process, which has to be waited for.
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
    // `POSIX_SPAWN_SETSID`, which glibc declares for GNU sources only.
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
    // Declared for GNU sources only, too.
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
