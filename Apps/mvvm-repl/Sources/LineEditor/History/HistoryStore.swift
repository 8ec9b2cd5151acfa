import Foundation

/// Reads and appends to a history file.
///
/// A problem with the file is reported once; the session then goes on without the file.
struct HistoryStore: Sendable {
  static let header = "mvvm-repl history 1"

  /// A change of the file.
  private enum Work: Sendable {
    case append(String)
    case revise(@Sendable (String) -> String)
  }

  private enum Failure: Error {
    /// Another program holds the lock at the moment.
    case isBusy
    /// A system error, described by `errno`.
    case system
  }

  private let file: HistoryFile
  private var isUsable = true
  /// The code of the write that failed, until it is told that secrets stay in the file.
  private var failure: Int32?
  /// The changes, in order, that wait because another program holds the file.
  private var waiting: [Work] = []

  init(_ file: HistoryFile) { self.file = file }

  /// Reads the entries, newest last, and reports a problem with the file.
  mutating func load() -> (entries: [String], trouble: HistoryTrouble?) {
    makeFolder()
    // Without waiting for the writer of a pipe.
    let descriptor = unsafe open(file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return ([], nil) }
      return ([], unreadable())
    }
    defer { close(descriptor) }
    guard Self.isFile(descriptor) else {
      isUsable = false
      return ([], Self.isNothing(descriptor) ? nil : .foreign)
    }
    guard let bytes = Self.readAll(descriptor) else { return ([], unreadable()) }
    guard !bytes.isEmpty else { return ([], nil) }

    var lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first, first.elementsEqual(Self.header.utf8) else {
      isUsable = false
      return ([], .foreign)
    }
    lines.removeFirst()
    var damaged = 0
    var entries: [String] = []
    entries.reserveCapacity(lines.count)
    for line in lines {
      if let entry = Self.decode(line) { entries.append(entry) } else { damaged += 1 }
    }
    // If this fails, the next start tries again.
    if entries.count > 2 * file.limit { try? rewrite(20) { Array($0.suffix(file.limit)) } }
    return (entries.suffix(file.limit), damaged == 0 ? nil : .damaged(lines: damaged))
  }

  /// Reads the entries, newest last, with the changes that still wait; `nil` if the file cannot be used.
  func entries() -> [String]? {
    var store = self
    var history = History(store.load().entries)
    guard store.isUsable else { return nil }
    for work in waiting {
      switch work {
      case .append(let entry): _ = history.add(entry)
      case .revise(let change): _ = history.revise(change)
      }
    }
    return history.entries
  }

  /// Appends an entry, or holds it back until the file is free.
  ///
  /// - Returns: The problem, the first time that there is one.
  mutating func append(_ entry: String) -> HistoryTrouble? {
    waiting.append(.append(entry))
    return catchUp()
  }

  /// Changes the entries in the file, including those of other programs; damaged lines stay unchanged.
  ///
  /// - Returns: The problem, the first time that there is one.
  mutating func revise(_ change: @escaping @Sendable (String) -> String) -> HistoryTrouble? {
    waiting = waiting.compactMap { work in
      guard case .append(let entry) = work else { return work }
      let revised = change(entry)
      return revised.isEmpty ? nil : .append(revised)
    }
    waiting.append(.revise(change))
    return catchUp()
  }

  /// Applies the changes that still wait for the file.
  ///
  /// - Returns: The problem, or `inUse` if changes still wait.
  mutating func finish() -> HistoryTrouble? {
    if let trouble = catchUp(20) { return trouble }
    return waiting.isEmpty ? nil : .inUse(keepsSecrets: keepsSecrets)
  }

  /// Whether a change that waits takes secrets out of the file.
  private var keepsSecrets: Bool {
    waiting.contains { if case .revise = $0 { true } else { false } }
  }

  /// Takes secrets out of a file that has no room for new entries; it may still be shortened.
  ///
  /// - Returns: The problem, the first time that secrets stay in the file.
  private mutating func reviseOnly(_ attempts: Int) -> HistoryTrouble? {
    guard let code = failure else {
      waiting = []
      return nil
    }
    waiting.removeAll { if case .append = $0 { true } else { false } }
    do throws(Failure) {
      while case .revise(let change)? = waiting.first {
        try revise(change, attempts)
        waiting.removeFirst()
      }
      return nil
    } catch {
      guard error != .isBusy else { return nil }
      (failure, waiting) = (nil, [])
      return .unwritable(code: code, keepsSecrets: true)
    }
  }

  /// Applies the waiting changes in order, as long as the file is free.
  ///
  /// After one wait, a call tries only once, so that it does not delay the keys again.
  private mutating func catchUp(_ attempts: Int? = nil) -> HistoryTrouble? {
    guard isUsable else { return reviseOnly(attempts ?? 1) }
    do throws(Failure) {
      while let work = waiting.first {
        let attempts = attempts ?? (waiting.count > 1 ? 1 : 20)
        switch work {
        case .append(let entry): try add(entry, attempts)
        case .revise(let change): try revise(change, attempts)
        }
        waiting.removeFirst()
      }
      return nil
    } catch {
      guard error != .isBusy else { return nil }
      isUsable = false
      let code = errno
      failure = code
      return reviseOnly(1) ?? .unwritable(code: code, keepsSecrets: keepsSecrets)
    }
  }

  private func add(_ entry: String, _ attempts: Int) throws(Failure) {
    let descriptor = try openLocked(attempts)
    defer { release(descriptor) }
    var line = Self.encode(entry) + "\n"
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system }
    if status.st_size == 0 {
      line = Self.header + "\n" + line
    } else if !Self.endsWithNewline(descriptor, size: status.st_size) {
      line = "\n" + line
    }
    guard Self.writeAll(descriptor, Array(line.utf8)) else {
      let reason = errno
      // A part of an entry would count as a whole one.
      ftruncate(descriptor, status.st_size)
      errno = reason
      throw .system
    }
  }

  private func revise(_ change: (String) -> String, _ attempts: Int) throws(Failure) {
    try rewrite(attempts) { lines in
      lines.compactMap { line in
        guard let entry = Self.decode(line) else { return line }
        let revised = change(entry)
        guard revised != entry else { return line }
        return revised.isEmpty ? nil : Array(Self.encode(revised).utf8)[...]
      }
    }
  }

  static func encode(_ entry: String) -> String {
    var line = ""
    for scalar in entry.unicodeScalars {
      switch scalar {
      case "\\": line += "\\\\"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  static func decode(_ line: some Collection<UInt8>) -> String? {
    guard let text = String(validating: line, as: UTF8.self) else { return nil }
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text.isEmpty ? nil : text }
    var entry = String.UnicodeScalarView()
    var scalars = text.unicodeScalars.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "\\" else {
        entry.append(scalar)
        continue
      }
      switch scalars.next() {
      case "\\": entry.append("\\")
      case "n": entry.append("\n")
      case "r": entry.append("\r")
      default: return nil
      }
    }
    return String(entry)
  }
}

