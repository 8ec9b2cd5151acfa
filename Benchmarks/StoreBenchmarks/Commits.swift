import Foundation

/// Returns the number of committed transactions of a file in WAL mode, which shows how many writes share a commit.
///
/// SQLite counts them in the header of the file's wal-index, as `iChange`
/// (https://sqlite.org/walformat.html, 2.1). With `synchronous=FULL`, each commit waits once for the disk.
func commits(of path: String) throws -> Int {
  let index = try FileHandle(forReadingFrom: URL(fileURLWithPath: path + "-shm"))
  defer { try? index.close() }
  try index.seek(toOffset: 8)
  let bytes = try index.read(upToCount: 4) ?? Data()
  return bytes.enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
}
