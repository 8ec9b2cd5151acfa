internal import Foundation

/// Writes lines to a new file, which replaces the old file when it is complete.
final class LineWriter {
  private let handle: FileHandle
  private var buffer = Data()

  private init(_ handle: FileHandle) {
    self.handle = handle
  }

  static func write<Result>(to url: URL, _ body: (LineWriter) throws -> Result) throws -> Result {
    let draft = url.deletingLastPathComponent()
      .appendingPathComponent(".\(UUID().uuidString)")
    try PrivateFile.create(at: draft.path)
    do {
      let handle = try FileHandle(forWritingTo: draft)
      let writer = LineWriter(handle)
      let result = try body(writer)
      try writer.flush()
      try handle.synchronize()
      try handle.close()
      guard unsafe rename(draft.path, url.path) == 0 else {
        throw CocoaError(.fileWriteUnknown)
      }
      return result
    } catch {
      try? FileManager.default.removeItem(at: draft)
      if error is StoreError { throw error }
      let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
      throw StoreError(
        isFull ? .diskFull : .inputOutput,
        "Writing \(url.path) failed. Check the folder and the free space.", cause: error)
    }
  }

  func write(_ line: Data) throws {
    buffer.append(line)
    buffer.append(0x0A)
    if buffer.count >= 1 << 16 { try flush() }
  }

  private func flush() throws {
    try handle.write(contentsOf: buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Reads a file line by line, without the line ends.
@safe
final class LineReader {
  private let file: UnsafeMutablePointer<FILE>
  private let path: String
  /// The buffer of `getline`, which grows to the longest line.
  private var line: UnsafeMutablePointer<CChar>?
  private var capacity = 0

  init(_ url: URL) throws(StoreError) {
    guard let file = unsafe fopen(url.path, "re") else {
      throw StoreError(
        .cannotOpen, "The file \(url.path) cannot be read. Check that it exists.",
        cause: POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
    }
    unsafe self.file = file
    path = url.path
  }

  /// Returns the next line, or nil at the end of the file.
  ///
  /// - Complexity: O(length of the line).
  func next() throws(StoreError) -> Data? {
    let count = unsafe getline(&line, &capacity, file)
    guard count >= 0, let line = unsafe line else {
      guard unsafe ferror(file) == 0 else { throw failure() }
      return nil
    }
    var bytes = unsafe UnsafeRawBufferPointer(start: line, count: count)[...]
    if unsafe bytes.last == 0x0A { unsafe bytes.removeLast() }
    if unsafe bytes.last == 0x0D { unsafe bytes.removeLast() }
    return unsafe Data(bytes)
  }

  /// Begins again with the first line, if one was read; a pipe cannot.
  func rewind() throws(StoreError) {
    guard unsafe line != nil, unsafe fseek(file, 0, SEEK_SET) != 0 else { return }
    throw failure()
  }

  private func failure() -> StoreError {
    StoreError(
      .inputOutput, "Reading \(path) failed. Check that it is a file and that its disk works.",
      cause: POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO))
  }

  deinit {
    unsafe free(line)
    unsafe fclose(file)
  }
}
