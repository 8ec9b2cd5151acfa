internal import Foundation

/// The encoding of a row's value; the raw values are stored in the file.
enum ValueFormat: Int64, Sendable {
  /// UTF-8 JSON of format 1: dates are seconds since 2001; infinite numbers and NaN are words.
  case legacyJSON = 0
  /// Raw bytes.
  case bytes = 1
  /// UTF-8 JSON in the form that Models writes; the top level may be any JSON value.
  case json = 2
}

/// A row of the file, verified against its checksum.
struct StoredRow: Sendable {
  var id: String
  var format: ValueFormat
  var created: Int64
  var updated: Int64
  var expires: Int64?
  var checksum: UInt64
  var value: Data
}

extension StoredRow {
  /// The columns of every row query, in the order in which `init` reads them.
  ///
  /// The value is the last column of the table, so that reading the other columns touches no overflow page.
  static let columns = "format, created, updated, expires, checksum, created_checksum, value"

  /// Reads and verifies the current row of `statement`; reads `id` from column 7 unless it is given.
  init(_ statement: PreparedStatement, table: TableIdentity, id known: String?) throws {
    let id = known ?? statement.text(7)
    let format = statement.int(0)
    let created = statement.int(1)
    let updated = statement.int(2)
    let expires = statement.optionalInt(3)
    let checksum = UInt64(bitPattern: statement.int(4))
    var utf8 = id
    let seeds = utf8.withUTF8 { utf8 in
      let raw = UnsafeRawBufferPointer(utf8)
      return (
        row: unsafe Self.seed(
          table: table.key, id: raw, format: format, updated: updated, expires: expires),
        created: unsafe Self.createdChecksum(table: table.key, id: raw, created: created)
      )
    }
    let intact = unsafe statement.withBytes(6) { bytes in
      unsafe Checksum.hash(bytes, seed: seeds.row) == checksum
    }
    guard intact, UInt64(bitPattern: statement.int(5)) == seeds.created,
      let format = ValueFormat(rawValue: format)
    else { throw StoreError.damaged(id: id, table: table.name) }
    self.init(
      id: id, format: format, created: created, updated: updated, expires: expires,
      checksum: checksum, value: statement.data(6))
  }

  /// Returns the seed for hashing the value: a hash of the other columns that the row's checksum covers.
  static func seed(
    table: Int64, id: UnsafeRawBufferPointer, format: Int64, updated: Int64, expires: Int64?
  ) -> UInt64 {
    var seed = Checksum.fold(table, into: 0)
    seed = Checksum.fold(format, into: seed)
    seed = Checksum.fold(updated, into: seed)
    seed = Checksum.fold(expires ?? .min, into: seed)
    return unsafe Checksum.hash(id, seed: seed)
  }

  /// Returns the separate checksum of the creation time; an overwrite keeps this time without reading it.
  static func createdChecksum(
    table: Int64, id: UnsafeRawBufferPointer, created: Int64
  ) -> UInt64 {
    unsafe Checksum.hash(id, seed: Checksum.fold(created, into: Checksum.fold(table, into: 1)))
  }

  func isExpired(at now: Int64) -> Bool {
    expires.map { $0 <= now } ?? false
  }
}

extension StoreError {
  static func damaged(id: String, table: String) -> StoreError {
    StoreError(
      .damaged,
      "The row \(id.debugDescription) of table \(table.debugDescription) does not have the content "
        + "that was written. Delete it, or restore the store from a backup or an export.")
  }
}

/// The key of a table, which never changes and is not reused after a drop, and its name for messages.
struct TableIdentity: Sendable, Hashable {
  var key: Int64
  var name: String

  /// The default table, which every file has and which cannot be dropped.
  static let `default` = TableIdentity(key: 1, name: "default")
}

extension Date {
  /// The store's unit of time: microseconds since 1970; a date out of range becomes the minimum or maximum.
  var microseconds: Int64 {
    let value = (timeIntervalSince1970 * 1_000_000).rounded()
    return Int64(exactly: value) ?? (value < 0 ? .min : .max)
  }

  init(microseconds: Int64) {
    self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  }
}

extension Duration {
  /// The whole microseconds, rounded towards zero and limited to the store's range of times.
  var microseconds: Int64 {
    // `components` traps if the duration has too many seconds.
    guard self < .microseconds(Int64.max) else { return .max }
    guard self > .microseconds(Int64.min) else { return .min }
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
