#if os(Linux)
  import Foundation

  extension PseudoTerminal {
    /// Waits until no thread of the program wakes up on its own, except Dispatch's own thread.
    ///
    /// On Linux, Dispatch wakes up once a second to manage its threads, in every program that has used a task. These
    /// wake-ups are the clock here: no other thread may wake up between two of them. Idle threads end after some
    /// seconds.
    ///
    /// - Returns: The threads that still wake up after sixty such seconds; one thread if the program is at rest.
    public func waitForRest() throws -> Set<String> {
      var woken: Set<String> = []
      for _ in 0..<60 {
        let before = try wakeUps()
        var after = before
        while !after.contains(where: { $0.value >= before[$0.key, default: 0] + 2 }) {
          read(for: 100)
          after = try wakeUps()
        }
        woken = Set(after.filter { $0.value != before[$0.key] }.keys)
        if woken.count == 1 { break }
      }
      return woken
    }

    /// Returns how often each thread of the program has waited, by thread.
    private func wakeUps() throws -> [String: Int] {
      let tasks = "/proc/\(process)/task"
      var counts: [String: Int] = [:]
      for thread in try FileManager.default.contentsOfDirectory(atPath: tasks) {
        // A thread may end while its status is read.
        let status = try? String(contentsOfFile: "\(tasks)/\(thread)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
        counts[thread] = line?.split(separator: "\t").last.flatMap { Int($0) }
      }
      return counts
    }
  }
#endif
