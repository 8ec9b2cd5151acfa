// Observable lists, compared with diffs and recomputation:
// lists [--quick] [--only PART-OF-A-CASE] [diffs|edits|derived|growth] [size].
import Measuring

let arguments = CommandLine.arguments.dropFirst()
let isQuick = arguments.contains("--quick")
let parts = ["diffs", "edits", "derived", "growth"].filter { arguments.contains($0) }
let only = arguments.firstIndex(of: "--only").map { arguments[$0 + 1] }
let rounds = isQuick ? 2 : 5
let milliseconds = isQuick ? 4.0 : 15.0
let sizes =
  arguments.compactMap { Int($0) }.isEmpty
  ? [1000, 10_000, 100_000] : arguments.compactMap { Int($0) }
let table = ResultTable(layer: "lists")

func wants(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

func wants(case name: String) -> Bool { only.map { name.contains($0) } ?? true }

if wants("edits") {
  Edits.tenEdits(sizes)
  Edits.storage(sizes)
}
if wants("derived") { Derived.run(sizes) }
if wants("diffs") { Diffs.run(sizes) }
if wants("growth") { Growth.run(sizes) }

if parts.isEmpty, only == nil { try table.save() }
