import Foundation
import Testing

@testable import REPLTerminal

@Suite(.timeLimit(.minutes(10)))
struct CaughtSignalsTests {
  /// Signals that nothing else uses, each of which can be lost once only, since it is never released again.
  static let numbers: [Int32] = {
    #if os(Linux)
      return [SIGUSR1, SIGUSR2] + Array(40...60)
    #else
      return [SIGUSR1, SIGUSR2]
    #endif
  }()

  @Test func aSignalThatComesAtOnceIsCaught() async {
    for number in Self.numbers {
      let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
      let caught = CaughtSignals([number]) { continuation.yield() }
      kill(getpid(), number)
      for await _ in signals { break }
      caught.end()
    }
  }
}
