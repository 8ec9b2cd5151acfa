public import Foundation

/// The statements of a running session on disk, so that a program that ends by a mistake of its own loses none.
///
/// The file is a script for `:load` at any time: the statement that runs is a comment at its end, since it may be
/// the one that ends the program. Comments, too, are those that failed and changed nothing, those that a person has cut
/// short, and those of lessons, which have a desk of their own. It has mode 0600, and secrets are masked in it as in recordings. A session that ends well removes it; one that goes on in a
/// program that was built anew goes on with it. Its process has it locked, so the next one knows which files are left
/// over.
///
/// It is a mebibyte at most. From the first statement that does not fit nothing is kept, since what follows may be about
/// what that one made; `onEnd` is called then.
@MainActor
public final class Journal {
  /// Why nothing more is kept.
  public enum End: Sendable, Equatable {
    /// It is a mebibyte.
    case full
    /// The system refuses to write it.
    case unwritable
  }

  /// Called once, when nothing more is kept.
  var onEnd: @MainActor (End) -> Void = { _ in }

  private static let limit = 1 << 20

  private let place: URL
  private let file: URL
  private var descriptor: Int32
  /// The statements that are over.
  private var statements: [String] = []
  private var length = 0
  private var running: String?
  /// The number of statements that have been looked at for each text that turned out to be a secret.
  private var looked: [String: Int] = [:]
  /// Whether something was not kept, so that nothing behind it is.
  private(set) var hasEnded = false

  /// Begins the journal of this process, or goes on with that of the program before it in the same process; `nil` when its
  /// file, to whose place the process's number is added, cannot be written.
  public init?(_ file: URL, goesOn: Bool = false) {
    place = file
    self.file = URL(filePath: "\(file.path)-\(getpid())")
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    descriptor = unsafe open(self.file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    // Emptied once it is locked: a process of the same number, in another container say, may be writing it.
    guard fchmod(descriptor, 0o600) == 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      goesOn || ftruncate(descriptor, 0) == 0
    else {
      Foundation.close(descriptor)
      return nil
    }
    guard goesOn, let text = try? String(contentsOf: self.file, encoding: .utf8) else { return }
    // It ended between two statements: none runs.
    if !text.isEmpty { statements = [text.last == "\n" ? String(text.dropLast()) : text] }
    length = text.utf8.count
    hasEnded = text.hasSuffix(Self.rest)
  }

  /// Notes that a statement begins, as it may be kept.
  func begin(_ statement: String) {
    running = statement
    writeRunning()
  }

  /// Notes a statement that is over, as it is kept.
  func note(_ statement: String, _ keeping: Keeping) {
    begin(statement)
    end(keeping)
  }

  /// Notes that the statement goes on in the background.
  func noteLeft() { running? += " &" }

  /// How a statement is kept.
  enum Keeping {
    /// As it is, to be run again.
    case whole
    /// As a comment: it failed and changed nothing.
    case failed
    /// As a comment: a person has cut it short after it had changed something. It would run longer than it did.
    case cutShort
    /// As a comment: it is a lesson's.
    case ofLesson

    fileprivate var mark: String? {
      switch self {
      case .whole: nil
      case .failed: Journal.failed
      case .cutShort: Journal.cutShort
      case .ofLesson: Journal.lesson
      }
    }
  }

  /// Notes that the statement is over.
  func end(_ keeping: Keeping) {
    guard let statement = running else { return }
    running = nil
    keep(keeping.mark.map { String(Self.comment(statement, $0).dropLast()) } ?? statement)
  }

  private func keep(_ statement: String) {
    guard !hasEnded else { return cut() }
    guard length + statement.utf8.count + Self.rest.utf8.count < Self.limit else {
      add(String(Self.rest.dropLast()))
      return end(.full)
    }
    if !add(statement) { end(.unwritable) }
  }

  private func end(_ reason: End) {
    guard !hasEnded else { return }
    hasEnded = true
    onEnd(reason)
  }

  /// Masks statements in which a secret was found out later.
  ///
  /// - Complexity: O(*n*) in the statements; for no names, and texts that it knows, in those that were added since.
  func conceal(_ names: Set<String>, _ texts: Set<String>, _ redaction: Redaction) {
    let tells = ByteSearch(names.union(texts))
    let first = names.isEmpty ? texts.map { looked[$0] ?? 0 }.min() ?? statements.count : 0
    for text in texts { looked[text] = statements.count }
    let masked = statements[first...].map { statement in
      tells.isFound(in: statement) ? redaction.redacted(ParsedText(statement)) : statement
    }
    guard masked != Array(statements[first...]) else { return }
    let all = statements[..<first] + masked
    (length, statements) = (0, [])
    cut()
    for statement in all where !add(statement) { return end(.unwritable) }
    writeRunning()
  }

  /// Ends the journal of a session that has ended well.
  public func close() {
    guard descriptor >= 0 else { return }
    _ = unsafe unlink(file.path)
    Foundation.close(descriptor)
    descriptor = -1
  }

  /// Whether a file is a script of an earlier session that has not ended well.
  func isLeftOver(_ path: String) -> Bool {
    Self.isScript(URL(filePath: TextFile.located(path)), at: place)
  }

  /// Removes a script of an earlier session of which every statement went through: they are in this journal now.
  func noteLoaded(_ path: String) {
    guard descriptor >= 0, !hasEnded, isLeftOver(path) else { return }
    _ = unsafe unlink(TextFile.located(path))
  }

  /// Puts a statement behind those that are over.
  ///
  /// - Returns: Whether it was written.
  @discardableResult
  private func add(_ statement: String) -> Bool {
    let count = write(statement + "\n")
    guard count > 0 else { return false }
    statements.append(statement)
    length += count
    return true
  }

  /// Shows the statement that runs behind those that are over: the beginning of one that is very long.
  private func writeRunning() {
    guard let running else { return }
    let isLong = length + running.utf8.count > Self.limit
    write(Self.comment(isLong ? running.clipped(to: 2_000) : running, Self.mark))
  }

  /// Takes away what is behind the statements that are over.
  private func cut() { if descriptor >= 0 { ftruncate(descriptor, off_t(length)) } }

  /// Puts a text behind the statements that are over, in the place of what was there.
  ///
  /// - Returns: Its length in bytes; 0 when it was not written.
  @discardableResult
  private func write(_ text: String) -> Int {
    guard descriptor >= 0 else { return 0 }
    let bytes = Array(text.utf8)
    cut()
    let written = unsafe bytes.withUnsafeBytes { bytes in
      unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(length))
    }
    if written == bytes.count { return written }
    cut()
    return 0
  }

  /// The beginning of a line that is a part of the statement in which a program ended.
  static let mark = "// ended in: "
  nonisolated static let failed = "// failed: "
  /// The beginning of a line that is a part of a statement that was cut short.
  nonisolated static let cutShort = "// cut short: "
  /// The beginning of a line that is a part of a lesson's statement.
  nonisolated static let lesson = "// in a lesson: "
  /// The last line of a journal that was full.
  static let rest = "// What was typed from here on did not fit.\n"

  private static func comment(_ statement: String, _ mark: String) -> String {
    statement.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "\(mark)\($0)\n" }.joined()
  }
}
