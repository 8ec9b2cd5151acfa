// The prompt as a person feels it, and the session as a script does: start to prompt, key to paint,
// rest, statements per second, memory after a million of them.
//
//   Scripts/bench repl [--quick]
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
let program = CommandLine.arguments.first { $0.hasSuffix("/mvvm-repl") }
var lines: [String] = []

/// One line of the table: what, the figure, the goal, whether it is met.
func report(
  _ name: String, _ value: Double, _ unit: String, goal: Double? = nil, atLeast: Bool = false
) {
  let met = goal.map { atLeast ? value >= $0 : value <= $0 }.map { $0 ? "yes" : "no" } ?? "-"
  let figure = String(format: value >= 1000 ? "%.0f" : "%.3f", value)
  let limit = goal.map { String(format: "%g", $0) } ?? "-"
  lines.append(["repl", name, figure, unit, limit, met].joined(separator: "\t"))
  print(
    name.padding(toLength: 40, withPad: " ", startingAt: 0) + figure + " " + unit
      + (goal == nil ? "" : "  goal \(limit)  \(met)"))
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Resident memory in kilobytes.
func residentMemory() -> Double {
  let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
  return line.flatMap { Double($0.split(separator: " ").dropLast().last ?? "") } ?? .nan
}

/// Statements per second and growth, each statement read and run on its own.
func measureStatements(_ what: String, goal: Double?, _ statement: (Int) -> String) async {
  var catalog = Catalog()
  catalog.add(Counter.self)
  let session = Session(catalog: catalog) { _ in }
  await session.run(SourceText("let c = Counter(); let d = Counter(); watch d.double"))
  let count = isQuick ? 100_000 : 1_000_000
  for number in 0..<10_000 { await session.run(SourceText(statement(number))) }
  let before = residentMemory()
  let start = ContinuousClock.now
  for number in 0..<count { await session.run(SourceText(statement(number))) }
  let seconds = (ContinuousClock.now - start) / .seconds(1)
  report("\(what), statements a second", Double(count) / seconds, "/s", goal: goal, atLeast: true)
  report("\(what), growth over \(count)", residentMemory() - before, "kB", goal: 4096)
}

if let program {
  let folder = FileManager.default.temporaryDirectory.appending(path: "repl-bench-\(getpid())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  var starts: [Double] = []
  for _ in 0..<(isQuick ? 5 : 20) {
    let prompt = try PromptProgram(program, arguments: ["--data", folder.path], folder: folder)
    starts.append(prompt.time(until: "❯"))
  }
  report("start to prompt, median", median(starts), "ms", goal: 100)

  let prompt = try PromptProgram(program, arguments: ["--data", folder.path], folder: folder)
  _ = prompt.time(until: "❯")
  prompt.rest()
  for character in "let form = LoginForm()" { _ = prompt.time(of: String(character)) }
  _ = prompt.time(of: "\r")
  prompt.rest()
  var keys: [Double] = []
  for _ in 0..<(isQuick ? 10 : 40) {
    for character in #"form.phone = "18612345678" + "手机号""# {
      keys.append(prompt.time(of: String(character)))
    }
    _ = prompt.time(of: "\u{15}")
    prompt.rest()
  }
  report("key to paint, median of \(keys.count)", median(keys), "ms", goal: 1)
  report("key to paint, 99 of 100", keys.sorted()[keys.count * 99 / 100], "ms")
  let busy = prompt.processorTime
  try await Task.sleep(for: .seconds(isQuick ? 2 : 10))
  report("processor time at rest", prompt.processorTime - busy, "s", goal: 0)
}

await measureStatements("c.count = n", goal: 100_000) { "c.count = \($0)" }
await measureStatements("d.count = n, watched", goal: nil) { "d.count = \($0)" }
await measureStatements("c.count = c.count + 1", goal: nil) { _ in "c.count = c.count + 1" }

let table = URL(filePath: ".build/bench/repl.tsv")
try? FileManager.default.createDirectory(
  at: table.deletingLastPathComponent(), withIntermediateDirectories: true)
try (["layer\twhat\tfigure\tunit\tgoal\tmet"] + lines).joined(separator: "\n")
  .write(to: table, atomically: true, encoding: .utf8)
