import Bindings
import Measuring
import OpenCombine

/// A way to do a job that suspends.
struct AsyncWay {
  let name: String
  let run: @MainActor (Int) async -> Int
}

/// Measures asynchronous ways in turn, like ``measure(_:rounds:samples:milliseconds:)``.
@MainActor
func measure(
  _ ways: [AsyncWay], rounds: Int, samples: Int, milliseconds: Double
) async -> [Double] {
  func time(_ way: AsyncWay, _ count: Int) async -> Double {
    let start = processTime()
    blackHole(await way.run(count))
    return processTime() - start
  }
  var counts: [Int] = []
  for way in ways {
    var count = 1
    while await time(way, count) < milliseconds * 1e6 / 4, count < 1 << 26 { count *= 2 }
    counts.append(count * 2)
  }
  var best = [Double](repeating: .infinity, count: ways.count)
  for _ in 0..<rounds {
    for (index, way) in ways.enumerated() {
      var figures: [Double] = []
      for _ in 0..<samples {
        figures.append(await time(way, counts[index]) / Double(counts[index]))
      }
      best[index] = min(best[index], figures.sorted()[samples / 2])
    }
  }
  return best
}

/// Executions of a command with an async body, each awaited.
@MainActor
enum AsyncCommands {
  static func ours(suspending: Bool) -> AsyncWay {
    let number = Property(0)
    let command = Command<Int, Int>(label: "add") { (amount: Int) async -> Int in
      if suspending { await Task.yield() }
      number.value &+= amount
      return number.value
    }
    let states = Sink()
    let token = observe { states.add(command.isEnabled && !command.isExecuting ? 1 : 0) }
    return AsyncWay(name: "Bindings") { count in
      for _ in 0..<count { _ = await command.execute(1).result }
      token.cancel()
      return number.value
    }
  }

  /// Returns the handwritten equivalent: guard, state, task, state, result.
  static func openCombine(suspending: Bool) -> AsyncWay {
    let number = OpenCombinePeer.Source(0)
    let executing = CurrentValueSubject<Bool, Never>(false)
    let results = PassthroughSubject<Int, Never>()
    let states = Sink()
    let tokens = [
      executing.sink { states.add($0 ? 1 : 0) }, results.sink { states.add($0) },
    ]
    return AsyncWay(name: "OpenCombine") { count in
      for _ in 0..<count {
        guard !executing.value else { continue }
        executing.value = true
        await Task { @MainActor in
          if suspending { await Task.yield() }
          number.value &+= 1
          results.send(number.value)
          executing.value = false
        }.value
      }
      return withExtendedLifetime(tokens) { number.value }
    }
  }

  /// Returns a way without a command: an immediate task, which is awaited.
  static func immediateTask() -> AsyncWay {
    let number = Sink()
    return AsyncWay(name: "Task.immediate") { count in
      guard #available(macOS 26, *) else { return 0 }
      for _ in 0..<count {
        await Task.immediate { @MainActor in number.add(1) }.value
      }
      return number.total
    }
  }
}
