import Bindings
import ViewModels

/// The report of a statement: what ran because of it, batch by batch.
struct ChangeReport {
  /// The record of the statement.
  let mark: TraceRecord.ID
  /// The batches with a write, by their numbers.
  private(set) var batches: [Int: TraceBatchReport] = [:]

  /// The number of batches that are not kept.
  fileprivate(set) var left = 0

  static let limit = 100

  /// Adds the report of a batch, unless the known report of that batch has at least as many records.
  mutating func take(_ report: TraceBatchReport) {
    if let known = batches[report.batch] {
      guard known.records.count < report.records.count else { return }
    } else if batches.count >= Self.limit {
      return
    }
    batches[report.batch] = report
  }

  var ordered: [TraceBatchReport] { batches.sorted { $0.key < $1.key }.map(\.value) }
}

extension Chronicle {
  /// Shows what ran because of a statement: `:report`, `:report #3`, `:report form.signIn`.
  func showReport(_ argument: String, at span: Span) throws(Diagnostic) {
    guard let mark = try reported(argument, at: span) else {
      return emit(.note(.nothingChangedYet))
    }
    let (report, waterfall) = (report(of: mark), waterfall(of: mark))
    let batches = report.ordered
    guard !batches.isEmpty || !waterfall.rows.isEmpty else {
      return emit(.note(argument.isEmpty ? .changeOlderThanLog : .statementOlderThanLog))
    }
    let text =
      tracer.log[mark].flatMap { $0.statement ?? $0.detail }
      ?? timeline.entries.last { $0.mark == mark }?.text
    var lines: [Message] = text.map { [.youTyped(scope.masked($0))] } ?? []
    let naming = scope.naming
    lines += batches.flatMap { Message.lines(of: $0, in: tracer.log, naming: naming) }
    if report.left > 0 { lines.append(.moreBatches(report.left)) }
    // All lines are one record; a terminal shows as many as fit, and keeps the rest.
    emit(.explanation(lines))
    if let graph = graph(of: batches) { emit(.graph(graph)) }
    if !waterfall.rows.isEmpty { emit(.waterfall(waterfall)) }
  }

  /// Returns a graph of the nodes that ran in the batches, with their values at that time; nil for fewer than 2 nodes.
  private func graph(of batches: [TraceBatchReport]) -> DrawnGraph? {
    let records = batches.flatMap(\.records)
    let changed = Set(records.compactMap(\.node))
    let cases = scope.caseNodes
    var values: [Node: (new: String, old: String?)] = [:]
    for record in records where [.write, .equalWrite, .recompute].contains(record.kind) {
      guard let node = record.node, let new = record.new else { continue }
      let told = scope.masked(record.text(of: new, cases))
      let old =
        record.hasChanged ? record.old.map { scope.masked(record.text(of: $0, cases)) } : told
      values[node] = (told, values[node].map(\.old) ?? old)
    }
    let diagram = scope.graph.diagram(
      around: Array(changed),
      hiding: ownNodes.union(scope.graph.nodes.filter { !changed.contains($0) }),
      naming: scope.naming, showing: { values[$0]?.new })
    let previous = values.compactMap { node, value in
      value.old.flatMap { $0 == value.new ? nil : (node.id, $0) }
    }
    let graph = DrawnGraph(
      diagram, named: namedNodes, turns: Turns(records),
      previous: Dictionary(previous) { first, _ in first })
    return graph.nodes.count > 1 ? graph : nil
  }

  /// Returns the requested statement: the last one with a change, the one with a number in the timeline, or the last
  /// one that made a node run; nil when nothing has happened yet.
  private func reported(_ argument: String, at span: Span) throws(Diagnostic) -> TraceRecord.ID? {
    guard !argument.isEmpty else { return lastChange }
    if let number = Int(argument.first == "#" ? String(argument.dropFirst()) : argument) {
      guard let entry = timeline.entries.first(where: { $0.number == number }) else {
        throw Diagnostic(
          .unknownNumber, .noStatement(argument.clipped(to: 40)), at: span,
          help: timeline.entries.last.map { .writeReport($0.number) })
      }
      guard let mark = entry.mark else {
        throw Diagnostic(
          .unknownNumber, .ofNoStatement(argument.clipped(to: 40)), at: span,
          help: .writeWhy(entry.changes.first?.place.path ?? "form.phone"))
      }
      return mark
    }
    let nodes = Set(try nodes(named: argument, at: span))
    let log = tracer.log
    for record in log.records.reversed() where record.node.map(nodes.contains) == true {
      if let mark = log.chain(of: record.id).first(where: { $0.kind == .mark }) { return mark.id }
    }
    throw Diagnostic(.unknownNumber, .noStatementMadeRun(argument.clipped(to: 40)), at: span)
  }

  /// Returns the report of a statement; the report of the last change is kept, because the log drops old records.
  private func report(of mark: TraceRecord.ID) -> ChangeReport {
    let log = tracer.log
    var report = ChangeReport(mark: mark)
    if let keptReport, keptReport.mark == mark { report = keptReport }
    let own = log.consequences(of: mark).filter { $0.kind == .write }.compactMap(\.batch)
    let numbers = own + (timeline.entries.last { $0.mark == mark }?.batches ?? [])
    report.left = max(report.left, Set(numbers).count - ChangeReport.limit)
    for number in Set(numbers).sorted().prefix(ChangeReport.limit) {
      if let batch = log.report(ofBatch: number) { report.take(batch) }
    }
    if mark == lastChange { keptReport = report }
    return report
  }

  /// Keeps the report of the last change before the log drops its records.
  func keepReport() { if let lastChange { _ = report(of: lastChange) } }

  func nodes(named path: String, at span: Span) throws(Diagnostic) -> [Node] {
    do throws(Diagnostic) {
      guard let place = try evaluator.place(of: try Parser.expression(path)) else {
        throw Diagnostic(.notAValue, .hasNoNode(path.clipped(to: 40)), at: span)
      }
      return nodes(of: place)
    } catch { throw error.moved(to: span) }
  }

  /// Returns the nodes of a place; for a view-model, the nodes of its members.
  func nodes(of place: Place) -> [Node] {
    switch place {
    case .viewModel(let viewModel):
      type(of: viewModel).schema.members.compactMap { $0.node(in: viewModel) }
    default: place.node.map { [$0] } ?? []
    }
  }
}
