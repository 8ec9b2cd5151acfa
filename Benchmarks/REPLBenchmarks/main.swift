// The session of a script: statements per second, and memory after many of them. The program at a terminal, as a person
// uses it: start, keys, and rest.
//
//   Scripts/bench repl [--quick] [--only statements|pictures|screens|studio|carrying|prompt]
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

// A closed browser must not end this process.
signal(SIGPIPE, SIG_IGN)

let isQuick = CommandLine.arguments.contains("--quick")
let table = Table()

/// Returns the resident memory in kilobytes.
func residentMemory() -> Double {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
  return line.flatMap { Double($0.split(separator: " ").dropLast().last ?? "") } ?? .nan
}

/// Measures statements per second and growth of memory; each statement is read and run separately.
@MainActor
func measure(_ what: String, goal: Double?, _ statement: (Int) -> String) async {
  var catalog = Catalog()
  catalog.add(Counter.self)
  let session = Session(catalog: catalog) { _ in }
  await session.run(SourceText("let c = Counter(); let d = Counter(); watch d.double"))
  let count = isQuick ? 100_000 : 1_000_000
  // Memory grows on purpose until the log is full.
  for number in 0..<20_000 { await session.run(SourceText(statement(number))) }
  let before = residentMemory()
  let start = ContinuousClock.now
  for number in 0..<count { await session.run(SourceText(statement(number))) }
  let rate = Double(count) / ((ContinuousClock.now - start) / .seconds(1))
  table.add(what, rate, "statements/s", goal: goal.map { .atLeast($0) })
  table.add("\(what), growth over \(count)", residentMemory() - before, "kB")
}

let arguments = CommandLine.arguments
let only = arguments.firstIndex(of: "--only").flatMap { arguments[$0...].dropFirst().first }
func isWanted(_ part: String) -> Bool { only == nil || only == part }

if isWanted("statements") {
  await measure("c.count = n", goal: 100_000) { "c.count = \($0)" }
  await measure("d.count = n, watched", goal: nil) { "d.count = \($0)" }
  await measure("c.count = c.count + 1", goal: nil) { _ in "c.count = c.count + 1" }
}
if isWanted("pictures"), let picture = await PictureMeasurement(isQuick: isQuick).run() {
  table.add("300 nodes as boxes (\(picture.rows) rows)", picture.time, "ms", goal: .atMost(50))
}
if isWanted("screens"), let time = await ScreenMeasurement(isQuick: isQuick).run() {
  table.add("10 000 rows scrolled, each repaint", time, "ms", goal: .atMost(5))
}
if isWanted("studio") {
  try await StudioMeasurement(isQuick: isQuick).run(into: table)
  #if os(Linux)
    try StudioRestMeasurement(isQuick: isQuick).run(into: table)
  #endif
}
if isWanted("carrying") { try await CarryingMeasurement(isQuick: isQuick).run(into: table) }
if isWanted("prompt") { try PromptMeasurement(isQuick: isQuick).run(into: table) }
try table.write(to: URL(filePath: ".build/bench/repl.tsv"))
