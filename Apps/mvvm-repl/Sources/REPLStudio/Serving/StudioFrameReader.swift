/// Finds the frames of a browser in the bytes that come, however they are cut; a pure value.
///
/// A frame is judged by its first bytes, so that none is held that is too long or against the rules.
struct StudioFrameReader {
  private var bytes: [UInt8]
  /// Where the next frame begins.
  private var start = 0

  /// The number of bytes of a frame that is about the connection itself.
  private static let longestControl = 125

  /// Begins with what came behind the head of the request.
  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Takes what has come.
  mutating func add(_ new: [UInt8]) {
    bytes.removeFirst(start)
    start = 0
    bytes += new
  }

  /// The next frame; `nil` until more has come.
  ///
  /// - Throws: The end that a frame against the rules leads to.
  mutating func next() throws(StudioEnd) -> StudioFrame? {
    let left = bytes[start...]
    guard left.count >= 2 else { return nil }
    let (first, second) = (left[start], left[start + 1])
    // No extension was agreed upon, so the reserved bits are 0; a browser masks all that it sends.
    guard first & 0x70 == 0, second & 0x80 != 0,
      let opcode = StudioFrame.Opcode(rawValue: first & 0x0F)
    else { throw .protocolError }
    let isLast = first & 0x80 != 0
    guard let (length, width) = try Self.length(in: left) else { return nil }
    if opcode.isControl, !isLast || length > Self.longestControl { throw .protocolError }
    guard length <= StudioFrames.longestMessage else { throw .messageTooBig }
    let mask = start + 2 + width
    guard left.count >= 2 + width + 4 + Int(length) else { return nil }
    let end = mask + 4 + Int(length)
    let payload = bytes[(mask + 4)..<end].enumerated().map { $1 ^ bytes[mask + $0 & 3] }
    start = end
    return StudioFrame(opcode, payload, isLast: isLast)
  }

  /// The length of a frame's payload, and in how many bytes behind the first two it is written; as few as can be.
  private static func length(
    in frame: ArraySlice<UInt8>
  ) throws(StudioEnd) -> (length: UInt64, width: Int)? {
    let short = UInt64(frame[frame.startIndex + 1] & 0x7F)
    guard short > 125 else { return (short, 0) }
    let width = short == 126 ? 2 : 8
    let digits = frame.dropFirst(2).prefix(width)
    guard digits.count == width else { return nil }
    let length = digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard length > (width == 2 ? 125 : 0xFFFF), length >> 63 == 0 else { throw .protocolError }
    return (length, width)
  }
}
