import Foundation
import Testing

@testable import REPLTerminal

/// The pipe that ends the waiting for input.
@MainActor
@Suite struct BellTests {
  /// The number of bytes that can be read.
  private func bytes(in bell: Bell) -> Int {
    var buffer = [UInt8](repeating: 0, count: 10_000)
    return unsafe read(bell.descriptor, &buffer, buffer.count)
  }

  @Test func aBellThatNobodyHearsHoldsOneByte() {
    let bell = Bell()
    for _ in 0..<1_000 { bell.ring() }
    #expect(bytes(in: bell) == 1)
  }

  @Test func aBellRingsAgainOnceItIsSilent() {
    let bell = Bell()
    bell.silence()
    bell.ring()
    bell.silence()
    bell.ring()
    #expect(bytes(in: bell) == 1)
  }
}
