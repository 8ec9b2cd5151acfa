/// An assembler of messages from frames (RFC 6455); a pure value.
struct StudioFrames {
  /// The effect of a frame.
  enum Outcome: Equatable {
    /// The message is incomplete, or there is nothing to do.
    case nothing
    /// A complete message.
    case text(String)
    /// A frame that must be sent back.
    case answer(StudioFrame)
    /// The connection ends.
    case end(StudioEnd)
  }

  /// The maximum number of bytes of a message; a longer message ends the connection.
  static let longestMessage = 256 << 10

  /// The incomplete message; `nil` if none has begun.
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
    // The array has a single owner, so that many small frames are appended in place.
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

  /// The answer to the peer's close frame, which must contain a valid status code and a reason in UTF-8.
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
