import Foundation

/// The files that a person names: their modes and links stay, what was in them stays if a write fails, and no access
/// waits long.
///
/// ```swift
/// try TextFile.write("1\n", to: "~/a.txt")
/// ```
/// An error is the system's reason why a file cannot be read or written.
public enum TextFile {
  /// Replaces the content of a file by a text, or appends the text.
  ///
  /// Links are followed. Devices and pipes receive the text, but a pipe without a reader is refused. The text replaces
  /// a file at once; a file with several names, or in a folder that takes no other file, is changed in place.
  ///
  /// - Throws: The reason; the file is then as it was before, or does not exist if it did not.
  public static func write(
    _ text: String, to path: String, isAppending: Bool = false
  ) throws(Message) {
    let path = located(path)
    var old = stat()
    let isThere = unsafe stat(path, &old) == 0
    let isFile = isThere && old.st_mode & S_IFMT == S_IFREG
    // Another file in its place would lose what the program prints later.
    var written = 0
    if isFile, let output = [STDOUT_FILENO, STDERR_FILENO].first(where: { isOpen(old, as: $0) }) {
      return try write(text.utf8, to: output, &written)
    }
    if isFile, !isAppending, old.st_nlink == 1, try replace(path, old, by: text) { return }
    let content = isFile && !isAppending ? FileManager.default.contents(atPath: path) : nil
    let way = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | (isAppending ? O_APPEND : 0)
    let descriptor = unsafe open(path, way, 0o666)
    guard descriptor >= 0 else { throw errno == ENXIO ? .pipeIsUnread : .system(errno) }
    defer { close(descriptor) }
    do throws(Message) {
      try write(text.utf8, to: descriptor, &written)
      if isFile, !isAppending { ftruncate(descriptor, off_t(text.utf8.count)) }
    } catch {
      // There is room for what was there before, for it was not cut off.
      if let content, lseek(descriptor, 0, SEEK_SET) == 0 {
        var restored = 0
        try? write(content, to: descriptor, &restored)
      }
      // What somebody else has appended in the meantime stays, with what this text had before it.
      var new = stat()
      let isOurs =
        unsafe fstat(descriptor, &new) == 0 && new.st_size == old.st_size + off_t(written)
      if isFile, !isAppending || isOurs { ftruncate(descriptor, old.st_size) }
      // A link led nowhere before, and leads to the new file now.
      if !isThere { _ = unsafe unlink(located(path)) }
      throw error
    }
  }

  private static func isOpen(_ file: stat, as descriptor: Int32) -> Bool {
    var opened = stat()
    return unsafe fstat(descriptor, &opened) == 0 && opened.st_dev == file.st_dev
      && opened.st_ino == file.st_ino
  }

  /// Writes a text beside a file, and lets it take the file's place with the file's owner and mode.
  ///
  /// - Returns: False if nothing can be written there for the owner.
  private static func replace(_ path: String, _ old: stat, by text: String) throws(Message) -> Bool
  {
    guard unsafe access(path, W_OK) == 0 else { throw .system(errno) }
    var draft = Array("\(path).XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&draft)
    guard descriptor >= 0 else {
      guard [EACCES, EPERM, EROFS, ENAMETOOLONG].contains(errno) else { throw .system(errno) }
      return false
    }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    do throws(Message) {
      guard fchown(descriptor, old.st_uid, old.st_gid) == 0,
        fchmod(descriptor, old.st_mode & 0o7777) == 0
      else {
        _ = unsafe unlink(draft)
        return false
      }
      var written = 0
      try write(text.utf8, to: descriptor, &written)
      // Otherwise the file could be empty after a loss of power.
      guard fsync(descriptor) == 0 else { throw .system(errno) }
      if unsafe rename(draft, path) == 0 { return true }
      // A file may be a mount of its own, as in a container.
      let reason = errno
      guard [EBUSY, EXDEV, EACCES, EPERM].contains(reason) else { throw .system(reason) }
      _ = unsafe unlink(draft)
      return false
    } catch {
      _ = unsafe unlink(draft)
      throw error
    }
  }

  private static func write(
    _ bytes: some Sequence<UInt8>, to descriptor: Int32, _ written: inout Int
  ) throws(Message) {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Foundation.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
        written += count
      } else if errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard unsafe poll(&ready, 1, longestWait) > 0 else { throw .pipeIsLeft }
      } else if errno != EINTR {
        throw .system(errno)
      }
    }
  }

  /// Returns the files and folders whose names begin with the text after the last slash, as a person would write them;
  /// folders end in a slash.
  ///
  /// Hidden files are included only if the typed name begins with a dot.
  ///
  /// - Complexity: O(*n* log *n*) in the number of files in the folder, which is read from disk.
  public static func names(startingWith typed: String) -> [String] {
    let name = typed.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let folder = String(typed.dropLast(name.count))
    let place = located(folder.isEmpty ? "." : folder)
    let found = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return found.filter { $0.hasPrefix(name) && ($0.first != "." || name.first == ".") }.sorted()
      .map {
        var about = stat()
        let isFolder =
          unsafe stat("\(place)/\($0)", &about) == 0 && about.st_mode & S_IFMT == S_IFDIR
        return "\(folder)\($0)\(isFolder ? "/" : "")"
      }
  }

  /// Returns the text of a regular file; anything else is refused, because reading it may never end.
  static func read(_ path: String) throws(Message) -> String {
    let path = located(path)
    var about = stat()
    guard unsafe stat(path, &about) == 0 else { throw .system(errno) }
    guard about.st_mode & S_IFMT != S_IFDIR else { throw .isFolder }
    guard about.st_mode & S_IFMT == S_IFREG else { throw .noFileOfText }
    guard let data = FileManager.default.contents(atPath: path) else { throw .system(errno) }
    guard let text = String(validating: data, as: UTF8.self) else { throw .noUTF8 }
    return text
  }

  /// Returns the target of a path: `~/` is the home folder, and links are followed.
  static func located(_ path: String) -> String {
    let whole = path.hasPrefix("~/") ? NSHomeDirectory() + path.dropFirst() : path
    return URL(filePath: whole).resolvingSymlinksInPath().path
  }

  /// Whether overwriting the file would lose something.
  static func holdsSomething(_ path: String) -> Bool {
    var about = stat()
    return unsafe stat(located(path), &about) == 0 && about.st_mode & S_IFMT == S_IFREG
      && about.st_size > 0
  }

  /// The longest wait for the reader of a pipe, in milliseconds.
  private static let longestWait: Int32 = 2_000
}
