// Observable lists beside comparing and recomputing: lists [--quick] [diffs|edits|derived] [size].
import Measuring

let arguments = CommandLine.arguments.dropFirst()
let isQuick = arguments.contains("--quick")
let parts = ["diffs", "edits", "derived"].filter { arguments.contains($0) }
let rounds = isQuick ? 2 : 5
let milliseconds = isQuick ? 4.0 : 15.0
let sizes =
  arguments.compactMap { Int($0) }.isEmpty
  ? [1000, 10_000, 100_000] : arguments.compactMap { Int($0) }
let table = ResultTable(layer: "lists")

func wants(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

if wants("edits") {
  Edits.tenEdits(sizes)
  Edits.storage(sizes)
}
if wants("derived") { Derived.run(sizes) }
if wants("diffs") { Diffs.run(sizes) }

if parts.isEmpty { try table.save() }
