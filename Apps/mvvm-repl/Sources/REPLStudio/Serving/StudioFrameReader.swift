/// A parser for the frames in a browser's byte stream, independent of its chunks; a pure value.
///
/// A frame is checked by its first bytes, so that an invalid or too long frame is never stored.
struct StudioFrameReader {
  private var bytes: [UInt8]
  /// The offset of the next frame.
  private var start = 0

  /// The maximum number of payload bytes of a control frame.
  private static let longestControl = 125

  /// Creates a parser with the bytes that followed the request's head.
  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Adds received bytes.
  mutating func add(_ new: [UInt8]) {
    bytes.removeFirst(start)
    start = 0
    bytes += new
  }

  /// Returns the next frame; `nil` until enough bytes have been received.
  ///
  /// - Throws: The reason for closing the connection if a frame is invalid.
  mutating func next() throws(StudioEnd) -> StudioFrame? {
    let left = bytes[start...]
    guard left.count >= 2 else { return nil }
    let (first, second) = (left[start], left[start + 1])
    // No extension was negotiated, so the reserved bits are 0. A browser masks all its frames.
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

  /// Returns the payload length, and the number of extra bytes that encode it; the encoding must be the shortest one.
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
