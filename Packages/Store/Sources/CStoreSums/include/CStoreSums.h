// Checksums for the pages by which SQLite finds rows, kept in bytes that SQLite reserves at the end of a page.
#ifndef C_STORE_SUMS_H
#define C_STORE_SUMS_H

/// The bytes at the end of each page that hold its checksum.
#define STORE_SUMS_RESERVED 8

/// The mark of a store in SQLite's header ("MVST"); files without it pass through unchanged.
#define STORE_SUMS_APPLICATION_ID 0x4D565354

/// SQLite's result code for a page that is not what was written, `SQLITE_IOERR_DATA`.
static const int storeSumsDamage = 10 | (32 << 8);

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
