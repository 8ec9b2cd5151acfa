import FlyingFox
import Foundation
import Testing

@testable import REPLStudio

/// The rules of RFC 6455 about messages, and what breaks them.
@Suite struct StudioFramesTests {
  private func frame(
    _ opcode: WSFrame.Opcode, _ bytes: some Sequence<UInt8> = [], fin: Bool = true
  ) -> WSFrame {
    WSFrame(fin: fin, opcode: opcode, mask: nil, payload: Data(bytes))
  }

  @Test func aMessageMayComeInPartsWithPingsInBetween() {
    var frames = StudioFrames()
    #expect(frames.take(frame(.text, Array("{\"名".utf8).dropLast(), fin: false)) == .nothing)
    #expect(
      frames.take(frame(.ping, [1, 2]))
        == .answer(WSFrame(fin: true, opcode: .pong, mask: nil, payload: Data([1, 2]))))
    let rest = Array("名".utf8).suffix(1) + Array("\":1}".utf8)
    #expect(frames.take(frame(.continuation, rest)) == .text("{\"名\":1}"))
    #expect(frames.take(frame(.text, Array("x".utf8))) == .text("x"))
  }

  @Test func whatBreaksTheRulesEndsTheConnection() {
    var reserved = frame(.text)
    reserved.rsv2 = true
    let wrong: [(WSFrame, WSCloseCode)] = [
      (reserved, .protocolError), (frame(.continuation), .protocolError),
      (frame(.binary), .unsupportedData), (frame(WSFrame.Opcode(5)), .protocolError),
      (frame(.ping, [], fin: false), .protocolError),
      (frame(.ping, [UInt8](repeating: 0, count: 126)), .protocolError),
      (frame(.close, [1]), .normalClosure), (frame(.text, [0xFF]), .invalidFramePayload),
    ]
    for (frame, code) in wrong {
      var frames = StudioFrames()
      #expect(frames.take(frame) == .end(code))
    }
    var frames = StudioFrames()
    _ = frames.take(frame(.text, [], fin: false))
    #expect(frames.take(frame(.text)) == .end(.protocolError))
  }

  @Test func aMessageThatIsTooLongEndsTheConnectionHoweverItIsCut() {
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 64 << 10)
    var frames = StudioFrames()
    var outcome = frames.take(frame(.text, piece, fin: false))
    for _ in 0..<3 { outcome = frames.take(frame(.continuation, piece, fin: false)) }
    #expect(outcome == .nothing)
    #expect(frames.take(frame(.continuation, [1], fin: false)) == .end(.messageTooBig))
  }
}
