/// An error of a store, with a code for programs and a message for people.
///
/// ```swift
/// do { try store.put(draft, id: "draft") } catch {
///   if error.code == .diskFull { askForSpace() }
/// }
/// ```
///
/// Neither `message` nor the description contains a stored value. They name files, tables and the identifiers of rows:
/// if these are secret or personal, log only the code.
public struct StoreError: Error, Sendable {
  /// The kind of failure.
  public let code: Code

  /// The problem and its remedy, in one or two sentences.
  public let message: String

  /// The underlying error, if another layer reported one.
  public let cause: (any Error)?

  /// Creates an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }
}

extension StoreError {
  /// The kinds of failure that a caller may want to distinguish.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The name cannot be used for a store or a table.
    case invalidName
    /// The table does not exist, or was dropped while a handle to it was still in use.
    case noSuchTable
    /// The table is a cache but plain values were expected, or the reverse.
    case wrongTableKind
    /// The store, snapshot or transaction was used after it had been closed.
    case closed
    /// An error of reading, or a `ROLLBACK` of its closure, has ended a snapshot before the closure returned; read again.
    case snapshotEnded
    /// The file could not be opened or created.
    case cannotOpen
    /// The file is not a store.
    case notAStore
    /// The file was written by a newer version of the application or of this library.
    case newerFile
    /// A stored row or the file itself does not have the content that was written.
    case damaged
    /// The stored value is intact but does not have the requested type.
    case wrongType
    /// The value could not be encoded.
    case unencodable
    /// Another connection held the file longer than the busy timeout.
    case busy
    /// The disk is full; nothing of the failed write remains.
    case diskFull
    /// The store was opened read-only, or the file system refuses writing.
    case readOnly
    /// The operating system reported a failure while reading or writing.
    case inputOutput
    /// A value or an identifier is larger than SQLite can hold.
    case tooLarge
    /// The store was used inside its own `read` or `write` closure instead of the closure's argument.
    case reentrant
    /// A migration failed; the file is unchanged.
    case migrationFailed
    /// A line of an import does not have the format of an export.
    case malformedImport
    /// A row of the application's own tables breaks a constraint that the table declares.
    case constraint
    /// SQLite reported an error that has no specific code here.
    case database
  }
}

extension StoreError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The code and the message.
  public var description: String { "\(code.rawValue): \(message)" }

  /// The description; a cause is left out, because it may quote stored values.
  public var debugDescription: String { description }
}
