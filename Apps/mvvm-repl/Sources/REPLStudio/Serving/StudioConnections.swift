/// The connections of a server, with a limit for those without admission.
///
/// Each connection without admission costs a file descriptor and needs no token. Above ``mostWaiting``, one is closed
/// before another is accepted: the oldest one of the peer that has most of them. So a peer that keeps opening
/// connections cannot shut out others. Admitted browsers do not count.
actor StudioConnections {
  /// The maximum number of connections before admission, or after the browser was sent away.
  static let mostWaiting = 64

  private var tasks: [Int: Task<Void, Never>] = [:]
  /// The connections without admission, the oldest first.
  private var waiting: [(number: Int, peer: String)] = []
  /// The peers of admitted connections.
  private var peers: [Int: String] = [:]
  private var last = 0

  /// Serves a connection of a peer; returns when the next one may be accepted.
  func add(from peer: String, _ serve: @escaping @Sendable (_ number: Int) async -> Void) async {
    last += 1
    let number = last
    waiting.append((number, peer))
    tasks[number] = Task.detached {
      await serve(number)
      await self.remove(number)
    }
    while waiting.count > Self.mostWaiting {
      let oldest = tasks[removeOldest()]
      oldest?.cancel()
      await oldest?.value
    }
  }

  /// Removes the oldest connection of the peer that has most of them, and returns its number.
  private func removeOldest() -> Int {
    let counts = waiting.reduce(into: [:]) { $0[$1.peer, default: 0] += 1 }
    let most = counts.values.max()
    let index = waiting.firstIndex { counts[$0.peer] == most } ?? waiting.startIndex
    return waiting.remove(at: index).number
  }

  /// Records that a connection has been admitted.
  func letIn(_ number: Int) {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    peers[number] = waiting.remove(at: index).peer
  }

  /// Records that an admitted browser is being sent away.
  func sendAway(_ number: Int) {
    if let peer = peers.removeValue(forKey: number) { waiting.append((number, peer)) }
  }

  /// Closes all connections.
  func end() async {
    let tasks = tasks.values
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  private func remove(_ number: Int) {
    (tasks[number], peers[number]) = (nil, nil)
    waiting.removeAll { $0.number == number }
  }
}
