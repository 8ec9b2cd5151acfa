public import Foundation

/// The statements of a running session on disk, so that a program that ends by a mistake of its own loses none.
///
/// The file is a script for `:load` at any time: the statement that runs is a comment at its end, since it may be
/// the one that ends the program, and those that failed are comments, for the script would stop at them. It has mode 0600, and secrets are masked in it as in recordings. A session that
/// ends well removes it; one that goes on in a program that was built anew goes on with it. Its process has it
/// locked, so the next one knows which files are left over.
///
/// It is a mebibyte at most: what comes then is not kept.
@MainActor
public final class Journal {
  /// The statements that a session has left when its program ended.
  public struct LeftOver: Sendable, Equatable {
    /// The script, without the statement in which it ended.
    public let file: URL
    /// The number of statements in it.
    public let count: Int
    /// The statement in which the program ended; `nil` when it ended between two.
    public let last: String?
  }

  private static let limit = 1 << 20

  private let file: URL
  private var descriptor: Int32
  /// The statements that are over.
  private var statements: [String] = []
  private var length = 0
  private var running: String?

  /// Begins the journal of this process; `nil` when its file cannot be written.
  ///
  /// - Parameters:
  ///   - file: The place of journals; the process's number is added.
  ///   - goesOn: Whether the program before, of the same process, has begun it.
  public init?(_ file: URL, goesOn: Bool = false) {
    self.file = URL(filePath: "\(file.path)-\(getpid())")
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let way = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (goesOn ? 0 : O_TRUNC)
    descriptor = unsafe open(self.file.path, way, 0o600)
    guard descriptor >= 0 else { return nil }
    guard fchmod(descriptor, 0o600) == 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      Foundation.close(descriptor)
      return nil
    }
    guard goesOn, let text = try? String(contentsOf: self.file, encoding: .utf8) else { return }
    // It ended between two statements: none runs.
    if !text.isEmpty { statements = [text.last == "\n" ? String(text.dropLast()) : text] }
    length = text.utf8.count
  }

  /// Notes that a statement begins, as it may be kept.
  func begin(_ statement: String) {
    running = statement
    write(Self.comment(statement, Self.mark))
  }

  /// Notes that the statement goes on in the background.
  func noteLeft() { running? += " &" }

  /// Notes that the statement is over.
  func end(hasFailed: Bool) {
    guard var statement = running else { return }
    running = nil
    if hasFailed {
      statement = String(Self.comment(statement, Self.failed).dropLast())
    }
    let count = write(statement + "\n")
    guard count > 0 else { return }
    statements.append(statement)
    length += count
  }

  /// Masks statements in which a secret was found out later.
  func conceal(_ name: String, _ redaction: Redaction) {
    let masked = statements.map { statement in
      statement.contains(name) ? redaction.redacted(ParsedText(statement)) : statement
    }
    guard masked != statements else { return }
    length = 0
    statements = masked
    length = write(masked.map { "\($0)\n" }.joined())
    if let running { write(Self.comment(running, Self.mark)) }
  }

  /// Ends the journal of a session that has ended well.
  public func close() {
    guard descriptor >= 0 else { return }
    _ = unsafe unlink(file.path)
    Foundation.close(descriptor)
    descriptor = -1
  }

  /// Puts a text behind the statements that are over, in the place of what was there.
  ///
  /// - Returns: Its length in bytes; 0 when it was not written.
  @discardableResult
  private func write(_ text: String) -> Int {
    let bytes = Array(text.utf8)
    guard descriptor >= 0, length + bytes.count <= Self.limit else { return 0 }
    ftruncate(descriptor, off_t(length))
    let written = unsafe bytes.withUnsafeBytes { bytes in
      unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(length))
    }
    return written == bytes.count ? written : 0
  }

  private static let mark = "// ended in: "
  private static let failed = "// failed: "

  private static func comment(_ statement: String, _ mark: String) -> String {
    statement.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "\(mark)\($0)\n" }.joined()
  }
}

extension Journal {
  /// Takes the newest journal that a process has left, and removes those that are older.
  ///
  /// - Parameter file: The place of journals.
  /// - Returns: What it holds; `nil` when no process has left one.
  public static func leftOver(at file: URL) -> LeftOver? {
    let (folder, name) = (file.deletingLastPathComponent(), file.lastPathComponent)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let kept = "\(name)-last"
    var newest: (path: String, date: Date)?
    for found in names where found.hasPrefix("\(name)-") && found != kept {
      guard Int32(found.dropFirst(name.count + 1)) != nil else { continue }
      let path = folder.appending(path: found).path
      guard let date = dateIfLeft(path) else { continue }
      if let newest, newest.date >= date {
        _ = unsafe unlink(path)
      } else {
        if let newest { _ = unsafe unlink(newest.path) }
        newest = (path, date)
      }
    }
    guard let newest else { return nil }
    let place = folder.appending(path: kept)
    guard unsafe rename(newest.path, place.path) == 0,
      let text = try? String(contentsOf: place, encoding: .utf8)
    else { return nil }
    return read(text, place)
  }

  /// The date of a file that no process has locked.
  private static func dateIfLeft(_ path: String) -> Date? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { Foundation.close(descriptor) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
    return try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  private static func read(_ text: String, _ place: URL) -> LeftOver? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let ended = lines.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
    let last = ended.isEmpty ? nil : ended.joined(separator: "\n")
    let count = (try? ParsedText(text).statements.get())?.count ?? 0
    guard count > 0 || last != nil else {
      _ = unsafe unlink(place.path)
      return nil
    }
    return LeftOver(file: place, count: count, last: last)
  }
}
