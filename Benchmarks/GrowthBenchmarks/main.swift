// The growth of every operation of Bindings and ViewModels, and of requests beside others that wait: growth [--quick] [--only CASE].
// For a profiler that counts instructions: --list, or --jobs COUNT --only CASE --size SIZE.
import Foundation
import Measuring

/// Returns the value after an option.
func option(_ name: String) -> String? {
  let arguments = CommandLine.arguments
  return arguments.firstIndex(of: name).flatMap { arguments.dropFirst($0 + 1).first }
}

let isQuick = CommandLine.arguments.contains("--quick")
let only = option("--only")
let cases: [GrowthCase] = [
  graphCases, bindingCases, signalCases, eventCases, timeCases, commandCases, viewModelCases,
  imageCases, listCases, navigationCases, sessionCases, networkCases,
].flatMap { $0 }

@MainActor func run() async throws {
  if CommandLine.arguments.contains("--list") {
    for one in cases { print(one.name, one.size, one.complexity.limit) }
  } else if let jobs = option("--jobs").flatMap({ Int($0) }) {
    guard let one = cases.first(where: { $0.name == only }),
      let size = option("--size").flatMap({ Int($0) })
    else { fatalError("--jobs needs --only with the name of a case, and --size") }
    for _ in 0..<jobs { await one.work(size) }
  } else {
    let table = ResultTable(layer: "growth")
    let growth = GrowthTable(table: table, rounds: isQuick ? 3 : 9, only: only)
    for one in cases { await growth.measure(one) }
    for one in memoryCases { await growth.measure(one) }
    if only == nil { try table.save() }
  }
}

Task {
  try await run()
  exit(0)
}
// A run loop instead of an asynchronous main, which waits in `dispatch_main`: valgrind 3.19 ends there, because it writes
// into the signal mask, which libdispatch keeps in read-only memory.
while true { RunLoop.main.run() }
