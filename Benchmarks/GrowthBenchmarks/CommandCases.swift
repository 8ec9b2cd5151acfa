import Bindings
import Measuring

/// Cases of commands: executing, waiting, rejecting.
@MainActor let commandCases: [GrowthCase] = [
  GrowthCase("command.executeNow") { count in
    let command = Command<Int, Int> { $0 + 1 }
    for value in 0..<count { command.execute(value) }
  },
  GrowthCase("command.unseenErrorsAmongGraphs", size: 100) { count in
    struct Broken: Error {}
    let graphs = (0..<count).map { _ in Graph() }
    graphs[0].onIssue = { blackHole($0) }
    let command = Command<Int, Int>(graph: graphs[0]) { _ in throw Broken() }
    for value in 0..<count { command.execute(value) }
    withExtendedLifetime(graphs) {}
  },
  GrowthCase("command.queue", size: 300) { count in
    let command = Command<Int, Int>(policy: .queue(max: count)) { value async in
      await Task.yield()
      return value
    }
    let runs = (0..<count).map { command.execute($0) }
    for run in runs { blackHole(await run.result) }
  },
  GrowthCase("command.parallel", size: 300) { count in
    let command = Command<Int, Int>(policy: .parallel(max: count)) { value async in
      await Task.yield()
      return value
    }
    let runs = (0..<count).map { command.execute($0) }
    for run in runs { blackHole(await run.result) }
  },
  GrowthCase("command.cancelQueued", size: 300) { count in
    let command = Command<Int, Int>(policy: .queue(max: count)) { value async in
      await Task.yield()
      return value
    }
    let runs = (0..<count).map { command.execute($0) }
    for run in runs.reversed() { run.cancel() }
    for run in runs { blackHole(await run.result) }
  },
  GrowthCase("command.reasonsBehindLadder", size: 100) { count in
    let ground = Property(false)
    var last: [any ObservableValue<Bool>] = [ground, ground]
    for _ in 0..<count {
      let (left, right) = (last[0], last[1])
      last = [Computed { left.value || right.value }, Computed { right.value || left.value }]
    }
    let command = Command<Void, Void>(enabled: last[0]) { _ in }
    blackHole(command.execute())
  },
  GrowthCase("command.restart", size: 300) { count in
    let command = Command<Int, Int>(policy: .restart) { value async in
      await Task.yield()
      return value
    }
    let runs = (0..<count).map { command.execute($0) }
    for run in runs { blackHole(await run.result) }
  },
  GrowthCase("command.join", size: 300) { count in
    let command = Command<Int, Int>(policy: .join) { value async in
      await Task.yield()
      return value
    }
    let runs = (0..<count).map { command.execute($0) }
    for run in runs { blackHole(await run.result) }
  },
  GrowthCase("command.cancelRunning", size: 300) { count in
    let command = Command<Int, Int>(policy: .parallel(max: count)) { value async throws in
      while true {
        try Task.checkCancellation()
        await Task.yield()
      }
    }
    let runs = (0..<count).map { command.execute($0) }
    command.cancel()
    for run in runs { blackHole(await run.result) }
  },
  GrowthCase("command.executions", size: 300) { count in
    let command = Command<Int, Int>(policy: .parallel(max: count)) { value async in
      await Task.yield()
      return value
    }
    for number in 0..<count { command.execute(number) }
    let runs = command.executions
    precondition(runs.count == count)
    for run in runs { blackHole(await run.result) }
  },
  GrowthCase("command.progress") { count in
    let command = Command<Int, Void> { steps async in
      for step in 0..<steps { CommandProgress.report(Double(step) / Double(steps)) }
      await Task.yield()
    }
    let run = command.execute(count)
    let token = observe { blackHole(run.progress) }
    blackHole(await run.result)
    token.cancel()
  },
]
