// Observable lists beside comparing and recomputing: lists [--quick] [diffs|edits|derived] [size].
import Foundation

let arguments = CommandLine.arguments.dropFirst()
let isQuick = arguments.contains("--quick")
let parts = ["diffs", "edits", "derived"].filter { arguments.contains($0) }
let rounds = isQuick ? 2 : 5
let milliseconds = isQuick ? 4.0 : 15.0
let sizes =
  arguments.compactMap { Int($0) }.isEmpty
  ? [1000, 10_000, 100_000] : arguments.compactMap { Int($0) }
var results: [Measurement] = []
let header = "layer\tcase\tsize\tours_ns\tpeer\tpeer_ns\tratio\ttarget\tmet\tnote"

print(header)

@MainActor
func report(_ measurement: Measurement) {
  results.append(measurement)
  print(measurement.line)
}

func wants(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

if wants("edits") {
  Edits.tenEdits(sizes)
  Edits.storage(sizes)
}
if wants("derived") { Derived.run(sizes) }
if wants("diffs") { Diffs.run(sizes) }

if parts.isEmpty {
  let folder = URL(fileURLWithPath: ".build/bench")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  try ([header] + results.map(\.line)).joined(separator: "\n").appending("\n")
    .write(to: folder.appendingPathComponent("lists.tsv"), atomically: true, encoding: .utf8)
}
