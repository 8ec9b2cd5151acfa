import Bindings
import ViewModels

extension ToolCommand {
  static let aboutGraph = [
    ToolCommand(
      "graph", .why, "the dependency graph: :graph form.output text|dot|mermaid",
      "依赖图：:graph form.output text|dot|mermaid", takes: .topic
    ) { session, argument, span in try session.chronicle.showGraph(argument, at: span) },
    ToolCommand(
      "marbles", .watch,
      "what happened, along the time: :marbles form.phone form.signIn every 100ms; clear",
      "沿时间画出发生的事：:marbles form.phone form.signIn every 100ms；clear 重新开始",
      takes: .text(["clear"])
    ) { session, argument, span in try session.chronicle.showMarbles(argument, at: span) },
    ToolCommand(
      "report", .why, "what the last change took: recomputes, double work",
      "上一次改变的代价：重算次数、重复计算", takes: .nothing
    ) { session, _, _ in session.chronicle.showReport() },
    ToolCommand(
      "log", .why, "the last records of the graph; :log 50 for more", "图的最近记录；:log 50 看更多"
    ) { session, argument, span in try session.chronicle.showLog(argument, at: span) },
  ]
}

extension Chronicle {
  /// Draws the graph, as in `:graph form.isValid mermaid`.
  func showGraph(_ argument: String, at span: Span) throws(Diagnostic) {
    var format = DiagramFormat.text
    var around: Node?
    for word in argument.split(separator: " ").map(String.init) {
      if let wanted = DiagramFormat(rawValue: word) {
        format = wanted
        continue
      }
      guard let place = try evaluator.place(of: try Parser.expression(word)) else { continue }
      around = place.node
      guard around != nil else {
        throw Diagnostic(
          .notAValue, .hasNoNode(word), at: span,
          help: .nameMemberOfGraph(DiagramFormat.allCases.map(\.rawValue).joined(separator: "|")))
      }
    }
    let statements = statementsByNode
    emit(
      .output(
        scope.graph.diagram(
          format, around: around, hiding: ownNodes, naming: scope.naming,
          origin: { statements[$0] ?? Self.foreignSource(of: $0) })))
  }

  /// The statements that made the nodes of variables and derived values.
  private var statementsByNode: [Node: String] {
    var statements: [Node: String] = [:]
    for (name, variable) in scope.variables {
      guard let node = variable.node, let statement = scope.declarations[name] else { continue }
      statements[node] = statement
    }
    return statements
  }

  /// Where in the host's code a node was made; what the session makes, as a watch, has no such place.
  private static func foreignSource(of node: Node) -> String? {
    node.source.flatMap { $0.hasPrefix(module) ? nil : $0 }
  }

  private static let module = #fileID.prefix { $0 != "/" } + "/"

  /// `:report`: what the last batch with a change took that follows from a statement of this session.
  func showReport() {
    guard lastChange != nil else { return emit(.note(.nothingChangedYet)) }
    guard let report = lastReport else { return emit(.note(.changeOlderThanLog)) }
    for line in Message.lines(of: report) { emit(.note(line)) }
  }

  /// `:log 20`: the last records.
  func showLog(_ argument: String, at span: Span) throws(Diagnostic) {
    guard let count = argument.isEmpty ? 20 : Int(argument), count >= 0 else {
      throw Diagnostic(
        .arguments, .noNumberOfRecords(argument.clipped(to: 40)), at: span, help: .write(":log 50"))
    }
    let records = tracer.log.records.suffix(count)
    emit(.output(records.map(\.description).joined(separator: "\n")))
  }
}
