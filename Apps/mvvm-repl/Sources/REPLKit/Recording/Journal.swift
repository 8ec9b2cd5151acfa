public import Foundation

/// The statements of a running session on disk, so that a program that crashes loses none of them.
///
/// The file is a script for `:load` at any time. The running statement is a comment at its end, because it may be the
/// one that ends the program. Statements that failed and changed nothing are also comments, and so are interrupted
/// statements and those of lessons, which have their own workspace. Secrets are masked as in recordings.
///
/// The file has mode 0600. A session that ends well removes it; a session that continues in a rebuilt program continues
/// it. The process locks it, so that the next process recognizes the files that were left over. It has at most 1 MiB:
/// from the first statement that does not fit, nothing is stored, because later statements may depend on that one.
/// `onEnd` is called then.
@MainActor
public final class Journal {
  /// The reason why nothing more is stored.
  public enum End: Sendable, Equatable {
    /// The file has reached 1 MiB.
    case full
    /// The system refuses to write the file.
    case unwritable
  }

  /// Called once, when nothing more is stored.
  var onEnd: @MainActor (End) -> Void = { _ in }

  private static let limit = 1 << 20

  private let place: URL
  private let file: URL
  private var descriptor: Int32
  /// The completed statements.
  private var statements: [String] = []
  private var length = 0
  private var running: String?
  /// The number of statements that were searched for each text that turned out to be a secret.
  private var looked: [String: Int] = [:]
  /// Whether a statement was not stored, so that no later one is stored either.
  private(set) var hasEnded = false

  /// Creates the journal of this process, with the process's number after the path, or continues that of the previous
  /// program in this process; `nil` if the file cannot be written.
  public init?(_ file: URL, goesOn: Bool = false) {
    place = file
    self.file = URL(filePath: "\(file.path)-\(getpid())")
    try? FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    descriptor = unsafe open(self.file.path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    // Emptied after it is locked: a process with the same number, such as in another container, may be writing it.
    guard fchmod(descriptor, 0o600) == 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0,
      goesOn || ftruncate(descriptor, 0) == 0
    else {
      Foundation.close(descriptor)
      return nil
    }
    guard goesOn, let text = try? String(contentsOf: self.file, encoding: .utf8) else { return }
    // The previous program ended between two statements, so none is running.
    if !text.isEmpty { statements = [text.last == "\n" ? String(text.dropLast()) : text] }
    length = text.utf8.count
    hasEnded = text.hasSuffix(Self.rest)
  }

  /// Records that a statement begins, in its redacted form.
  func begin(_ statement: String) {
    running = statement
    writeRunning()
  }

  /// Records a completed statement, in its redacted form.
  func note(_ statement: String, _ keeping: Keeping) {
    begin(statement)
    end(keeping)
  }

  /// Records that the running statement continues in the background.
  func noteLeft() { running? += " &" }

  /// The form in which a statement is stored.
  enum Keeping {
    /// Unchanged, to be run again.
    case whole
    /// As a comment, because it failed and changed nothing.
    case failed
    /// As a comment, because a person interrupted it after a change, and it would now run longer than it did.
    case cutShort
    /// As a comment, because it belongs to a lesson.
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

  /// Masks stored statements in which a secret was discovered later.
  ///
  /// - Complexity: O(*n*) in the statements; without names, and for known texts, in those that were added since.
  func conceal(_ secrets: NewSecrets) {
    let texts = secrets.texts
    let first = secrets.names.isEmpty ? texts.map { looked[$0] ?? 0 }.min() ?? statements.count : 0
    for text in texts { looked[text] = statements.count }
    let masked = statements[first...].map(secrets.redacted)
    guard masked != Array(statements[first...]) else { return }
    let all = statements[..<first] + masked
    (length, statements) = (0, [])
    cut()
    for statement in all where !add(statement) { return end(.unwritable) }
    writeRunning()
  }

  /// Removes the journal of a session that has ended well.
  public func close() {
    guard descriptor >= 0 else { return }
    _ = unsafe unlink(file.path)
    Foundation.close(descriptor)
    descriptor = -1
  }

  /// Whether a file is the script of an earlier session that did not end well.
  func isLeftOver(_ path: String) -> Bool {
    Self.isScript(URL(filePath: TextFile.located(path)), at: place)
  }

  /// Removes the script of an earlier session whose statements have all run: this journal contains them now.
  func noteLoaded(_ path: String) {
    guard descriptor >= 0, !hasEnded, isLeftOver(path) else { return }
    _ = unsafe unlink(TextFile.located(path))
  }

  /// Appends a completed statement.
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

  /// Writes the running statement after the completed ones; of a very long statement only the beginning.
  private func writeRunning() {
    guard let running else { return }
    let isLong = length + running.utf8.count > Self.limit
    write(Self.comment(isLong ? running.clipped(to: 2_000) : running, Self.mark))
  }

  /// Removes what is after the completed statements.
  private func cut() { if descriptor >= 0 { ftruncate(descriptor, off_t(length)) } }

  /// Writes a text after the completed statements, in place of what was there.
  ///
  /// - Returns: The length in bytes; 0 if the text was not written.
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

  /// The prefix of each line of the statement in which a program ended.
  static let mark = "// ended in: "
  nonisolated static let failed = "// failed: "
  /// The prefix of each line of an interrupted statement.
  nonisolated static let cutShort = "// cut short: "
  /// The prefix of each line of a lesson's statement.
  nonisolated static let lesson = "// in a lesson: "
  /// The last line of a journal that was full.
  static let rest = "// What was typed from here on did not fit.\n"

  private static func comment(_ statement: String, _ mark: String) -> String {
    statement.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "\(mark)\($0)\n" }.joined()
  }
}
