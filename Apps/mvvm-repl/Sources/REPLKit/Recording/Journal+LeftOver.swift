public import Foundation

extension Journal {
  /// The statements of a session whose program did not end well.
  public struct LeftOver: Sendable, Equatable {
    /// The script, without the statement in which the program ended.
    ///
    /// A script without statements is not kept; then this is the newest script of an earlier session, if there is one.
    public let file: URL?
    /// The number of statements that the script of the session runs.
    public let count: Int
    /// The statement in which the program ended; `nil` if the program ended between two statements.
    public let last: String?
    /// The statements that a person interrupted after they had changed something; the script does not run them.
    public let cutShort: [String]
    /// Whether the journal was full, so that later statements are missing.
    public let isCut: Bool
    /// Whether the session contained lessons, whose statements the script does not run.
    public let hasLessons: Bool
    /// The number of scripts of earlier sessions that were never loaded.
    public let earlier: Int
    /// The number of old scripts that were removed now, because there were too many.
    public let removed: Int
  }

  /// The maximum number of scripts that are kept until they are loaded.
  public nonisolated static let mostScripts = 20

  /// Turns the journals of ended processes into scripts, and returns the newest one.
  ///
  /// Each journal becomes a script, such as `NAME-left-3`, which stays until `:load` has run it completely. Of more
  /// than ``mostScripts`` the oldest are removed, and a journal without a statement is deleted. Each journal is
  /// returned only once.
  ///
  /// - Parameter place: The path of the journals, without the numbers of the processes.
  /// - Returns: The content of the newest journal; `nil` if no process has left one.
  public static func leftOver(at place: URL) -> LeftOver? {
    let folder = place.deletingLastPathComponent()
    var newest: (file: URL?, text: String)?
    for path in journals(at: place) {
      if let taken = take(path, at: place) { newest = taken }
    }
    guard let newest, newest.file != nil || tellsAnything(newest.text) else { return nil }
    var numbers = scripts(at: place)
    var removed = 0
    while numbers.count > mostScripts {
      let file = folder.appending(path: name(at: place, numbers.removeFirst()))
      if unsafe unlink(file.path) == 0 { removed += 1 }
    }
    let last = numbers.last.map { folder.appending(path: name(at: place, $0)) }
    let earlier = newest.file == nil ? numbers.count : max(0, numbers.count - 1)
    return read(newest.text, newest.file ?? last, earlier: earlier, removed)
  }

  /// Whether another process runs a session with a journal in a folder, under a name that begins with `prefix`.
  public nonisolated static func isOpenElsewhere(in folder: URL, named prefix: String) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.contains { name in
      guard name.hasPrefix(prefix) else { return false }
      let path = folder.appending(path: name).path
      let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { return false }
      defer { Foundation.close(descriptor) }
      return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }
  }

  /// Whether a file is a script that is kept at a place.
  static func isScript(_ file: URL, at place: URL) -> Bool {
    let folders = [file, place].map { TextFile.located($0.deletingLastPathComponent().path) }
    return folders[0] == folders[1] && number(ofScript: file.lastPathComponent, at: place) != nil
  }

  private static func number(ofScript name: String, at place: URL) -> Int? {
    let prefix = place.lastPathComponent + left
    guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) else { return nil }
    // Other numbers were not written here, and each number must have a successor.
    return (1...mostNumbers).contains(number) ? number : nil
  }

  private static let left = "-left-"
  private nonisolated static let mostNumbers = 1_000_000_000

  private static func name(at place: URL, _ number: Int) -> String {
    "\(place.lastPathComponent)\(left)\(number)"
  }

  /// Returns the numbers of the scripts that are kept at a place, the oldest first.
  private static func scripts(at place: URL) -> [Int] {
    let folder = place.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.compactMap { number(ofScript: $0, at: place) }.sorted()
  }

  /// Returns the paths of the journals at a place, the last written one at the end.
  private static func journals(at place: URL) -> [String] {
    let (folder, prefix) = (place.deletingLastPathComponent(), "\(place.lastPathComponent)-")
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix(prefix) && Int32($0.dropFirst(prefix.count)) != nil }
      .map { folder.appending(path: $0).path }
      .map { (try? files.attributesOfItem(atPath: $0)[.modificationDate] as? Date, $0) }
      .sorted { ($0.0 ?? .distantPast, $0.1) < ($1.0 ?? .distantPast, $1.1) }.map(\.1)
  }

  /// Turns the journal of an ended process into a script.
  ///
  /// The journal is locked meanwhile, and the script gets an unused name. So if two programs start at once, one of them
  /// takes the journal, and none is lost.
  ///
  /// - Returns: The script, without a file if it has no statements; `nil` if the process is alive, the journal is
  ///   empty, or another program takes it.
  private static func take(_ path: String, at place: URL) -> (file: URL?, text: String)? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { Foundation.close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      let text = try? String(contentsOfFile: path, encoding: .utf8)
    else { return nil }
    guard statements(in: text) > 0 else {
      _ = unsafe unlink(path)
      return text.isEmpty ? nil : (nil, text)
    }
    var number = scripts(at: place).last ?? 0
    while true {
      number += 1
      let file = place.deletingLastPathComponent().appending(path: name(at: place, number))
      if unsafe link(path, file.path) == 0 {
        _ = unsafe unlink(path)
        return (file, text)
      }
      guard errno == EEXIST else { return nil }
    }
  }

  /// Returns the number of statements that a script runs; 1 for a script that cannot be parsed, so that it is kept.
  private static func statements(in text: String) -> Int {
    text.isEmpty ? 0 : (try? ParsedText(text).statements.get())?.count ?? 1
  }

  /// Whether a script contains information even without a statement.
  private static func tellsAnything(_ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      [mark, cutShort, lesson].contains { line.hasPrefix($0) }
    }
  }

  /// Returns the lines that begin with a mark, without the mark.
  static func lines(_ mark: String, in text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
  }

  private static func read(
    _ text: String, _ file: URL?, earlier: Int, _ removed: Int
  ) -> LeftOver {
    let ended = lines(mark, in: text)
    return LeftOver(
      file: file, count: statements(in: text),
      last: ended.isEmpty ? nil : ended.joined(separator: "\n"),
      cutShort: lines(cutShort, in: text), isCut: text.contains(rest),
      hasLessons: !lines(lesson, in: text).isEmpty,
      earlier: earlier, removed: removed)
  }
}
