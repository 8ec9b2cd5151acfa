public import Foundation

extension Journal {
  /// The statements that a session has left when its program ended.
  public struct LeftOver: Sendable, Equatable {
    /// The script, without the statement in which it ended.
    ///
    /// One without a statement is not kept: then it is the newest script of an earlier session, if there is one.
    public let file: URL?
    /// The number of statements in it.
    public let count: Int
    /// The statement in which the program ended; `nil` when it ended between two.
    public let last: String?
    /// The statements that a person has cut short after they had changed something; the script runs none of them.
    public let cutShort: [String]
    /// Whether the journal was full, so that there were more statements.
    public let isCut: Bool
    /// Whether lessons went on in it, of which the script runs nothing.
    public let hasLessons: Bool
    /// The number of scripts of earlier sessions that were never loaded.
    public let earlier: Int
    /// The number of scripts that were removed now, since there were too many.
    public let removed: Int
  }

  /// The number of scripts that are kept until they are loaded.
  public nonisolated static let mostScripts = 20

  /// Takes the journals that processes have left, and answers with the newest one.
  ///
  /// Each becomes a script of its own, `NAME-left-3` say, which stays until `:load` has run it to its end; of more than
  /// ``mostScripts`` the oldest are removed, and one without a statement is not kept. What was taken once is not
  /// answered again.
  ///
  /// - Parameter place: The place of journals.
  /// - Returns: What the newest one holds; `nil` when no process has left one.
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

  /// Whether a file is a script that is kept at a place.
  static func isScript(_ file: URL, at place: URL) -> Bool {
    let folders = [file, place].map { TextFile.located($0.deletingLastPathComponent().path) }
    return folders[0] == folders[1] && number(ofScript: file.lastPathComponent, at: place) != nil
  }

  private static func number(ofScript name: String, at place: URL) -> Int? {
    let prefix = place.lastPathComponent + left
    guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) else { return nil }
    // Others were not written here, and there has to be a number behind each.
    return (1...mostNumbers).contains(number) ? number : nil
  }

  private static let left = "-left-"
  private nonisolated static let mostNumbers = 1_000_000_000

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
  /// - Returns: The script, without a file when no statement is in it; `nil` when the process lives, nothing is in the
  ///   journal, or another program has it.
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

  /// The number of statements that a script runs; one that cannot be parsed has one, so that it is kept.
  private static func statements(in text: String) -> Int {
    text.isEmpty ? 0 : (try? ParsedText(text).statements.get())?.count ?? 1
  }

  /// Whether a script tells something even without a statement.
  private static func tellsAnything(_ text: String) -> Bool {
    text.split(separator: "\n").contains { line in
      [mark, cutShort, lesson].contains { line.hasPrefix($0) }
    }
  }

  /// The lines with a mark at their beginning, without it.
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
