import Bindings
import ViewModels

/// The lifetime of an execution, by the order of records.
private struct Life {
  /// Whether the execution follows from the reported statement.
  let isOwn: Bool
  let first: TraceRecord.ID
  var last: TraceRecord.ID?

  /// Whether two executions overlapped; the order of records shows this even if the clock stands still.
  func isBeside(_ other: Life) -> Bool {
    !(last.map { $0 < other.first } ?? false) && !(other.last.map { $0 < first } ?? false)
  }
}

extension Chronicle {
  /// Returns the kept executions of commands that follow from a statement, and those that overlap with them.
  ///
  /// - Complexity: O(*n*) in the records of the log, and in the chains that lead to the executions.
  func waterfall(of mark: TraceRecord.ID) -> Waterfall {
    let following = Set(tracer.log.consequences(of: mark).map(\.id))
    let naming = scope.naming
    var rows: [Waterfall.Row] = []
    var lives: [Life] = []
    /// The index of the row for each record that begins an execution.
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
        lives.append(Life(isOwn: isOwn, first: record.id, last: isOver ? record.id : nil))
        var row = Waterfall.Row(name: name ?? record.name, asked: time)
        switch record.kind {
        case .commandStart: (row.start, row.ending) = (time, .running)
        case .commandRejected: (row.end, row.ending) = (time, .init(record))
        default: break
        }
        rows.append(row)
      case .commandProgress:
        guard let own, let fraction = record.fraction else { continue }
        rows[own].progress.append(Waterfall.Progress(time: time, fraction: fraction))
      case .commandEnd:
        guard let own else { continue }
        lives[own].last = record.id
        (rows[own].end, rows[own].ending) = (time, .init(record))
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
    let all = Array(zip(rows, lives)) + loads(following, besides: Set(places.keys))
    let own = all.map(\.1).filter(\.isOwn)
    let shown = all.filter { _, life in life.isOwn || own.contains(where: life.isBeside) }
    return Waterfall(
      rows: shown.sorted { $0.1.first < $1.1.first }.map(\.0), now: now)
  }

  /// Returns the loads that no command has started, each named after its page; the row of a command includes its loads.
  private func loads(
    _ following: Set<TraceRecord.ID>, besides executions: Set<TraceRecord.ID>
  ) -> [(Waterfall.Row, Life)] {
    let (naming, pages) = (scope.naming, scope.viewModels.flatMap(\.loadingNodes))
    let loading = Set(pages.map(\.isLoading))
    let failing = Dictionary(pages.map { ($0.needsRetry, $0.isLoading) }) { first, _ in first }
    var loads: [(row: Waterfall.Row, life: Life)] = []
    /// The last load of each page, and the batch in which it has ended.
    var latest: [Node: (place: Int, batch: Int?)] = [:]
    for event in writes.events.all where event.record.kind == .write {
      guard let node = event.record.node else { continue }
      let (record, isTrue) = (event.record, event.record.new == .bool(true))
      if loading.contains(node), isTrue {
        latest[node] = nil
        guard let name = naming(node),
          !tracer.log.chain(of: record.id).contains(where: { executions.contains($0.id) })
        else { continue }
        latest[node] = (loads.count, nil)
        var row = Waterfall.Row(
          name: String(name.dropLast(".isLoading".count)), asked: event.time)
        (row.start, row.ending) = (event.time, .running)
        loads.append((row, Life(isOwn: following.contains(record.id), first: record.id)))
      } else if loading.contains(node), let place = latest[node]?.place {
        latest[node]?.batch = record.batch
        loads[place].life.last = record.id
        (loads[place].row.end, loads[place].row.ending) = (event.time, .finished)
      } else if isTrue, let page = failing[node], let load = latest[page],
        load.batch != nil, load.batch == record.batch
      {
        loads[load.place].row.ending = .failed(nil)
      }
    }
    return loads
  }
}

extension Waterfall.Ending {
  /// Creates the ending from the record of a command's end, or of its rejection.
  fileprivate init(_ record: TraceRecord) {
    self =
      switch (record.detail, record.error) {
      case ("success", _): .finished
      case ("cancelled", _): .cancelled
      case (_, let rejection as Rejection): .rejected(rejection.told)
      case (_, let error): .failed(error.map { Message($0) })
      }
  }
}
