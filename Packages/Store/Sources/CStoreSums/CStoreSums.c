// A SQLite VFS over the default one, in C because it is made of C function pointers and of file
// structures that SQLite allocates.
//
// A row carries a checksum of its own, but the pages that lead to it do not: one flipped bit in an
// index, and a row is silently missing. So pages of indexes and the inner pages of tables end in a
// checksum, which is written when SQLite writes the page to the file, and compared when it reads the
// page from there. A page that differs is an SQLITE_IOERR_DATA. The write-ahead log has checksums
// already. Leaves of tables and overflow pages are left to the checksums of their rows, so that one
// damaged row can be told, and deleted, alone.
//
// The last byte of a page repeats its kind: a flipped bit in either of the two is noticed.
#include "CStoreSums.h"

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

typedef struct SumsFile {
  sqlite3_file base;
  sqlite3_file *real;
  int isDatabase;
  /// Whether the file's own header says that it is a store with reserved bytes; that never ends.
  int hasSums;
} SumsFile;

static sqlite3_vfs sumsVFS;
static sqlite3_vfs *realVFS;
/// The default that the application had chosen.
static sqlite3_vfs *replacedVFS;
static int openers;

#define REAL(file) (((SumsFile *)(file))->real)
#define METHODS(file) (REAL(file)->pMethods)

// MARK: Checksums

// Places in SQLite's header. The journal mode, the change counter and the versions change with any program
// that opens the file, and are not part of the checksum.
enum {
  headerSize = 100, journalModeAt = 18, reservedAt = 20, changeCounterAt = 24, applicationIDAt = 68,
  idSize = 4, versionsAt = 92
};

static void noteHeader(SumsFile *sums, const unsigned char *header) {
  static const unsigned char id[idSize] = {
      (STORE_SUMS_APPLICATION_ID >> 24) & 255, (STORE_SUMS_APPLICATION_ID >> 16) & 255,
      (STORE_SUMS_APPLICATION_ID >> 8) & 255, STORE_SUMS_APPLICATION_ID & 255};
  if (header[reservedAt] == STORE_SUMS_RESERVED && !memcmp(header + applicationIDAt, id, idSize))
    sums->hasSums = 1;
}

/// Whether a read or write is that of a whole page; SQLite's sizes are powers of two.
static int isPage(int count, sqlite3_int64 offset) {
  return count >= 512 && (count & (count - 1)) == 0 && offset % count == 0;
}

/// An index's inner page, a table's inner page, or an index's leaf.
static int isTree(unsigned char kind) { return kind == 2 || kind == 5 || kind == 10; }

static uint64_t mixed(uint64_t hash, const unsigned char *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
  hash = (hash ^ word) * 0x9E3779B185EBCA87u;
  return hash ^ (hash >> 29);
}

/// A hash of the page without its last eight bytes, and of its place. Four lanes, so that the
/// multiplications of one need not wait for those of another. Every step can be undone, so that a
/// single changed word always changes its lane.
static uint64_t checksum(const unsigned char *page, int count, sqlite3_int64 offset) {
  int end = count - STORE_SUMS_RESERVED;
  int place = 0;
  uint64_t lanes[4] = {(uint64_t)offset, 1, 2, 3};
  if (offset == 0) {
    unsigned char header[128];
    memcpy(header, page, sizeof header);
    memset(header + journalModeAt, 0, 2);
    memset(header + changeCounterAt, 0, 4);
    memset(header + versionsAt, 0, 8);
    for (; place < (int)sizeof header; place += 32)
      for (int lane = 0; lane < 4; lane++)
        lanes[lane] = mixed(lanes[lane], header + place + 8 * lane);
  }
  for (; place + 32 <= end; place += 32)
    for (int lane = 0; lane < 4; lane++)
      lanes[lane] = mixed(lanes[lane], page + place + 8 * lane);
  for (; place < end; place += 8) lanes[0] = mixed(lanes[0], page + place);
  uint64_t hash = 0;
  for (int lane = 0; lane < 4; lane++) {
    unsigned char bytes[8];
    memcpy(bytes, &lanes[lane], sizeof bytes);
    hash = mixed(hash, bytes);
  }
  return hash ^ (hash >> 32);
}

