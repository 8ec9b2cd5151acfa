/// The connections of a server, of which only so many may be without having been let in.
///
/// Each of those costs a descriptor of the program and needs no token. When there is one more than ``mostWaiting``, the one
/// that has been there longest is closed before another one is taken; browsers that have been let in do not count.
actor StudioConnections {
  /// The number of connections that may be there without having been let in, or when they have been sent away.
  static let mostWaiting = 64

  private var tasks: [Int: Task<Void, Never>] = [:]
  /// Those that have not been let in; the one that has been there longest is the first.
  private var waiting: [Int] = []
  private var last = 0

  /// Serves a connection; returns when another one may be taken.
  func add(_ serve: @escaping @Sendable (_ number: Int) async -> Void) async {
    last += 1
    let number = last
    waiting.append(number)
    tasks[number] = Task.detached {
      await serve(number)
      await self.remove(number)
    }
    while waiting.count > Self.mostWaiting {
      let oldest = tasks[waiting.removeFirst()]
      oldest?.cancel()
      await oldest?.value
    }
  }

  /// A connection has been let in.
  func letIn(_ number: Int) { waiting.removeAll { $0 == number } }

  /// A browser that had been let in is being sent away.
  func sendAway(_ number: Int) { waiting.append(number) }

  /// Ends all of them.
  func end() async {
    let tasks = tasks.values
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
  }

  private func remove(_ number: Int) {
    tasks[number] = nil
    letIn(number)
  }
}
