import Foundation

/// The files that a person names, which are written in place, so that modes and links stay, and without a long wait.
///
/// An error is the system's reason why a file cannot be read or written.
enum TextFile {
  /// Replaces the content of a file by a text, or appends the text.
  ///
  /// Links are followed. Devices and pipes receive the text, but a pipe without a reader is refused.
  static func write(_ text: String, to path: String, isAppending: Bool) throws(Message) {
    let path = located(path)
    let way = O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | (isAppending ? O_APPEND : O_TRUNC)
    let descriptor = unsafe open(path, way, 0o666)
    guard descriptor >= 0 else { throw errno == ENXIO ? .pipeIsUnread : .system(errno) }
    defer { close(descriptor) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { bytes in
        unsafe Foundation.write(descriptor, bytes.baseAddress, bytes.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
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
  static func names(startingWith typed: String) -> [String] {
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
