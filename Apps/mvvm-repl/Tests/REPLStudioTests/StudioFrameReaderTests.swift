import Foundation
import Testing

@testable import REPLStudio

/// Frames in the bytes that come, and those that end a connection before they are whole.
@Suite struct StudioFrameReaderTests {
  private static let mask: [UInt8] = [7, 0, 0xFF, 0x80]

  /// A frame as a browser sends it, made of the one that a server sends.
  private static func sent(_ frame: StudioFrame) -> [UInt8] {
    var head = Array(Data([frame]).dropLast(frame.payload.count))
    head[1] |= 0x80
    return head + mask + frame.payload.enumerated().map { $1 ^ mask[$0 % 4] }
  }

  private static let frames = [
    StudioFrame("name"), StudioFrame(.ping), StudioFrame(.text, [1, 2, 3, 4, 5], isLast: false),
    StudioFrame(.pong, [UInt8](repeating: 9, count: 125)),
    StudioFrame(.continuation, [UInt8](repeating: 8, count: 126)),
    StudioFrame(.binary, [UInt8](repeating: 7, count: 0xFFFF)),
    StudioFrame(.text, [UInt8](repeating: 6, count: 0x10000)), StudioFrame(.normal),
  ]

  @Test(arguments: [1, 2, 3, 7, 4_096, 1 << 20])
  func framesAreReadHoweverTheyAreCut(size: Int) throws {
    let bytes = Self.frames.flatMap(Self.sent)
    var reader = StudioFrameReader()
    var found: [StudioFrame] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      reader.add(Array(bytes[start..<min(start + size, bytes.count)]))
      while let frame = try reader.next() { found.append(frame) }
    }
    #expect(found == Self.frames)
  }

  @Test(
    arguments: [
      ([0x81, 0x00], .protocolError), ([0x81, 0x7F], .protocolError),
      ([0xC1, 0x80], .protocolError), ([0xA1, 0x80], .protocolError),
      ([0x91, 0x80], .protocolError), ([0x83, 0x80], .protocolError),
      ([0x87, 0x80], .protocolError), ([0x8B, 0x80], .protocolError),
      ([0x8F, 0x80], .protocolError),
      // Frames about the connection in parts, and too long.
      ([0x08, 0x80], .protocolError), ([0x09, 0x81], .protocolError),
      ([0x89, 0xFE, 0, 126], .protocolError), ([0x8A, 0xFE, 0xFF, 0xFF], .protocolError),
      // Lengths in more bytes than they need, and one that is negative.
      ([0x81, 0xFE, 0, 125], .protocolError),
      ([0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], .protocolError),
      ([0x81, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0], .protocolError),
      // Too long, before a byte of it has come.
      ([0x81, 0xFF, 0, 0, 0, 0, 0, 4, 0, 1], .messageTooBig),
      ([0x02, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .messageTooBig),
    ] as [([UInt8], StudioEnd)])
  func aFrameIsJudgedByItsFirstBytes(bytes: [UInt8], end: StudioEnd) {
    var reader = StudioFrameReader(bytes)
    #expect(throws: end) { try reader.next() }
  }

  @Test func theLongestMessageMayComeInOneFrame() throws {
    let frame = StudioFrame(.text, [UInt8](repeating: 65, count: StudioFrames.longestMessage))
    var reader = StudioFrameReader(Self.sent(frame))
    #expect(try reader.next() == frame)
    #expect(try reader.next() == nil)
  }
}
