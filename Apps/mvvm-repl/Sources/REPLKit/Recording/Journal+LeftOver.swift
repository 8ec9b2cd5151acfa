public import Foundation

extension Journal {
  /// The statements that a session has left when its program ended.
  public struct LeftOver: Sendable, Equatable {
    /// The script, without the statement in which it ended.
    public let file: URL
    /// The number of statements in it.
    public let count: Int
    /// The statement in which the program ended; `nil` when it ended between two.
    public let last: String?
    /// Whether the journal was full, so that there were more statements.
    public let isCut: Bool
    /// Whether lessons went on in it, of which the script runs nothing.
    public let hasLessons: Bool
    /// The number of scripts of earlier sessions that were never loaded, without those that were removed now.
    public let earlier: Int
    /// The number of scripts that were removed now, since there were too many.
    public let removed: Int
  }

  /// The number of scripts that are kept until they are loaded.
  public nonisolated static let mostScripts = 20

  /// Takes the journals that processes have left, and answers with the newest one.
  ///
  /// Each becomes a script of its own, `NAME-left-3` say, which stays until `:load` has run it to its end; of more than
  /// ``mostScripts`` the oldest are removed. What was taken once is not answered again.
  ///
  /// - Parameter place: The place of journals.
  /// - Returns: What the newest one holds; `nil` when no process has left one.
  public static func leftOver(at place: URL) -> LeftOver? {
    let folder = place.deletingLastPathComponent()
    var newest: (file: URL, text: String)?
    for path in journals(at: place) {
      if let taken = take(path, at: place) { newest = taken }
    }
    guard let newest else { return nil }
    var numbers = scripts(at: place)
    var removed = 0
    while numbers.count > mostScripts {
      let file = folder.appending(path: name(at: place, numbers.removeFirst()))
      if unsafe unlink(file.path) == 0 { removed += 1 }
    }
    return read(newest.text, newest.file, earlier: max(0, numbers.count - 1), removed)
  }

  /// Whether a file is a script that is kept at a place.
  static func isScript(_ file: URL, at place: URL) -> Bool {
    let folders = [file, place].map { TextFile.located($0.deletingLastPathComponent().path) }
    return folders[0] == folders[1] && number(ofScript: file.lastPathComponent, at: place) != nil
  }

  private static func number(ofScript name: String, at place: URL) -> Int? {
    let prefix = place.lastPathComponent + left
    return name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
  }

  private static let left = "-left-"

  private static func name(at place: URL, _ number: Int) -> String {
    "\(place.lastPathComponent)\(left)\(number)"
  }

  /// The numbers of the scripts that are kept at a place, the oldest first.
  private static func scripts(at place: URL) -> [Int] {
    let folder = place.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.compactMap { number(ofScript: $0, at: place) }.sorted()
  }

  /// The paths of the journals of processes at a place, the one that was written last at the end.
  private static func journals(at place: URL) -> [String] {
    let (folder, prefix) = (place.deletingLastPathComponent(), "\(place.lastPathComponent)-")
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix(prefix) && Int32($0.dropFirst(prefix.count)) != nil }
      .map { folder.appending(path: $0).path }
      .map { (try? files.attributesOfItem(atPath: $0)[.modificationDate] as? Date, $0) }
      .sorted { ($0.0 ?? .distantPast, $0.1) < ($1.0 ?? .distantPast, $1.1) }.map(\.1)
  }

  /// Makes a script of the journal of a process that has ended.
  ///
  /// It is locked meanwhile, and given a name that no other file has, so that of two programs that start at once one
  /// takes it and none is lost.
  ///
  /// - Returns: The script; `nil` when the process lives, nothing is in the journal, or another program has it.
  private static func take(_ path: String, at place: URL) -> (file: URL, text: String)? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { Foundation.close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      let text = try? String(contentsOfFile: path, encoding: .utf8)
    else { return nil }
    guard !text.isEmpty else {
      _ = unsafe unlink(path)
      return nil
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

  private static func read(
    _ text: String, _ file: URL, earlier: Int, _ removed: Int
  ) -> LeftOver {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let ended = lines.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    return LeftOver(
      file: file, count: (try? ParsedText(text).statements.get())?.count ?? 0,
      last: ended.isEmpty ? nil : ended.joined(separator: "\n"), isCut: text.contains(rest),
      hasLessons: lines.contains { $0.hasPrefix(lesson) },
      earlier: earlier, removed: removed)
  }
}