/// The eight bytes that belong at the end of the page.
static void makeTrailer(
    unsigned char trailer[STORE_SUMS_RESERVED], const unsigned char *page, int count,
    sqlite3_int64 offset) {
  unsigned char kind = page[offset == 0 ? headerSize : 0];
  uint64_t sum = offset == 0 || isTree(kind) ? checksum(page, count, offset) : 0;
  for (int place = 0; place < 7; place++) trailer[place] = (unsigned char)(sum >> (8 * place));
  trailer[7] = kind;
}

static int isIntact(const unsigned char *page, int count, sqlite3_int64 offset) {
  const unsigned char *found = page + count - STORE_SUMS_RESERVED;
  if (offset != 0 && !isTree(page[0]) && !isTree(found[7])) return 1;
  unsigned char expected[STORE_SUMS_RESERVED];
  makeTrailer(expected, page, count, offset);
  return !memcmp(expected, found, sizeof expected);
}

// MARK: Methods of files

static int sumsRead(sqlite3_file *file, void *buffer, int count, sqlite3_int64 offset) {
  SumsFile *sums = (SumsFile *)file;
  int code = METHODS(file)->xRead(REAL(file), buffer, count, offset);
  if (code != SQLITE_OK || !sums->isDatabase) return code;
  if (offset == 0 && count >= headerSize) noteHeader(sums, buffer);
  if (!sums->hasSums || !isPage(count, offset) || isIntact(buffer, count, offset)) return code;
  sqlite3_log(SQLITE_IOERR_DATA, "page at %lld is not what was written", offset);
  return SQLITE_IOERR_DATA;
}

static int sumsWrite(sqlite3_file *file, const void *buffer, int count, sqlite3_int64 offset) {
  SumsFile *sums = (SumsFile *)file;
  if (sums->isDatabase && isPage(count, offset)) {
    if (offset == 0) noteHeader(sums, buffer);
    if (!sums->hasSums) {
      // Another connection may have made the file a store since this one opened it.
      unsigned char header[headerSize];
      if (METHODS(file)->xRead(REAL(file), header, headerSize, 0) == SQLITE_OK)
        noteHeader(sums, header);
    }
    // SQLite uses the reserved bytes for nothing, and lends pages of its own that may be written.
    unsigned char *page = (unsigned char *)buffer;
    if (sums->hasSums) makeTrailer(page + count - STORE_SUMS_RESERVED, page, count, offset);
  }
  return METHODS(file)->xWrite(REAL(file), buffer, count, offset);
}

static int sumsClose(sqlite3_file *file) {
  int code = METHODS(file)->xClose(REAL(file));
  sqlite3_free(REAL(file));
  return code;
}

static int sumsTruncate(sqlite3_file *file, sqlite3_int64 size) {
  return METHODS(file)->xTruncate(REAL(file), size);
}
static int sumsSync(sqlite3_file *file, int flags) {
  return METHODS(file)->xSync(REAL(file), flags);
}
static int sumsFileSize(sqlite3_file *file, sqlite3_int64 *size) {
  return METHODS(file)->xFileSize(REAL(file), size);
}
static int sumsLock(sqlite3_file *file, int level) {
  return METHODS(file)->xLock(REAL(file), level);
}
static int sumsUnlock(sqlite3_file *file, int level) {
  return METHODS(file)->xUnlock(REAL(file), level);
}
static int sumsCheckReservedLock(sqlite3_file *file, int *result) {
  return METHODS(file)->xCheckReservedLock(REAL(file), result);
}
static int sumsFileControl(sqlite3_file *file, int operation, void *argument) {
  return METHODS(file)->xFileControl(REAL(file), operation, argument);
}
static int sumsSectorSize(sqlite3_file *file) { return METHODS(file)->xSectorSize(REAL(file)); }
static int sumsCharacteristics(sqlite3_file *file) {
  return METHODS(file)->xDeviceCharacteristics(REAL(file));
}
static int sumsShmMap(sqlite3_file *file, int page, int size, int extend, void volatile **memory) {
  return METHODS(file)->xShmMap(REAL(file), page, size, extend, memory);
}
static int sumsShmLock(sqlite3_file *file, int offset, int count, int flags) {
  return METHODS(file)->xShmLock(REAL(file), offset, count, flags);
}
static void sumsShmBarrier(sqlite3_file *file) { METHODS(file)->xShmBarrier(REAL(file)); }
static int sumsShmUnmap(sqlite3_file *file, int deletes) {
  return METHODS(file)->xShmUnmap(REAL(file), deletes);
}

