import Bindings
import ViewModels

/// What a statement made run: batch by batch.
struct ChangeReport {
  /// The statement.
  let mark: TraceRecord.ID
  /// The batches with a write, by their numbers.
  private(set) var batches: [Int: TraceBatchReport] = [:]

  /// How many batches are kept.
  static let limit = 100

  /// Takes a report of a batch, unless there is one already that knows more.
  mutating func take(_ report: TraceBatchReport) {
    if let known = batches[report.batch] {
      guard known.records.count < report.records.count else { return }
    } else if batches.count >= Self.limit {
      return
    }
    batches[report.batch] = report
  }

  /// The batches in their order.
  var ordered: [TraceBatchReport] { batches.sorted { $0.key < $1.key }.map(\.value) }
}

extension Chronicle {
  /// `:report`, `:report #3`, `:report form.signIn`: what a statement made run.
  func showReport(_ argument: String, at span: Span) throws(Diagnostic) {
    guard let mark = try reported(argument, at: span) else {
      return emit(.note(.nothingChangedYet))
    }
    let (batches, waterfall) = (report(of: mark).ordered, waterfall(of: mark))
    guard !batches.isEmpty || !waterfall.rows.isEmpty else {
      return emit(.note(argument.isEmpty ? .changeOlderThanLog : .statementOlderThanLog))
    }
    if !argument.isEmpty, let text = tracer.log[mark]?.typedText { emit(.note(.youTyped(text))) }
    let naming = scope.naming
    for batch in batches.prefix(Self.mostBatches) {
      for line in Message.lines(of: batch, in: tracer.log, naming: naming) { emit(.note(line)) }
    }
    if batches.count > Self.mostBatches {
      emit(.note(.moreBatches(batches.count - Self.mostBatches)))
    }
    let records = batches.flatMap(\.records)
    let changed = Set(records.compactMap(\.node))
    let diagram = scope.graph.diagram(
      around: Array(changed),
      hiding: ownNodes.union(scope.graph.nodes.filter { !changed.contains($0) }),
      naming: scope.naming, showing: scope.showing)
    let graph = DrawnGraph(diagram, named: namedNodes, turns: Turns(records))
    if graph.nodes.count > 1 { emit(.graph(graph)) }
    if !waterfall.rows.isEmpty { emit(.waterfall(waterfall)) }
  }

  /// How many batches are told line by line.
  private static let mostBatches = 6

  /// The statement that is asked for: the last one that did something, the one of a number in the timeline, or the
  /// one of which something ran last; nil when nothing has happened yet.
  private func reported(_ argument: String, at span: Span) throws(Diagnostic) -> TraceRecord.ID? {
    guard !argument.isEmpty else { return lastChange }
    if let number = Int(argument.first == "#" ? String(argument.dropFirst()) : argument) {
      guard let entry = timeline.entries.first(where: { $0.number == number }) else {
        throw Diagnostic(
          .unknownNumber, .noStatement(argument.clipped(to: 40)), at: span,
          help: .writeReport(timeline.entries.last?.number ?? 1))
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

  /// The report of a statement; that of the last one is kept, since the log forgets.
  private func report(of mark: TraceRecord.ID) -> ChangeReport {
    let log = tracer.log
    var report = ChangeReport(mark: mark)
    if let keptReport, keptReport.mark == mark { report = keptReport }
    let own = log.consequences(of: mark).filter { $0.kind == .write }.compactMap(\.batch)
    let numbers = own + (timeline.entries.last { $0.mark == mark }?.batches ?? [])
    for number in Set(numbers).sorted().prefix(ChangeReport.limit) {
      if let batch = log.report(ofBatch: number) { report.take(batch) }
    }
    if mark == lastChange { keptReport = report }
    return report
  }

  /// Keeps the report of the last change before the log forgets it.
  func keepReport() { if let lastChange { _ = report(of: lastChange) } }

  /// The nodes of a path that is typed.
  func nodes(named path: String, at span: Span) throws(Diagnostic) -> [Node] {
    do throws(Diagnostic) {
      guard let place = try evaluator.place(of: try Parser.expression(path)) else {
        throw Diagnostic(.notAValue, .hasNoNode(path.clipped(to: 40)), at: span)
      }
      return nodes(of: place)
    } catch { throw error.moved(to: span) }
  }

  /// The nodes of what a path names: of a view-model those of its members.
  func nodes(of place: Place) -> [Node] {
    switch place {
    case .viewModel(let viewModel):
      type(of: viewModel).schema.members.compactMap { $0.node(in: viewModel) }
    default: place.node.map { [$0] } ?? []
    }
  }
}

extension TraceRecord {
  /// The statement that a mark stands for, as it may be shown.
  fileprivate var typedText: String? {
    guard kind == .mark, let detail else { return nil }
    return detail.hasPrefix(Chronicle.typed)
      ? String(detail.dropFirst(Chronicle.typed.count)) : detail
  }
}
