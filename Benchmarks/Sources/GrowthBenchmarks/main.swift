// How every operation of Bindings and ViewModels grows: growth [--quick] [--only CASE].
import Foundation
import Measuring

let isQuick = CommandLine.arguments.contains("--quick")
let only = CommandLine.arguments.firstIndex(of: "--only").flatMap { index in
  CommandLine.arguments.dropFirst(index + 1).first
}

let table = ResultTable(layer: "growth")
let growth = GrowthTable(table: table, rounds: isQuick ? 3 : 9, only: only)
for cases in [
  graphCases, signalCases, commandCases, viewModelCases, listCases, navigationCases,
] {
  for one in cases { await growth.measure(one) }
}
if only == nil { try table.save() }
