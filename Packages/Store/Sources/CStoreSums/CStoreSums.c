// A SQLite VFS over the default one, in C because it is made of C function pointers and of file
// structures that SQLite allocates.
//
// A row carries a checksum of its own, but what leads to it does not: one flipped bit in an index, in
// the schema or in the list of free pages, and a row is silently missing. So each page ends in a
// checksum, which is written when SQLite writes the page to the file, and compared when it reads the
// page from there. A page that differs is `storeSumsDamage`. The write-ahead log has checksums
// already. Only the leaves of tables, other than the schema's, are left to the checksums of their
// rows, so that one damaged row can be told, and deleted, alone. A connection that writes compares them,
// too: with a wrong head of a leaf, a write would overwrite its rows, and with a wrong number of an
// overflow page, deleting the row would give away a page of others.
//
// The last byte of a page repeats its kind: a flipped bit in either of the two is noticed.
//
// Earlier versions gave no checksum to leaves of tables, to overflow pages and to the list of free
// pages. Their pages lack the mark in the last byte and are not compared until they are written again.
#include "CStoreSums.h"

#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

typedef struct SumsFile {
  sqlite3_file base;
  sqlite3_file *real;
  int isDatabase;
  /// Whether the file is a store with reserved bytes, as its own header says or its log; that never ends.
  int hasSums;
  StoreSumsChecks checks;
  /// The result code for a page that differs.
  int damage;
  /// The pages of the schema after the first, as far as the file's own first page leads to them.
  uint32_t *schema;
  int schemaCount;
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
  headerSize = 100, pageSizeAt = 16, journalModeAt = 18, reservedAt = 20, changeCounterAt = 24,
  applicationIDAt = 68, idSize = 4, versionsAt = 92
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

// Kinds of pages. Overflow pages and those of the list of free pages begin with a page's number instead.
enum { tableInner = 5, tableLeaf = 13 };

/// An index's inner page, a table's inner page, or an index's leaf.
static int isTree(unsigned char kind) { return kind == 2 || kind == tableInner || kind == 10; }

static uint32_t number(const unsigned char *bytes, int count) {
  uint32_t value = 0;
  for (int place = 0; place < count; place++) value = value << 8 | bytes[place];
  return value;
}

static int isOfSchema(const SumsFile *sums, uint32_t page) {
  for (int place = 0; place < sums->schemaCount; place++)
    if (sums->schema[place] == page) return 1;
  return 0;
}

/// Notes the pages to which an inner page of the schema leads.
static int noteSchema(
    SumsFile *sums, const unsigned char *page, int count, sqlite3_int64 offset) {
  enum { cellsAt = 3, lastAt = 8, placesAt = 12 };
  if (offset == 0)
    sums->schemaCount = 0;
  else if (page[0] != tableInner || !isOfSchema(sums, (uint32_t)(offset / count) + 1))
    return SQLITE_OK;
  const unsigned char *head = page + (offset == 0 ? headerSize : 0);
  int cells = (int)number(head + cellsAt, 2);
  if (head[0] != tableInner || head + placesAt + 2 * cells > page + count) return SQLITE_OK;
  size_t size = ((size_t)sums->schemaCount + (size_t)cells + 1) * sizeof *sums->schema;
  uint32_t *schema = sqlite3_realloc64(sums->schema, size);
  if (!schema) return SQLITE_IOERR_NOMEM;
  sums->schema = schema;
  for (int cell = 0; cell <= cells; cell++) {
    const unsigned char *place =
        cell < cells ? page + number(head + placesAt + 2 * cell, 2) : head + lastAt;
    if (place + 4 > page + count) continue;
    uint32_t child = number(place, 4);
    if (!isOfSchema(sums, child)) schema[sums->schemaCount++] = child;
  }
  return SQLITE_OK;
}

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

// The last byte of pages that had no checksum in earlier versions has the mark. They repeat more of the
// page than its kind, so their sum is shorter: where a chain of overflow pages goes on is certain even if
// the rest of a page is damaged.
enum { mark = 0x80, nextAt = 4, nextSize = 3 };

static void makeTrailer(
    unsigned char trailer[STORE_SUMS_RESERVED], const unsigned char *page, int count,
    sqlite3_int64 offset) {
  unsigned char kind = page[offset == 0 ? headerSize : 0];
  uint64_t sum = checksum(page, count, offset);
  for (int place = 0; place < 7; place++) trailer[place] = (unsigned char)(sum >> (8 * place));
  trailer[7] = kind;
  if (offset == 0 || isTree(kind)) return;
  memcpy(trailer + nextAt, page + 1, nextSize);
  trailer[7] |= mark;
}

/// Whether the page's checksum is not compared.
static int isLeftToRows(
    const SumsFile *sums, const unsigned char *page, int count, sqlite3_int64 offset) {
  const unsigned char *found = page + count - STORE_SUMS_RESERVED;
  if (offset == 0 || isTree(page[0]) || isTree(found[7])) return 0;
  if (!(found[7] & mark)) return 1;
  if (found[7] != (page[0] | mark)) return 0;
  if (page[0] != tableLeaf)
    return sums->checks == StoreSumsTrustRows && !memcmp(page + 1, found + nextAt, nextSize);
  if (isOfSchema(sums, (uint32_t)(offset / count) + 1)) return 0;
  return sums->checks <= StoreSumsForReading;
}

static int isIntact(
    const SumsFile *sums, const unsigned char *page, int count, sqlite3_int64 offset) {
  if (sums->checks == StoreSumsNone || isLeftToRows(sums, page, count, offset)) return 1;
  unsigned char expected[STORE_SUMS_RESERVED];
  makeTrailer(expected, page, count, offset);
  // Where rows are trusted, a page of theirs may be right though a part of its trailer is not.
  int isOfRows = offset != 0 && !isTree(page[0]);
  size_t size = sums->checks == StoreSumsTrustRows && isOfRows ? nextAt : sizeof expected;
  return !memcmp(expected, page + count - STORE_SUMS_RESERVED, size);
}

// MARK: Methods of files

/// Notes the schema's pages of the file itself: if the log has a newer first page, SQLite never reads the file's.
static int readSchema(SumsFile *sums, const unsigned char *header) {
  int size = (int)number(header + pageSizeAt, 2);
  if (size == 1) size = 65536;
  if (size < 512) return SQLITE_OK;
  unsigned char *page = sqlite3_malloc(size);
  if (!page) return SQLITE_IOERR_NOMEM;
  int code = sums->real->pMethods->xRead(sums->real, page, size, 0);
  if (code == SQLITE_OK) code = noteSchema(sums, page, size, 0);
  sqlite3_free(page);
  return code == SQLITE_IOERR_SHORT_READ ? SQLITE_OK : code;
}

static int sumsRead(sqlite3_file *file, void *buffer, int count, sqlite3_int64 offset) {
  SumsFile *sums = (SumsFile *)file;
  int code = METHODS(file)->xRead(REAL(file), buffer, count, offset);
  if (code != SQLITE_OK || !sums->isDatabase) return code;
  if (offset == 0 && count >= headerSize) noteHeader(sums, buffer);
  if (!sums->hasSums) return code;
  if (offset == 0 && count == headerSize) return readSchema(sums, buffer);
  if (!isPage(count, offset)) return code;
  if (isIntact(sums, buffer, count, offset)) return noteSchema(sums, buffer, count, offset);
  sqlite3_log(sums->damage, "page at %lld is not what was written", offset);
  return sums->damage;
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
    if (sums->hasSums) {
      makeTrailer(page + count - STORE_SUMS_RESERVED, page, count, offset);
      int code = noteSchema(sums, page, count, offset);
      if (code != SQLITE_OK) return code;
    }
  }
  return METHODS(file)->xWrite(REAL(file), buffer, count, offset);
}

