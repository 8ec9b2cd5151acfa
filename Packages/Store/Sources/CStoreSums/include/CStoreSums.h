// Checksums for the pages of a store, kept in bytes that SQLite reserves at the end of each page.
#ifndef C_STORE_SUMS_H
#define C_STORE_SUMS_H

/// The bytes at the end of each page that hold its checksum.
#define STORE_SUMS_RESERVED 8

/// The mark of a store in SQLite's header ("MVST"); files without it pass through unchanged.
#define STORE_SUMS_APPLICATION_ID 0x4D565354

/// What a connection compares with checksums, from least to most.
typedef enum StoreSumsChecks {
  /// Nothing: for copies of what was verified.
  StoreSumsNone,
  /// The trees that lead to rows, and where chains of overflow pages and free pages continue.
  StoreSumsTrustRows,
  /// All pages but the leaves with rows: for connections that only read.
  StoreSumsForReading,
  /// All pages: for the connection that writes.
  StoreSumsAll
} StoreSumsChecks;

/// The file control that exchanges a connection's `StoreSumsChecks`.
#define STORE_SUMS_CHECKS 0x4D565354

/// The file control after which a connection writes and compares checksums, whatever the file's own header says.
#define STORE_SUMS_BEGIN 0x4D565355

/// SQLite's result code for a page that is not what was written, `SQLITE_IOERR_DATA`: SQLite undoes the transaction.
static const int storeSumsDamage = 10 | (32 << 8);

/// The code on a connection that only reads, `SQLITE_CORRUPT` with a number of ours: SQLite keeps the transaction, so
/// that a snapshot stays in its state.
static const int storeSumsDamageOfReader = 11 | (32 << 8);

/// Makes connections that are opened from now on check their pages, until `storeSumsEnd`. Calls nest.
///
/// Returns a SQLite result code.
int storeSumsBegin(void);

/// Ends what `storeSumsBegin` began; connections that were opened between the two keep checking.
void storeSumsEnd(void);

struct sqlite3;

/// Sets whether the connection leaves a write-ahead log as it is when it is closed.
void storeSumsKeepLog(struct sqlite3 *database, int keeps);

#endif
