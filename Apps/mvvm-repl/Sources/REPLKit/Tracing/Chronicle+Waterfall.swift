import Bindings

extension Chronicle {
  /// The executions of commands that follow from a statement, and those that ran beside them, as far as they are kept.
  ///
  /// - Complexity: O(*n*) in the records of the log, and in the chains that lead to the executions.
  func waterfall(of mark: TraceRecord.ID) -> Waterfall {
    let following = Set(tracer.log.consequences(of: mark).map(\.id))
    let naming = scope.naming
    var rows: [Waterfall.Row] = []
    /// For each row whether it follows from the statement, and the records of its beginning and its end.
    var lives: [(isOwn: Bool, first: TraceRecord.ID, last: TraceRecord.ID?)] = []
    /// The rows of the records that begin an execution.
    var places: [TraceRecord.ID: Int] = [:]
    for (record, time) in writes.commands.events.map({ ($0.record, $0.time) }) {
      let own = record.cause.flatMap { places[$0] }
      switch record.kind {
      case .commandStart where own.map { rows[$0].ending == .queued } == true:
        guard let own else { continue }
        places[record.id] = own
        (rows[own].start, rows[own].ending) = (time, .running)
      case .commandQueued, .commandStart, .commandRejected:
        let (isOwn, name) = (following.contains(record.id), record.node.flatMap(naming))
        guard isOwn || name != nil else { continue }
        places[record.id] = rows.count
        let isOver = record.kind == .commandRejected
        lives.append((isOwn, record.id, isOver ? record.id : nil))
        var row = Waterfall.Row(name: name ?? record.name, asked: time)
        switch record.kind {
        case .commandStart: (row.start, row.ending) = (time, .running)
        case .commandRejected: (row.end, row.ending) = (time, .rejected(record.detail ?? ""))
        default: break
        }
        rows.append(row)
      case .commandProgress:
        guard let own, let fraction = record.fraction else { continue }
        rows[own].progress.append(Waterfall.Progress(time: time, fraction: fraction))
      case .commandEnd:
        guard let own else { continue }
        lives[own].last = record.id
        (rows[own].end, rows[own].ending) = (time, .init(record.detail ?? ""))
      default: break
      }
    }
    let now = clock.moment
    for wait in clock.waits where !rows.isEmpty {
      guard let place = places[wait.cause] else { continue }
      let end = rows[place].end ?? now
      let start = min(wait.start, end)
      let range = start..<max(start, min(wait.end ?? end, end))
      if !range.isEmpty { rows[place].waits.append(range) }
    }
    // The order of records tells what ran at the same time, also while a clock stands still.
    let own = lives.filter(\.isOwn)
    let shown = zip(rows, lives).filter { _, life in
      life.isOwn
        || own.contains { own in
          let isBefore = life.last.map { $0 < own.first } ?? false
          let isBehind = own.last.map { $0 < life.first } ?? false
          return !isBefore && !isBehind
        }
    }
    return Waterfall(rows: shown.map(\.0), now: now)
  }
}

extension Waterfall.Ending {
  /// The ending that the record of a command's end tells.
  fileprivate init(_ detail: String) {
    let (failure, rejection) = ("failure: ", "rejected: ")
    self =
      switch detail {
      case "success": .finished
      case "cancelled": .cancelled
      case _ where detail.hasPrefix(failure): .failed(String(detail.dropFirst(failure.count)))
      case _ where detail.hasPrefix(rejection):
        .rejected(String(detail.dropFirst(rejection.count)))
      default: .failed("")
      }
  }
}
