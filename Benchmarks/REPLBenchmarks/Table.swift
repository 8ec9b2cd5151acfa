import Foundation

/// The figures of a run, printed one by one and written as tab-separated values.
@MainActor
final class Table {
  /// The goal of a figure.
  enum Goal {
    case atLeast(Double)
    case atMost(Double)

    func isMet(by value: Double) -> Bool {
      switch self {
      case .atLeast(let goal): value >= goal
      case .atMost(let goal): value <= goal
      }
    }

    var text: String {
      switch self {
      case .atLeast(let goal): ">= \(goal.short)"
      case .atMost(let goal): "<= \(goal.short)"
      }
    }
  }

  private var lines = ["layer\twhat\tfigure\tunit\tgoal\tmet"]

  func add(_ name: String, _ value: Double, _ unit: String, goal: Goal? = nil) {
    let met = goal.map { $0.isMet(by: value) ? "yes" : "no" } ?? "-"
    let wanted = goal?.text ?? "-"
    lines.append(["repl", name, value.short, unit, wanted, met].joined(separator: "\t"))
    let padded = name.padding(toLength: 52, withPad: " ", startingAt: 0)
    print("\(padded)\(value.short) \(unit)  \(wanted)  \(met)")
  }

  func write(to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
  }
}

extension Double {
  /// The number without decimals from 100, and with two decimals below.
  fileprivate var short: String {
    abs(self) >= 100 || self == rounded()
      ? String(format: "%.0f", self) : String(format: "%.2f", self)
  }
}
