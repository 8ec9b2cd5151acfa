import CCurl
import Testing

@testable import Networking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// The list of watched sockets, with real ones.
@Suite struct SocketPollerTests {
  /// Two ends of a connection.
  private struct Pair: ~Copyable {
    let watched: Int32
    let other: Int32

    init() {
      var ends: [Int32] = [-1, -1]
      #if canImport(Glibc)
        let kind = Int32(SOCK_STREAM.rawValue)
      #else
        let kind = SOCK_STREAM
      #endif
      #expect(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
      (watched, other) = (ends[0], ends[1])
    }

    deinit {
      close(watched)
      close(other)
    }

    func say() {
      var byte: UInt8 = 1
      #expect(unsafe write(other, &byte, 1) == 1)
    }
  }

  private let poller = SocketPoller(wakeUp: WakeUp())

  /// Whose events are here by now.
  private func sockets(waiting milliseconds: Int32 = 0) -> [Int32] {
    var events: [SocketEvent] = []
    poller.wait(milliseconds: milliseconds, events: &events)
    return events.map(\.socket)
  }

  @Test func watchedSocketIsNamed() {
    let pair = Pair()
    poller.watch(pair.watched, for: CURL_POLL_IN)
    #expect(sockets().isEmpty)
    pair.say()
    #expect(sockets(waiting: 10_000) == [pair.watched])
  }

  @Test func removedSocketIsNotNamed() {
    let pair = Pair()
    poller.watch(pair.watched, for: CURL_POLL_IN)
    poller.remove(pair.watched, isSoonBack: false)
    pair.say()
    #expect(sockets().isEmpty)
  }

  @Test func whatASocketIsWatchedForMayChange() {
    let pair = Pair()
    poller.watch(pair.watched, for: CURL_POLL_IN)
    poller.watch(pair.watched, for: CURL_POLL_OUT)
    #expect(sockets(waiting: 10_000) == [pair.watched])
    poller.watch(pair.watched, for: CURL_POLL_IN)
    #expect(sockets().isEmpty)
  }

  /// Watched as libcurl does it: first until it is connected, then for an answer.
  private func connect(_ pair: borrowing Pair) {
    poller.opened(pair.watched)
    poller.watch(pair.watched, for: CURL_POLL_OUT)
    poller.watch(pair.watched, for: CURL_POLL_IN)
  }

  @Test(arguments: [false, true])
  func keptConnectionIsNotNamedUntilItIsWatchedAgain(isSoonBack: Bool) {
    let pair = Pair()
    connect(pair)
    poller.remove(pair.watched, isSoonBack: isSoonBack)
    pair.say()
    #expect(sockets().isEmpty)
    #expect(sockets().isEmpty)
    poller.watch(pair.watched, for: CURL_POLL_IN)
    #expect(sockets(waiting: 10_000) == [pair.watched])
  }

  @Test func keptConnectionIsWatchedAgainBeforeAnythingHappens() {
    let pair = Pair()
    connect(pair)
    for _ in 0..<3 {
      poller.remove(pair.watched, isSoonBack: true)
      poller.watch(pair.watched, for: CURL_POLL_IN)
    }
    pair.say()
    #expect(sockets(waiting: 10_000) == [pair.watched])
  }

  /// It can be written to all the time, which nobody wants to hear any more.
  @Test func keptConnectionThatWasSendingIsNotNamed() {
    let pair = Pair()
    connect(pair)
    poller.watch(pair.watched, for: CURL_POLL_INOUT)
    poller.remove(pair.watched, isSoonBack: true)
    #expect(sockets().isEmpty)
    poller.watch(pair.watched, for: CURL_POLL_IN)
    #expect(sockets().isEmpty)
    pair.say()
    #expect(sockets(waiting: 10_000) == [pair.watched])
  }

  /// The system gives the lowest free number, which is the one just closed.
  @Test func newConnectionWithAnOldNumberIsWatched() {
    for _ in 0..<8 {
      let pair = Pair()
      connect(pair)
      pair.say()
      #expect(sockets(waiting: 10_000) == [pair.watched])
      poller.remove(pair.watched, isSoonBack: true)
      poller.closing(pair.watched)
    }
  }

  /// A resolver's sockets come and go unannounced, and so does a connection that never stood.
  @Test(arguments: [false, true])
  func unannouncedSocketWithAnOldNumberIsWatched(afterAFailedConnection: Bool) {
    if afterAFailedConnection {
      let pair = Pair()
      poller.opened(pair.watched)
      poller.watch(pair.watched, for: CURL_POLL_OUT)
      poller.remove(pair.watched, isSoonBack: true)
    }
    for _ in 0..<8 {
      let pair = Pair()
      if afterAFailedConnection { poller.opened(pair.watched) }
      poller.watch(pair.watched, for: CURL_POLL_IN)
      pair.say()
      #expect(sockets(waiting: 10_000) == [pair.watched])
      poller.remove(pair.watched, isSoonBack: true)
    }
  }

  /// It was closed while it was being connected, of which nobody told.
  @Test func unannouncedSocketInPlaceOfAConnectingOneIsWatched() {
    do {
      let pair = Pair()
      poller.opened(pair.watched)
      poller.watch(pair.watched, for: CURL_POLL_OUT)
    }
    for _ in 0..<3 {
      let pair = Pair()
      poller.watch(pair.watched, for: CURL_POLL_IN)
      pair.say()
      #expect(sockets(waiting: 10_000) == [pair.watched])
      poller.remove(pair.watched, isSoonBack: true)
    }
  }
}
