internal import CStoreSums
import Foundation
internal import GRDB
internal import GRDBSQLite

extension StoreError {
  /// Names a failure that came out of GRDB, the file system or a nested store call.
  static func wrapping(_ error: any Error, at path: String) -> StoreError {
    switch error {
    case let error as StoreError: error
    case let error as DatabaseError:
      StoreError(
        sqlite: error.extendedResultCode.rawValue, message: error.message ?? "", path: path,
        cause: error)
    default:
      StoreError(.inputOutput, "The store at \(path) failed: \(words(of: error)).", cause: error)
    }
  }

  /// The text of a failure of the file system; others', such as that of GRDB's decoding, may quote what is stored.
  private static func words(of error: any Error) -> String {
    error is CocoaError || error is POSIXError ? "\(error)" : "\(type(of: error))"
  }

  /// Names a SQLite result code.
  init(sqlite code: Int32, message: String, path: String, cause: (any Error)? = nil) {
    let detail = message.isEmpty ? "" : " (SQLite: \(message))"
    switch code & 0xFF {
    case _ where code == storeSumsDamage:
      self.init(
        .damaged,
        "A page of \(path) does not have the content that was written. Restore it from a backup or an "
          + "export.\(detail)", cause: cause)
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(
        .busy,
        "Another connection keeps \(path) locked. Try again, or raise the busy timeout.\(detail)",
        cause: cause)
    case SQLITE_FULL:
      self.init(
        .diskFull, "The disk that holds \(path) is full; the write was undone.\(detail)",
        cause: cause)
    case SQLITE_CORRUPT:
      self.init(
        .damaged,
        "The file \(path) is damaged. Restore it from a backup or an export.\(detail)",
        cause: cause)
    case SQLITE_NOTADB:
      self.init(
        .notAStore, "The file \(path) is not a store and was left untouched.\(detail)",
        cause: cause)
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      self.init(
        .readOnly, "\(path) cannot be written. Check its permissions and its folder's.\(detail)",
        cause: cause)
    case SQLITE_CANTOPEN:
      self.init(
        .cannotOpen,
        "\(path) cannot be opened. Check that its folder exists and is accessible.\(detail)",
        cause: cause)
    case SQLITE_IOERR:
      self.init(
        .inputOutput, "Reading or writing \(path) failed.\(detail)", cause: cause)
    case SQLITE_TOOBIG:
      self.init(
        .tooLarge, "The value or identifier is larger than SQLite can hold.\(detail)",
        cause: cause)
    case SQLITE_CONSTRAINT:
      self.init(.constraint, "A constraint of a table is broken.\(detail)", cause: cause)
    case SQLITE_MISUSE where message.contains("closed"):
      self.init(.closed, "The store at \(path) is closed. Open it again.", cause: cause)
    default:
      self.init(.database, "SQLite failed on \(path) with code \(code).\(detail)", cause: cause)
    }
  }

  static func closed(_ path: String) -> StoreError {
    StoreError(.closed, "The store at \(path) is closed. Open it again.")
  }
}
