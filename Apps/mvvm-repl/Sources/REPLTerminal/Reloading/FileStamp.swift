import Foundation

/// The time of the last write of a file, and its size; both are nil without a file.
struct FileStamp: Hashable {
  let date: Date?
  let size: Int?

  /// The resource values that a stamp is made of.
  static let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]

  init(_ values: URLResourceValues?) {
    (date, size) = (values?.contentModificationDate, values?.fileSize)
  }

  /// Creates the present stamp of a file, with a new `URL`, because a `URL` caches the values that it has read.
  init(of file: URL) { self.init(try? URL(filePath: file.path).resourceValues(forKeys: Self.keys)) }
}
