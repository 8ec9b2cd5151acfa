import Foundation

/// A frame of a WebSocket (RFC 6455); frames from browsers are already unmasked.
struct StudioFrame: Sendable, Hashable {
  /// The kind of a frame.
  enum Opcode: UInt8, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Whether it is a control frame, which may come between the fragments of a message.
    var isControl: Bool { rawValue >= Opcode.close.rawValue }
  }

  let opcode: Opcode
  let payload: [UInt8]
  /// Whether it is the last fragment of its message.
  let isLast: Bool

  init(_ opcode: Opcode, _ payload: [UInt8] = [], isLast: Bool = true) {
    (self.opcode, self.payload, self.isLast) = (opcode, payload, isLast)
  }

  /// Creates a text message in one frame.
  init(_ text: String) { self.init(.text, Array(text.utf8)) }

  /// Creates the close frame of a connection.
  init(_ end: StudioEnd) {
    self.init(.close, [UInt8(end.rawValue >> 8), UInt8(end.rawValue & 0xFF)])
  }
}

/// The reason for the end of a connection, with its WebSocket status code.
enum StudioEnd: UInt16, Error {
  case normal = 1000
  case goingAway = 1001
  case protocolError = 1002
  case unsupportedData = 1003
  case invalidText = 1007
  case messageTooBig = 1009
  case tryAgainLater = 1013
}

extension Data {
  /// Encodes frames without a mask.
  init(_ frames: [StudioFrame]) {
    self.init(capacity: frames.reduce(0) { $0 + $1.payload.count + 10 })
    for frame in frames {
      let count = frame.payload.count
      append((frame.isLast ? 0x80 : 0) | frame.opcode.rawValue)
      switch count {
      case ...125: append(UInt8(count))
      case ...0xFFFF: append(contentsOf: [126, UInt8(count >> 8), UInt8(count & 0xFF)])
      default:
        append(127)
        for place in (0..<8).reversed() {
          append(UInt8(truncatingIfNeeded: count >> (place * 8)))
        }
      }
      append(contentsOf: frame.payload)
    }
  }
}