extension HistoryStore {
  private mutating func unreadable() -> HistoryTrouble {
    isUsable = false
    return .unreadable(code: errno)
  }

  private func makeFolder() {
    guard let slash = file.path.lastIndex(of: "/") else { return }
    var made = ""
    for part in file.path[..<slash].split(separator: "/", omittingEmptySubsequences: false) {
      made += part
      if !made.isEmpty { unsafe mkdir(made, 0o700) }
      made += "/"
    }
  }

  /// Opens the file for appending and locks it.
  private func openLocked(_ attempts: Int) throws(Failure) -> Int32 {
    for _ in 0..<attempts {
      let ways = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK
      let descriptor = unsafe open(file.path, ways, 0o600)
      guard descriptor >= 0 else { throw .system }
      guard Self.isFile(descriptor) else {
        close(descriptor)
        errno = EINVAL
        throw .system
      }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        // In the meantime, another program may have replaced the file with a shortened one.
        var ours = stat()
        var current = stat()
        if unsafe fstat(descriptor, &ours) == 0, unsafe stat(file.path, &current) == 0,
          ours.st_ino == current.st_ino, ours.st_dev == current.st_dev
        {
          return descriptor
        }
      } else if errno != EWOULDBLOCK, errno != EINTR {
        let reason = errno
        close(descriptor)
        errno = reason
        throw .system
      }
      close(descriptor)
      if attempts > 1 { usleep(5000) }
    }
    throw .isBusy
  }

  /// Unlocks before closing, because a child process that starts just now inherits the descriptor and would keep the
  /// lock.
  private func release(_ descriptor: Int32) {
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Rewrites the entry lines in a temporary file, which then replaces the file that a link leads to, with its mode and,
  /// if possible, its owner.
  private func rewrite(
    _ attempts: Int, _ change: ([ArraySlice<UInt8>]) -> [ArraySlice<UInt8>]
  ) throws(Failure) {
    let descriptor = try openLocked(attempts)
    defer { release(descriptor) }
    guard let bytes = Self.readAll(descriptor) else { throw .system }
    let lines = Array(bytes.split(separator: UInt8(ascii: "\n")).dropFirst())
    let changed = change(lines)
    guard changed != lines else { return }
    guard let real = unsafe realpath(file.path, nil) else { throw .system }
    defer { unsafe free(real) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system }
    var temporary = Array("\(unsafe String(cString: real)).XXXXXX".utf8CString)
    let shortened = unsafe mkstemp(&temporary)
    guard shortened >= 0 else { throw .system }
    _ = fcntl(shortened, F_SETFD, FD_CLOEXEC)
    _ = fchown(shortened, status.st_uid, status.st_gid)
    let content = Array((Self.header + "\n").utf8) + changed.flatMap { $0 + [UInt8(ascii: "\n")] }
    let isWritten =
      Self.writeAll(shortened, content) && fchmod(shortened, status.st_mode & 0o7777) == 0
      && fsync(shortened) == 0
    let isReplaced = unsafe isWritten && rename(temporary, real) == 0
    let reason = errno
    close(shortened)
    guard !isReplaced else { return }
    unsafe unlink(temporary)
    errno = reason
    throw .system
  }

  /// Whether the file is a regular one; reading a device may never end.
  private static func isFile(_ descriptor: Int32) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether the file is the null device, with which a person keeps no history on purpose.
  private static func isNothing(_ descriptor: Int32) -> Bool {
    var (status, null) = (stat(), stat())
    return unsafe fstat(descriptor, &status) == 0 && stat("/dev/null", &null) == 0
      && status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == null.st_rdev
  }

  private static func readAll(_ descriptor: Int32) -> [UInt8]? {
    var content: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe read(descriptor, &chunk, chunk.count)
      if count == 0 { return content }
      if count > 0 {
        content += chunk[..<count]
      } else if errno != EINTR {
        return nil
      }
    }
  }

  private static func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  private static func endsWithNewline(_ descriptor: Int32, size: off_t) -> Bool {
    var last: UInt8 = 0
    return unsafe pread(descriptor, &last, 1, size - 1) == 1 && last == UInt8(ascii: "\n")
  }
}
