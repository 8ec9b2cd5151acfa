import FlyingFox
import Foundation

/// Puts frames together to messages, by the rules of RFC 6455; a pure value.
struct StudioFrames {
  /// What a frame leads to.
  enum Outcome: Equatable {
    /// The message goes on, or nothing is to be done.
    case nothing
    /// A whole message.
    case text(String)
    /// A frame to be sent back.
    case answer(WSFrame)
    /// The end of the connection.
    case end(WSCloseCode)
  }

  /// The number of bytes of a message; what is longer ends the connection.
  static let longestMessage = 256 << 10
  /// The number of bytes of a frame that is about the connection itself.
  private static let longestControl = 125

  /// The message so far; `nil` when none has begun.
  private var begun: Data?

  mutating func take(_ frame: WSFrame) -> Outcome {
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { return .end(.protocolError) }
    switch frame.opcode {
    case .text, .continuation: return assemble(frame)
    case .binary: return .end(.unsupportedData)
    case .ping, .pong, .close:
      guard frame.fin, frame.payload.count <= Self.longestControl else {
        return .end(.protocolError)
      }
      if frame.opcode == .close { return .end(.normalClosure) }
      guard frame.opcode == .ping else { return .nothing }
      return .answer(WSFrame(fin: true, opcode: .pong, mask: nil, payload: frame.payload))
    default: return .end(.protocolError)
    }
  }

  private mutating func assemble(_ frame: WSFrame) -> Outcome {
    guard (frame.opcode == .text) == (begun == nil) else { return .end(.protocolError) }
    var bytes = begun ?? Data()
    // Held once, so that many small frames are put together in place.
    begun = nil
    bytes.append(frame.payload)
    guard bytes.count <= Self.longestMessage else { return .end(.messageTooBig) }
    guard frame.fin else {
      begun = bytes
      return .nothing
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return .end(.invalidFramePayload)
    }
    return .text(text)
  }
}

extension WSFrame {
  /// A text in one frame.
  init(_ text: String) {
    self.init(fin: true, opcode: .text, mask: nil, payload: Data(text.utf8))
  }
}
