/// The connections of a server, of which only so many may be without having been let in.
///
/// Each of those costs a descriptor of the program and needs no token. When there is one more than ``mostWaiting``, one is
/// closed before another one is taken: of the machine that has most of them the one that has been there longest, so that
/// nobody is shut out by a machine that opens connections without end. Browsers that have been let in do not count.
actor StudioConnections {
  /// The number of connections that may be there without having been let in, or when they have been sent away.
  static let mostWaiting = 64

  private var tasks: [Int: Task<Void, Never>] = [:]
  /// Those that have not been let in; the one that has been there longest is the first.
  private var waiting: [(number: Int, peer: String)] = []
  /// The machines of those that have been let in.
  private var peers: [Int: String] = [:]
  private var last = 0

  /// Serves a connection of a machine; returns when another one may be taken.
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

  /// Takes out the oldest one of the machine that has most, and answers with its number.
  private func removeOldest() -> Int {
    let counts = waiting.reduce(into: [:]) { $0[$1.peer, default: 0] += 1 }
    let most = counts.values.max()
    let index = waiting.firstIndex { counts[$0.peer] == most } ?? waiting.startIndex
    return waiting.remove(at: index).number
  }

  /// A connection has been let in.
  func letIn(_ number: Int) {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    peers[number] = waiting.remove(at: index).peer
  }

  /// A browser that had been let in is being sent away.
  func sendAway(_ number: Int) {
    if let peer = peers.removeValue(forKey: number) { waiting.append((number, peer)) }
  }

  /// Ends all of them.
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
