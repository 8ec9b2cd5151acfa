import Bindings
import ViewModels

extension Record {
  var isLive: Bool { if case .liveGraph = self { true } else { false } }
}

extension HeatTable.Row {
  var json: DynamicValue {
    [
      "name": .string(name), "kind": .string(kind.rawValue), "runs": .int(runs),
      "equal": .int(equal),
    ]
  }
}

extension Waterfall.Row {
  /// The row as JSON; times are in seconds on the session's clock.
  var json: DynamicValue {
    var members: [String: DynamicValue] = [
      "name": .string(name), "asked": .double(asked.seconds), "ending": .string(ending.name),
    ]
    members["start"] = start.map { .double($0.seconds) }
    members["end"] = end.map { .double($0.seconds) }
    if case .failed(let error?) = ending { members["error"] = .string("\(error)") }
    if case .rejected(let reasons) = ending {
      members["reasons"] = .string(reasons.map(\.description).joined(separator: ", "))
    }
    if !waits.isEmpty {
      members["waits"] = .array(
        waits.map {
          ["start": .double($0.lowerBound.seconds), "end": .double($0.upperBound.seconds)]
        })
    }
    if !progress.isEmpty {
      members["progress"] = .array(
        progress.map { ["time": .double($0.time.seconds), "fraction": .double($0.fraction)] })
    }
    return .object(members)
  }
}
