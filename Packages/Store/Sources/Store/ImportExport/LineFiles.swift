internal import Foundation

/// Writes lines to a new file that takes the place of the old one when it is complete.
final class LineWriter {
  private let handle: FileHandle
  private var buffer = Data()

  private init(_ handle: FileHandle) {
    self.handle = handle
  }

  static func write<Result>(to url: URL, _ body: (LineWriter) throws -> Result) throws -> Result {
    let draft = url.deletingLastPathComponent()
      .appendingPathComponent(".\(url.lastPathComponent).\(UUID().uuidString)")
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
final class LineReader {
  private let handle: FileHandle
  private var buffer = Data()
  /// Where the next line begins in the buffer.
  private var start = 0
  private var isAtEnd = false

  init(_ url: URL) throws(StoreError) {
    do { handle = try FileHandle(forReadingFrom: url) } catch {
      throw StoreError(
        .cannotOpen, "The file \(url.path) cannot be read. Check that it exists.", cause: error)
    }
  }

  /// The next line; nil at the end of the file.
  ///
  /// - Complexity: O(length of the line), however long it is.
  func next() throws -> Data? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return line(to: end)
      }
      guard !isAtEnd else {
        defer { start = buffer.count }
        return start < buffer.count ? line(to: buffer.count) : nil
      }
      searched = buffer.count - start
      buffer.removeSubrange(..<start)
      start = 0
      if let more = try handle.read(upToCount: 1 << 16), !more.isEmpty {
        buffer.append(more)
      } else {
        isAtEnd = true
      }
    }
  }

  private func line(to end: Int) -> Data {
    let line = buffer[start..<end]
    return Data(line.last == 0x0D ? line.dropLast() : line)
  }

  deinit { try? handle.close() }
}
