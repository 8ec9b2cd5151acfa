import Testing

@testable import REPLStudio

/// The rules of RFC 6455 about messages, and what breaks them.
@Suite struct StudioFramesTests {
  @Test func aMessageMayComeInPartsWithPingsInBetween() {
    var frames = StudioFrames()
    let text = Array("{\"名".utf8)
    #expect(frames.take(StudioFrame(.text, text.dropLast(), isLast: false)) == .nothing)
    #expect(frames.take(StudioFrame(.ping, [1, 2])) == .answer(StudioFrame(.pong, [1, 2])))
    let rest = text.suffix(1) + Array("\":1}".utf8)
    #expect(frames.take(StudioFrame(.continuation, Array(rest))) == .text("{\"名\":1}"))
    #expect(frames.take(StudioFrame("x")) == .text("x"))
    #expect(frames.take(StudioFrame(.pong, [1])) == .nothing)
  }

  @Test func whatBreaksTheRulesEndsTheConnection() {
    let wrong: [(StudioFrame, StudioEnd)] = [
      (StudioFrame(.continuation), .protocolError), (StudioFrame(.binary), .unsupportedData),
      (StudioFrame(.text, [0xFF]), .invalidText),
      (StudioFrame(.text, Array("名".utf8.dropLast())), .invalidText),
    ]
    for (frame, end) in wrong {
      var frames = StudioFrames()
      #expect(frames.take(frame) == .end(end))
    }
    var frames = StudioFrames()
    _ = frames.take(StudioFrame(.text, isLast: false))
    #expect(frames.take(StudioFrame(.text)) == .end(.protocolError))
  }

  @Test(
    arguments: [
      ([], .normal), ([3, 232], .normal), ([3, 233] + Array("bye".utf8), .normal),
      ([0x0B, 0xB8], .normal), ([0x13, 0x87], .normal), ([1], .protocolError),
      ([3, 231], .protocolError), ([3, 237], .protocolError), ([3, 238], .protocolError),
      ([0x13, 0x88], .protocolError), ([0, 0], .protocolError), ([3, 232, 0xFF], .invalidText),
    ] as [([UInt8], StudioEnd)])
  func theLastFrameIsAnsweredByWhatIsInIt(payload: [UInt8], end: StudioEnd) {
    var frames = StudioFrames()
    #expect(frames.take(StudioFrame(.close, payload)) == .end(end))
  }

  @Test func aMessageThatIsTooLongEndsTheConnectionHoweverItIsCut() {
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 64 << 10)
    var frames = StudioFrames()
    var outcome = frames.take(StudioFrame(.text, piece, isLast: false))
    for _ in 0..<3 { outcome = frames.take(StudioFrame(.continuation, piece, isLast: false)) }
    #expect(outcome == .nothing)
    #expect(frames.take(StudioFrame(.continuation, [1], isLast: false)) == .end(.messageTooBig))
  }
}
