/// Puts frames together to messages, by the rules of RFC 6455; a pure value.
struct StudioFrames {
  /// What a frame leads to.
  enum Outcome: Equatable {
    /// The message goes on, or nothing is to be done.
    case nothing
    /// A whole message.
    case text(String)
    /// A frame to be sent back.
    case answer(StudioFrame)
    /// The end of the connection.
    case end(StudioEnd)
  }

  /// The number of bytes of a message; what is longer ends the connection.
  static let longestMessage = 256 << 10

  /// The message so far; `nil` when none has begun.
  private var begun: [UInt8]?

  mutating func take(_ frame: StudioFrame) -> Outcome {
    switch frame.opcode {
    case .text, .continuation: assemble(frame)
    case .binary: .end(.unsupportedData)
    case .ping: .answer(StudioFrame(.pong, frame.payload))
    case .pong: .nothing
    case .close: .end(Self.answer(toClose: frame.payload))
    }
  }

  private mutating func assemble(_ frame: StudioFrame) -> Outcome {
    guard (frame.opcode == .text) == (begun == nil) else { return .end(.protocolError) }
    var bytes = begun ?? []
    // Held once, so that many small frames are put together in place.
    begun = nil
    bytes += frame.payload
    guard bytes.count <= Self.longestMessage else { return .end(.messageTooBig) }
    guard frame.isLast else {
      begun = bytes
      return .nothing
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return .end(.invalidText) }
    return .text(text)
  }

  /// The end that the other side's last frame is answered with: a code that may be sent, and a reason in UTF-8.
  private static func answer(toClose payload: [UInt8]) -> StudioEnd {
    guard !payload.isEmpty else { return .normal }
    guard payload.count >= 2 else { return .protocolError }
    switch Int(payload[0]) << 8 | Int(payload[1]) {
    case 1000...1003, 1007...1014, 3000...4999: break
    default: return .protocolError
    }
    return String(validating: payload.dropFirst(2), as: UTF8.self) == nil ? .invalidText : .normal
  }
}