static int sumsClose(sqlite3_file *file) {
  int code = METHODS(file)->xClose(REAL(file));
  sqlite3_free(REAL(file));
  sqlite3_free(((SumsFile *)file)->schema);
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
  if (operation == STORE_SUMS_CHECKS) {
    StoreSumsChecks old = ((SumsFile *)file)->checks;
    ((SumsFile *)file)->checks = *(StoreSumsChecks *)argument;
    *(StoreSumsChecks *)argument = old;
    return SQLITE_OK;
  }
  if (operation == STORE_SUMS_BEGIN) {
    ((SumsFile *)file)->hasSums = 1;
    return SQLITE_OK;
  }
  return METHODS(file)->xFileControl(REAL(file), operation, argument);
}
static int sumsSectorSize(sqlite3_file *file) { return METHODS(file)->xSectorSize(REAL(file)); }
/// Without the promise of parts of pages (SQLITE_IOCAP_SUBPAGE_READ): SQLite would read overflow pages past the check.
static int sumsCharacteristics(sqlite3_file *file) {
  return METHODS(file)->xDeviceCharacteristics(REAL(file)) & ~0x00008000;
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
  int isReader = (flags & SQLITE_OPEN_READONLY) != 0;
  sums->checks = isReader ? StoreSumsForReading : StoreSumsAll;
  sums->damage = isReader ? storeSumsDamageOfReader : storeSumsDamage;
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
