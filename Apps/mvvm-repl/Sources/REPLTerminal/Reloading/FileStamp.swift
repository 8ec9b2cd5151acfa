import Foundation

/// When a file was written last, and how long it is; neither where there is no file.
struct FileStamp: Hashable {
  let date: Date?
  let size: Int?

  /// The values that it is made of.
  static let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]

  init(_ values: URLResourceValues?) {
    (date, size) = (values?.contentModificationDate, values?.fileSize)
  }

  /// The stamp of a file as it is now: a `URL` keeps what it has read once.
  init(of file: URL) { self.init(try? URL(filePath: file.path).resourceValues(forKeys: Self.keys)) }
}
