// The session as a script feels it: statements per second, and memory after many of them.
//
//   Scripts/bench repl [--quick]
import Bindings
import Foundation
import REPLKit
import ViewModels

@MainActor
@ViewModel
final class Counter {
  var count = 0
  var double: Int { count * 2 }
}

let isQuick = CommandLine.arguments.contains("--quick")
var lines = ["layer\twhat\tfigure\tunit\tgoal\tmet"]

/// One line of the table.
@MainActor
func report(_ name: String, _ value: Double, _ unit: String, goal: String, isMet: Bool?) {
  let figure = String(format: "%.0f", value)
  let met = isMet.map { $0 ? "yes" : "no" } ?? "-"
  lines.append(["repl", name, figure, unit, goal, met].joined(separator: "\t"))
  print(
    "\(name.padding(toLength: 52, withPad: " ", startingAt: 0))\(figure) \(unit)  \(goal)  \(met)")
}

/// Resident memory in kilobytes.
func residentMemory() -> Double {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
  return line.flatMap { Double($0.split(separator: " ").dropLast().last ?? "") } ?? .nan
}

/// Statements per second and growth, each statement read and run on its own.
@MainActor
func measure(_ what: String, goal: Double?, _ statement: (Int) -> String) async {
  var catalog = Catalog()
  catalog.add(Counter.self)
  let session = Session(catalog: catalog) { _ in }
  await session.run(SourceText("let c = Counter(); let d = Counter(); watch d.double"))
  let count = isQuick ? 100_000 : 1_000_000
  // Until the log is full, memory grows on purpose.
  for number in 0..<20_000 { await session.run(SourceText(statement(number))) }
  let before = residentMemory()
  let start = ContinuousClock.now
  for number in 0..<count { await session.run(SourceText(statement(number))) }
  let rate = Double(count) / ((ContinuousClock.now - start) / .seconds(1))
  report(
    what, rate, "statements/s", goal: goal.map { ">= \(Int($0))" } ?? "-",
    isMet: goal.map { rate >= $0 })
  report(
    "\(what), growth over \(count)", residentMemory() - before, "kB", goal: "-", isMet: nil)
}

await measure("c.count = n", goal: 100_000) { "c.count = \($0)" }
await measure("d.count = n, watched", goal: nil) { "d.count = \($0)" }
await measure("c.count = c.count + 1", goal: nil) { _ in "c.count = c.count + 1" }

let table = URL(filePath: ".build/bench/repl.tsv")
try FileManager.default.createDirectory(
  at: table.deletingLastPathComponent(), withIntermediateDirectories: true)
try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: table)