#define METHODS_OF_VERSION_1 \
  .xClose = sumsClose, .xRead = sumsRead, .xWrite = sumsWrite, .xTruncate = sumsTruncate, \
  .xSync = sumsSync, .xFileSize = sumsFileSize, .xLock = sumsLock, .xUnlock = sumsUnlock, \
  .xCheckReservedLock = sumsCheckReservedLock, .xFileControl = sumsFileControl, \
  .xSectorSize = sumsSectorSize, .xDeviceCharacteristics = sumsCharacteristics

/// For systems without shared memory; SQLite looks at the version.
static const sqlite3_io_methods plainMethods = {.iVersion = 1, METHODS_OF_VERSION_1};

/// Not of version 3: a page that is mapped into memory would be read past the check.
static const sqlite3_io_methods sharingMethods = {
    .iVersion = 2, METHODS_OF_VERSION_1,
    .xShmMap = sumsShmMap, .xShmLock = sumsShmLock, .xShmBarrier = sumsShmBarrier,
    .xShmUnmap = sumsShmUnmap};

// MARK: The VFS

static int sumsOpen(
    sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *outFlags) {
  (void)vfs;
  SumsFile *sums = (SumsFile *)file;
  memset(sums, 0, sizeof *sums);
  sums->real = sqlite3_malloc(realVFS->szOsFile);
  if (!sums->real) return SQLITE_NOMEM;
  memset(sums->real, 0, (size_t)realVFS->szOsFile);
  sums->isDatabase = (flags & SQLITE_OPEN_MAIN_DB) != 0;
  int code = realVFS->xOpen(realVFS, name, sums->real, flags, outFlags);
  if (!sums->real->pMethods) {
    sqlite3_free(sums->real);
    return code;
  }
  sums->base.pMethods = sums->real->pMethods->iVersion >= 2 ? &sharingMethods : &plainMethods;
  return code;
}

static sqlite3_mutex *openersMutex(void) { return sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_APP1); }

int storeSumsBegin(void) {
  int code = sqlite3_initialize();
  if (code != SQLITE_OK) return code;
  sqlite3_mutex_enter(openersMutex());
  if (!realVFS) {
    realVFS = sqlite3_vfs_find(NULL);
    // The other methods take no file of ours and go to the default VFS as they are.
    sumsVFS = *realVFS;
    sumsVFS.szOsFile = sizeof(SumsFile);
    sumsVFS.pNext = NULL;
    sumsVFS.zName = "store-sums";
    sumsVFS.xOpen = sumsOpen;
  }
  if (openers == 0) {
    replacedVFS = sqlite3_vfs_find(NULL);
    code = sqlite3_vfs_register(&sumsVFS, 1);
  }
  if (code == SQLITE_OK) openers++;
  sqlite3_mutex_leave(openersMutex());
  return code;
}

void storeSumsEnd(void) {
  sqlite3_mutex_enter(openersMutex());
  openers--;
  // Other kinds of databases that are opened meanwhile pass through unchanged.
  if (openers == 0 && sqlite3_vfs_find(NULL) == &sumsVFS) sqlite3_vfs_register(replacedVFS, 1);
  sqlite3_mutex_leave(openersMutex());
}

// Here, because Swift cannot call a function with variable arguments.
void storeSumsKeepLog(struct sqlite3 *database, int keeps) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, NULL);
}
