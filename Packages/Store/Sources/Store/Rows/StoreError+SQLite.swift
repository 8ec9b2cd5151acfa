internal import CStoreSums
import Foundation
internal import GRDB
internal import GRDBSQLite

extension StoreError {
  /// Converts an error of GRDB, the file system or a nested store call to a store error.
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

  /// Returns the text of a file system error; other errors, such as GRDB's decoding errors, may quote stored data.
  private static func words(of error: any Error) -> String {
    error is CocoaError || error is POSIXError ? "\(error)" : "\(type(of: error))"
  }

  init(sqlite code: Int32, message: String, path: String, cause: (any Error)? = nil) {
    let (kind, words): (Code, String) =
      switch code & 0xFF {
      case _ where Self.isPageDamage(code):
        (
          .damaged,
          "A page of \(path) does not have the content that was written. Delete the rows that verify() reports, "
            + "compact() the store if it reports none, or restore it from a backup or an export."
        )
      case SQLITE_BUSY, SQLITE_LOCKED:
        (.busy, "Another connection keeps \(path) locked. Try again, or raise the busy timeout.")
      case SQLITE_FULL: (.diskFull, "The disk that holds \(path) is full; the write was undone.")
      case SQLITE_CORRUPT:
        (.damaged, "The file \(path) is damaged. Restore it from a backup or an export.")
      case SQLITE_NOTADB:
        (.notAStore, "The file \(path) is not a store. Choose another path.")
      case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
        (.readOnly, "\(path) cannot be written. Check its permissions and its folder's.")
      case SQLITE_CANTOPEN:
        (.cannotOpen, "\(path) cannot be opened. Check that its folder exists and is accessible.")
      case SQLITE_IOERR: (.inputOutput, "Reading or writing \(path) failed.")
      case SQLITE_TOOBIG: (.tooLarge, "The value or identifier is larger than SQLite can hold.")
      case SQLITE_CONSTRAINT: (.constraint, "A constraint of a table is broken.")
      case SQLITE_MISUSE where message.contains("closed"): (.closed, Self.closed(path).message)
      default: (.database, "SQLite failed on \(path) with code \(code).")
      }
    let detail = message.isEmpty || kind == .closed ? "" : " (SQLite: \(message))"
    self.init(kind, words + detail, cause: cause)
  }

  /// Whether a page is not what was written; a damaged row has no cause.
  var isPageDamage: Bool {
    (cause as? DatabaseError).map { Self.isPageDamage($0.extendedResultCode.rawValue) } ?? false
  }

  private static func isPageDamage(_ code: Int32) -> Bool {
    code == storeSumsDamage || code == storeSumsDamageOfReader
  }

  static func closed(_ path: String) -> StoreError {
    StoreError(.closed, "The store at \(path) is closed. Open it again.")
  }
}
